//! The fast path of the loads that dominate most loops: of words, in a pattern that is known without looking at the addresses, from
//! memory that the kernel does not write. They do what [`Runner::load`] does.

use super::state::Runner;
use crate::exec::context::Words;
use crate::exec::lanes::form::Form;
use crate::exec::lanes::{Pattern, Request};
use crate::exec::subgroup::Subgroup;
use crate::ir::{Access, Mem, NONE, Reg};
use crate::machine::MAX_WIDTH;
use crate::paged::Paged;
use std::sync::atomic::Ordering::Relaxed;

/// An element of an array, of which the index is in a register.
pub struct Element {
    /// The distance of the array, or `NONE`.
    pub base: Reg,
    pub index: Reg,
    /// Index into the program's lengths.
    pub len: u32,
    /// Bytes.
    pub stride: u32,
}

impl Runner<'_> {
    /// Loads and counts; returns `false` and does nothing where the request is not of this kind.
    #[inline(always)]
    pub fn load_fast(&mut self, sg: &mut Subgroup, access: &Access, dst: Reg) -> bool {
        let dynamic = access.dynamic;
        if dynamic == NONE {
            return false;
        }
        let form = sg.forms.get(dynamic);
        self.load_blocks(sg, access, dst, form, |file, at| (u64::from(file[dynamic as usize + at]), true))
    }

    /// The same for an element whose address nothing else needs.
    #[inline(always)]
    pub fn load_element_fast(&mut self, sg: &mut Subgroup, element: &Element, access: &Access, dst: Reg) -> bool {
        let len = u64::from(self.context.lengths[element.len as usize]);
        let (base, index, stride) = (element.base, element.index, element.stride);
        let indices = sg.forms.get(index);
        let from = (base != NONE).then_some(base);
        let form = sg.forms.element(from, index, stride);
        // Within a block, indices must not leave the array and come back.
        let reach = u64::from(indices.step) * u64::from(form.lanes.min(self.context.program.width) - 1);
        self.load_blocks(sg, access, dst, form, |file, at| {
            let index = u64::from(file[index as usize + at]);
            let start = match from {
                Some(base) => u64::from(file[base as usize + at]),
                None => 0,
            };
            (index * u64::from(stride) + start, index + reach < len)
        })
    }

    /// Loads from the distances that start each block, where they lie within their array; these have the form given.
    #[inline(always)]
    fn load_blocks(
        &mut self,
        sg: &mut Subgroup,
        access: &Access,
        dst: Reg,
        form: Form,
        distance: impl Fn(&[u32], usize) -> (u64, bool),
    ) -> bool {
        let (w, width, bytes) = (self.width, self.batch.width, 4 * u32::from(access.size));
        let as_read = form;
        // Each subgroup of a batch makes a request of its own.
        let form = Form { lanes: form.lanes.min(width as u32), ..form };
        let lanes = form.lanes as usize;
        let known = (form.step == 0 && (as_read.lanes as usize == w || (lanes >= 4 && sg.is_whole())))
            || (form.step == bytes && lanes >= 4 && sg.is_whole());
        let Mem::Buffer(buffer) = access.mem else {
            return false;
        };
        let memory = &self.context.buffers[buffer as usize];
        let writable = self.context.program.buffers[buffer as usize].writable;
        // Lanes that ask a uniform buffer for several addresses are counted one by one.
        let divergent = memory.uniform && (form.step != 0 || lanes < width);
        if writable
            || divergent
            || !known
            || access.kind.bytes() != 4
            || self.observers.samples(access.site, sg.index as usize)
        {
            return false;
        }
        let len = bytes + form.step * (form.lanes - 1);
        let mut starts = [0; MAX_WIDTH / 4];
        let starts = &mut starts[..w >> lanes.trailing_zeros()];
        let (mut inside, mut most) = (true, 0);
        for (block, start) in starts.iter_mut().enumerate() {
            let (distance, within) = distance(&sg.file, block * lanes);
            inside &= within;
            most = most.max(distance);
            *start = (distance as u32).wrapping_add(access.offset);
        }
        if !inside || most + u64::from(access.offset) + u64::from(len) > u64::from(memory.bytes) {
            return false;
        }
        let same = if form.step == 0 { as_read } else { Form::UNKNOWN };
        for component in 0..access.size as usize {
            let dst = dst + (component * w) as Reg;
            let out = &mut sg.file[dst as usize..][..w];
            read_blocks(out, &memory.words, starts, lanes, (component, form.step as usize / 4));
            sg.forms.set(dst, same);
        }
        if !memory.uniform && self.context.counts {
            let request =
                Request { access, subgroup: sg.index as usize, mask: sg.mask, addresses: &[], pattern: Pattern::Other };
            self.observers.measure_blocks(&request, (starts, width >> lanes.trailing_zeros()), len, memory.address);
        }
        true
    }
}

/// Fills blocks of so many lanes with words that are so far `apart`, from a component of what starts there.
#[inline(always)]
fn read_blocks(out: &mut [u32], words: &Words, starts: &[u32], lanes: usize, (component, apart): (usize, usize)) {
    match (words, lanes) {
        (Words::Frozen(words), 32) => read::<32>(out, words, starts, (component, apart)),
        (Words::Frozen(words), 16) => read::<16>(out, words, starts, (component, apart)),
        (Words::Frozen(words), 8) => read::<8>(out, words, starts, (component, apart)),
        (Words::Frozen(words), _) => read_any(out, words, starts, (component, apart)),
        (Words::Paged(paged), _) => {
            for (out, start) in out.chunks_mut(lanes).zip(starts) {
                read_paged(out, paged, *start as usize / 4 + component, apart);
            }
        }
        (Words::Shared(_), _) => {}
    }
}

/// Fills blocks of `L` lanes with words that are so far `apart`, from a component of what starts there. Blocks are short: a call to
/// copy them would take longer.
#[inline(always)]
fn read<const L: usize>(out: &mut [u32], words: &[u32], starts: &[u32], (component, apart): (usize, usize)) {
    let blocks = out.as_chunks_mut::<L>().0;
    for (out, start) in blocks.iter_mut().zip(starts) {
        let words = &words[*start as usize / 4 + component..];
        match apart {
            0 => *out = [words[0]; L],
            1 => {
                if let Some(words) = words.first_chunk() {
                    *out = *words;
                }
            }
            _ => spaced(out, words, apart),
        }
    }
}

/// The same for blocks of other lengths.
#[inline(never)]
fn read_any(out: &mut [u32], words: &[u32], starts: &[u32], (component, apart): (usize, usize)) {
    let lanes = out.len() / starts.len();
    for (out, start) in out.chunks_mut(lanes).zip(starts) {
        spaced(out, &words[*start as usize / 4 + component..], apart);
    }
}

#[inline(never)]
fn spaced(out: &mut [u32], words: &[u32], apart: usize) {
    for (at, out) in out.iter_mut().enumerate() {
        *out = words[at * apart];
    }
}

/// The same from pages, of which a block may cross into the next.
fn read_paged(out: &mut [u32], paged: &Paged, first: usize, apart: usize) {
    if apart == 0 {
        return out.fill(paged.read(first));
    }
    let run = paged.run(first);
    if run.len() > apart * (out.len() - 1) {
        for (out, word) in out.iter_mut().zip(run.iter().step_by(apart)) {
            *out = word.load(Relaxed);
        }
        return;
    }
    for (at, out) in out.iter_mut().enumerate() {
        *out = paged.read(first + at * apart);
    }
}
