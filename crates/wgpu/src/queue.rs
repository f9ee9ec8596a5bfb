//! The queue: runs what is submitted, at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use wgpu::BufferUsages;
use wgpu::custom::{
    BoxSubmittedWorkDoneCallback, DispatchBlas, DispatchBuffer, DispatchCommandBuffer, DispatchQueueWriteBuffer,
    DispatchSurfaceOutputDetail, QueueInterface,
};

use crate::buffer::{Buffer, Staging};
use crate::device::Shared;
use crate::encoder::CommandBuffer;
use crate::refuse;
use crate::transfer::{self, Region};

/// wgpu's queue.
#[derive(Debug)]
pub struct Queue {
    shared: Arc<Shared>,
    submitted: AtomicU64,
}

impl Queue {
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { shared, submitted: AtomicU64::new(0) }
    }

    fn write(&self, buffer: &DispatchBuffer, offset: u64, data: &[u8]) {
        let buffer = Buffer::of(buffer);
        let bytes = data.len() as u64;
        if let Err(refusal) = buffer.memory.end_of(offset, bytes, BufferUsages::COPY_DST) {
            self.shared.invalid(format!("Queue::write_buffer: {refusal}"));
            return;
        }
        let mut contents = buffer.memory.lock();
        contents.bytes[offset as usize..][..data.len()].copy_from_slice(data);
        let range = offset..offset + bytes;
        contents.history.upload(range, "write_buffer".into());
    }
}

impl QueueInterface for Queue {
    fn write_buffer(&self, buffer: &DispatchBuffer, offset: u64, data: &[u8]) {
        self.write(buffer, offset, data);
    }

    fn create_staging_buffer(&self, size: wgpu::BufferSize) -> Option<DispatchQueueWriteBuffer> {
        Some(DispatchQueueWriteBuffer::custom(Staging { bytes: vec![0; size.get() as usize] }))
    }

    fn validate_write_buffer(&self, buffer: &DispatchBuffer, offset: u64, size: wgpu::BufferSize) -> Option<()> {
        let memory = &Buffer::of(buffer).memory;
        match memory.end_of(offset, size.get(), BufferUsages::COPY_DST) {
            Err(refusal) => {
                self.shared.invalid(format!("Queue::write_buffer_with: {refusal}"));
                None
            }
            Ok(_) => Some(()),
        }
    }

    fn write_staging_buffer(&self, buffer: &DispatchBuffer, offset: u64, staging: &DispatchQueueWriteBuffer) {
        let staging: &Staging = staging.as_custom().expect("the staging buffer is one of the simulator's instance");
        self.write(buffer, offset, &staging.bytes);
    }

    fn write_texture(
        &self,
        texture: wgpu::TexelCopyTextureInfo<'_>,
        data: &[u8],
        layout: wgpu::TexelCopyBufferLayout,
        size: wgpu::Extent3d,
    ) {
        if let Err(why) = transfer::write(&Region::of(&texture), data, &layout, size) {
            self.shared.invalid(format!("Queue::write_texture: {why}"));
        }
    }

    fn submit(&self, buffers: &mut dyn Iterator<Item = DispatchCommandBuffer>) -> u64 {
        for buffer in buffers {
            let buffer: &CommandBuffer =
                buffer.as_custom().expect("the command buffer is one of the simulator's instance");
            for command in &buffer.commands {
                command.execute(&self.shared);
            }
        }
        self.shared.session.run_callbacks();
        self.submitted.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn get_timestamp_period(&self) -> f32 {
        1.0
    }

    fn on_submitted_work_done(&self, callback: BoxSubmittedWorkDoneCallback) {
        self.shared.later(callback);
    }

    fn compact_blas(&self, _: &DispatchBlas) -> (Option<u64>, DispatchBlas) {
        refuse::call("Queue::compact_blas", "the simulator has no acceleration structures")
    }

    fn present(&self, _: &DispatchSurfaceOutputDetail) {
        refuse::call("Queue::present", "the simulator has no surfaces")
    }
}
