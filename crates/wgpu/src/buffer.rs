//! Buffers and their mapping.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wgpu::custom::{BufferInterface, BufferMapCallback, BufferMappedRangeInterface, DispatchBuffer};
use wgpu::custom::{DispatchBufferMappedRange, QueueWriteBufferInterface};
use wgpu::{BufferUsages, MapMode, WriteOnly};

use crate::device::Shared;
use crate::history::History;
use crate::session::Session;

/// A buffer; clones share it.
#[derive(Debug, Clone)]
pub struct Buffer {
    pub memory: Arc<Memory>,
    device: Arc<Shared>,
}

/// The bytes of a buffer.
#[derive(Debug)]
pub struct Memory {
    pub label: Arc<str>,
    /// Whose bytes: a buffer's or a texture's.
    pub noun: &'static str,
    pub usage: BufferUsages,
    pub size: u64,
    contents: Mutex<Contents>,
    session: Arc<Session>,
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.session.dropped(self);
    }
}

/// What is in a buffer, and what was done to it.
#[derive(Debug, Default)]
pub struct Contents {
    pub bytes: Vec<u8>,
    pub history: History,
    pub mapped: bool,
    pub destroyed: bool,
}

impl Memory {
    /// Zeros that nothing has written.
    pub fn new(
        label: Arc<str>,
        noun: &'static str,
        usage: BufferUsages,
        size: u64,
        session: Arc<Session>,
    ) -> Arc<Self> {
        let contents = Mutex::new(Contents { bytes: vec![0; size as usize], ..Contents::default() });
        let memory = Arc::new(Self { label, noun, usage, size, contents, session });
        memory.session.created(&memory);
        memory
    }

    pub fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where `bytes` bytes from `offset` on end, if the device may use them now for `usage`; else why not.
    pub fn end_of(&self, offset: u64, bytes: u64, usage: BufferUsages) -> Result<usize, String> {
        let label = &self.label;
        if let Some(refusal) = self.refusal(usage) {
            return Err(refusal);
        }
        if !offset.is_multiple_of(4) || !bytes.is_multiple_of(4) {
            return Err(format!("{bytes} bytes at offset {offset} of `{label}`: both must be multiples of 4"));
        }
        match offset.checked_add(bytes).filter(|end| *end <= self.size) {
            Some(end) => Ok(end as usize),
            None => Err(format!("{bytes} bytes at offset {offset} end beyond the {} of `{label}`", self.size)),
        }
    }

    /// Why the device cannot use the buffer now for `usage`.
    pub fn refusal(&self, usage: BufferUsages) -> Option<String> {
        let contents = self.lock();
        let label = &self.label;
        if contents.destroyed {
            Some(format!("the buffer `{label}` was destroyed"))
        } else if contents.mapped {
            Some(format!("the buffer `{label}` is still mapped: `unmap` it before the device uses it"))
        } else if !self.usage.contains(usage) {
            Some(format!("the buffer `{label}` was created for {:?}; this takes {usage:?}", self.usage))
        } else {
            None
        }
    }
}

impl Buffer {
    pub fn new(desc: &wgpu::BufferDescriptor<'_>, device: Arc<Shared>) -> Self {
        let label = crate::label_of(desc.label, "a buffer without a label");
        let memory = Memory::new(label, "buffer", desc.usage, desc.size, device.session.clone());
        memory.lock().mapped = desc.mapped_at_creation;
        Self { memory, device }
    }

    /// The simulator's buffer behind wgpu's.
    ///
    /// # Panics
    /// Where it belongs to another instance.
    pub fn of(buffer: &DispatchBuffer) -> &Self {
        buffer.as_custom().expect("the buffer is one of the simulator's instance")
    }
}

impl BufferInterface for Buffer {
    fn map_async(&self, mode: MapMode, range: Range<u64>, callback: BufferMapCallback) {
        let usage = match mode {
            MapMode::Read => BufferUsages::MAP_READ,
            MapMode::Write => BufferUsages::MAP_WRITE,
        };
        if let Some(refusal) = self.memory.refusal(usage) {
            self.device.invalid(format!("Buffer::map_async: {refusal}"));
            self.device.later(Box::new(move || callback(Err(wgpu::BufferAsyncError))));
            return;
        }
        let mut contents = self.memory.lock();
        contents.mapped = true;
        if mode == MapMode::Read {
            if !contents.history.is_written(&range) {
                self.device.session.read_before_written(
                    &self.memory,
                    "it is mapped for reading",
                    "a copy into it is missing",
                );
            }
            contents.history.read(&range);
        }
        drop(contents);
        self.device.later(Box::new(move || callback(Ok(()))));
    }

    fn get_mapped_range(&self, range: Range<u64>) -> Result<DispatchBufferMappedRange, wgpu::MapRangeError> {
        // wgpu itself refuses what is not mapped as soon as this returns.
        let contents = self.memory.lock();
        let len = contents.bytes.len() as u64;
        let (start, end) = (range.start.min(len), range.end.min(len));
        Ok(DispatchBufferMappedRange::custom(Mapped {
            bytes: contents.bytes[start as usize..end as usize].to_vec(),
            start,
            buffer: self.memory.clone(),
            changed: false,
        }))
    }

    fn unmap(&self) {
        self.memory.lock().mapped = false;
    }

    fn destroy(&self) {
        let mut contents = self.memory.lock();
        contents.destroyed = true;
        contents.mapped = false;
    }
}

/// A part of a mapped buffer; what was written goes to the buffer when it is dropped.
#[derive(Debug)]
struct Mapped {
    bytes: Vec<u8>,
    start: u64,
    buffer: Arc<Memory>,
    changed: bool,
}

#[expect(unsafe_code, reason = "wgpu's interface has these functions unsafe; nothing here is")]
impl BufferMappedRangeInterface for Mapped {
    fn len(&self) -> usize {
        self.bytes.len()
    }

    unsafe fn read_slice(&self) -> &[u8] {
        &self.bytes
    }

    unsafe fn write_slice(&mut self) -> WriteOnly<'_, [u8]> {
        self.changed = true;
        WriteOnly::from_mut(&mut self.bytes)
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        if !self.changed {
            return;
        }
        let mut contents = self.buffer.lock();
        let range = self.start..self.start + self.bytes.len() as u64;
        contents.bytes[range.start as usize..range.end as usize].copy_from_slice(&self.bytes);
        contents.history.upload(range, "a mapping".into());
    }
}

/// Bytes on their way to a buffer.
#[derive(Debug)]
pub struct Staging {
    pub bytes: Vec<u8>,
}

#[expect(unsafe_code, reason = "wgpu's interface has this function unsafe; nothing here is")]
impl QueueWriteBufferInterface for Staging {
    fn len(&self) -> usize {
        self.bytes.len()
    }

    unsafe fn write_slice(&mut self) -> WriteOnly<'_, [u8]> {
        WriteOnly::from_mut(&mut self.bytes)
    }
}
