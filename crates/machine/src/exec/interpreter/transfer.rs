//! Moves values between memory words and register planes.

use crate::exec::lanes::Lanes;
use crate::exec::lanes::Pattern;
use crate::exec::lanes::Request;
use crate::paged::Paged;
use crate::type_layout::Kind;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Memory words that can be read and written.
pub trait Words {
    fn read(&self, word: usize) -> u32;
    /// Replaces the bits of `mask` in a word.
    fn write(&mut self, word: usize, bits: u32, mask: u32);
    /// Copies consecutive words, where that is quicker.
    fn read_run(&self, word: usize, out: &mut [u32]) {
        for (at, out) in out.iter_mut().enumerate() {
            *out = self.read(word + at);
        }
    }
}

impl Words for &[u32] {
    fn read(&self, word: usize) -> u32 {
        self[word]
    }

    fn write(&mut self, _word: usize, _bits: u32, _mask: u32) {}

    fn read_run(&self, word: usize, out: &mut [u32]) {
        out.copy_from_slice(&self[word..word + out.len()]);
    }
}

impl Words for &mut [u32] {
    fn read(&self, word: usize) -> u32 {
        self[word]
    }

    fn write(&mut self, word: usize, bits: u32, mask: u32) {
        self[word] = (self[word] & !mask) | (bits & mask);
    }

    fn read_run(&self, word: usize, out: &mut [u32]) {
        out.copy_from_slice(&self[word..word + out.len()]);
    }
}

impl Words for &[AtomicU32] {
    fn read(&self, word: usize) -> u32 {
        self[word].load(Relaxed)
    }

    fn write(&mut self, word: usize, bits: u32, mask: u32) {
        put(&self[word], bits, mask);
    }
}

impl Words for &Paged {
    fn read(&self, word: usize) -> u32 {
        Paged::read(self, word)
    }

    fn write(&mut self, word: usize, bits: u32, mask: u32) {
        put(self.change(word), bits, mask);
    }

    fn read_run(&self, word: usize, out: &mut [u32]) {
        let mut done = 0;
        while done < out.len() {
            let run = self.run(word + done);
            let len = run.len().min(out.len() - done);
            for (out, word) in out[done..done + len].iter_mut().zip(run) {
                *out = word.load(Relaxed);
            }
            done += len;
        }
    }
}

fn put(word: &AtomicU32, bits: u32, mask: u32) {
    if mask == u32::MAX {
        word.store(bits, Relaxed);
    } else {
        // Neighbours in the word may be written at the same time.
        word.fetch_and(!mask | bits, Relaxed);
        word.fetch_or(bits & mask, Relaxed);
    }
}

/// Reads the components of all lanes into the planes from `dst`.
pub fn load(memory: impl Words, request: &Request<'_>, file: &mut [u32], dst: usize, w: usize) {
    if request.access.kind.bytes() == 4 && words(&memory, request, file, dst, w) {
        return;
    }
    let (kind, bytes) = (request.access.kind, request.access.kind.bytes());
    for component in 0..u32::from(request.access.size) {
        let plane = dst + (component * kind.planes()) as usize * w;
        for lane in Lanes(request.mask) {
            let address = request.addresses[lane] + component * bytes;
            let word = address as usize / 4;
            let value = memory.read(word);
            file[plane + lane] = match kind {
                Kind::I64 | Kind::U64 => {
                    file[plane + w + lane] = memory.read(word + 1);
                    value
                }
                kind => element(kind, value, address),
            };
        }
    }
}

/// Reads words by pattern, where there is one; returns whether there was.
fn words(memory: &impl Words, request: &Request<'_>, file: &mut [u32], dst: usize, w: usize) -> bool {
    let size = usize::from(request.access.size);
    let n = request.mask.trailing_ones() as usize;
    match request.pattern {
        Pattern::Uniform => {
            let first = request.addresses[request.mask.trailing_zeros() as usize] as usize / 4;
            for component in 0..size {
                let value = memory.read(first + component);
                file[dst + component * w..][..w].fill(value);
            }
        }
        Pattern::Blocks { lanes, step } => {
            let apart = step as usize / 4;
            for component in 0..size {
                let out = &mut file[dst + component * w..][..n];
                for (out, addresses) in out.chunks_mut(lanes).zip(request.addresses.chunks(lanes)) {
                    let first = addresses[0] as usize / 4 + component;
                    match apart {
                        0 => out.fill(memory.read(first)),
                        1 => memory.read_run(first, out),
                        _ => {
                            for (at, out) in out.iter_mut().enumerate() {
                                *out = memory.read(first + at * apart);
                            }
                        }
                    }
                }
            }
        }
        // All of the first lanes.
        _ if n > 0 && request.mask.checked_shr(n as u32).unwrap_or(0) == 0 => {
            for component in 0..size {
                let out = &mut file[dst + component * w..][..n];
                for (out, &address) in out.iter_mut().zip(request.addresses) {
                    *out = memory.read(address as usize / 4 + component);
                }
            }
        }
        _ => return false,
    }
    true
}

/// An element of one word or less as it is held in a register, from the word that it lies in.
pub fn element(kind: Kind, word: u32, address: u32) -> u32 {
    if kind.bytes() == 4 { word } else { widen(kind, word >> (address % 4 * 8)) }
}

/// The bits of such an element in its word, and which bits of it they are.
pub fn put_element(kind: Kind, value: u32, address: u32) -> (u32, u32) {
    let shift = address % 4 * 8;
    match kind.bytes() {
        4 => (value, u32::MAX),
        bytes => (narrow(kind, value) << shift, ((1 << (8 * bytes)) - 1) << shift),
    }
}

/// A value of 8 or 16 bits as it is held in a register.
fn widen(kind: Kind, bits: u32) -> u32 {
    match kind {
        Kind::Bool => u32::from(bits & 0xff != 0),
        Kind::I16 => i32::from(bits as i16) as u32,
        Kind::U16 => bits & 0xffff,
        _ => half::f16::from_bits(bits as u16).to_f32().to_bits(),
    }
}

/// A register's value as the bits of its 8 or 16 bits in memory.
fn narrow(kind: Kind, value: u32) -> u32 {
    match kind {
        Kind::Bool => value & 1,
        Kind::F16 => u32::from(half::f16::from_f32(f32::from_bits(value)).to_bits()),
        _ => value & 0xffff,
    }
}

/// Writes the components of all lanes, lane by lane, from the planes `src`.
pub fn store(mut memory: impl Words, request: &Request<'_>, file: &[u32], src: [u32; 4], w: usize) {
    let (kind, bytes) = (request.access.kind, request.access.kind.bytes());
    for (component, &plane) in src.iter().enumerate().take(usize::from(request.access.size)) {
        let plane = plane as usize;
        for lane in Lanes(request.mask) {
            let address = request.addresses[lane] + component as u32 * bytes;
            let word = address as usize / 4;
            let value = file[plane + lane];
            match kind {
                Kind::I32 | Kind::U32 | Kind::F32 => memory.write(word, value, u32::MAX),
                Kind::I64 | Kind::U64 => {
                    memory.write(word, value, u32::MAX);
                    memory.write(word + 1, file[plane + w + lane], u32::MAX);
                }
                small => {
                    let (bits, mask) = put_element(small, value, address);
                    memory.write(word, bits, mask);
                }
            }
        }
    }
}
