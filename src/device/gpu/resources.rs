//! What kernels bind on the device, and the way to and from it.

use std::collections::BTreeMap;

use super::fault::Faults;
use super::texels::{self, Texels};
use super::wait::answer;
use super::{BufferId, DeviceError, Facts};
use crate::device::limits::buffer_fits;
use crate::sim::texture::{Sampler, Texture, TextureType};
use crate::verify::cycled;

/// Bytes brought back in one piece: large buffers must not need a second copy of their size.
const CHUNK: u64 = 16 << 20;

/// Bytes that go up in one piece.
const UPLOAD: usize = 64 << 20;

/// What a kernel binds.
enum Resource {
    Buffer(wgpu::Buffer),
    Texture(Texels),
    Sampler(wgpu::Sampler),
}

/// All that was made for kernels on one device.
#[derive(Default)]
pub struct Resources {
    held: Vec<Option<Resource>>,
    /// What is brought back passes through here. Made once: fresh memory is zeroed at its first use, and on lavapipe
    /// that took longer than the copy.
    staging: Option<wgpu::Buffer>,
    /// Bytes that are bound, where they are fewer than the buffer has.
    bound: BTreeMap<usize, u64>,
}

impl Resources {
    pub fn allocate(
        &mut self,
        device: &wgpu::Device,
        facts: &Facts,
        faults: &Faults,
        label: &str,
        bytes: u64,
    ) -> Result<BufferId, DeviceError> {
        let size = bytes.next_multiple_of(16).max(16);
        buffer_fits(label, size, facts)?;
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size,
            usage: wgpu::BufferUsages::STORAGE
                | wgpu::BufferUsages::UNIFORM
                | wgpu::BufferUsages::COPY_SRC
                | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        faults.check()?;
        Ok(self.hold(Resource::Buffer(buffer)))
    }

    fn hold(&mut self, held: Resource) -> BufferId {
        self.held.push(Some(held));
        BufferId(self.held.len() - 1)
    }

    /// See [`crate::device::Device::texture`].
    pub fn texture(
        &mut self,
        device: &wgpu::Device,
        faults: &Faults,
        label: &str,
        shape: Texture,
        ty: TextureType,
    ) -> Result<BufferId, DeviceError> {
        let texels = Texels::new(device, faults, label, shape, ty)?;
        Ok(self.hold(Resource::Texture(texels)))
    }

    /// See [`crate::device::Device::sampler`].
    pub fn sampler(
        &mut self,
        device: &wgpu::Device,
        faults: &Faults,
        label: &str,
        sampler: &Sampler,
    ) -> Result<BufferId, DeviceError> {
        let sampler = texels::sampler(device, faults, label, sampler)?;
        Ok(self.hold(Resource::Sampler(sampler)))
    }

    fn held(&self, id: BufferId) -> &Resource {
        self.held[id.0].as_ref().expect("nothing is used after it was freed")
    }

    pub fn get(&self, id: BufferId) -> &wgpu::Buffer {
        match self.held(id) {
            Resource::Buffer(buffer) => buffer,
            Resource::Texture(_) | Resource::Sampler(_) => unreachable!("a buffer's id is that of a buffer"),
        }
    }

    /// See [`crate::device::Device::bind_exactly`].
    pub fn bind_exactly(&mut self, id: BufferId, bytes: u64) {
        self.bound.insert(id.0, bytes);
    }

    /// What stands there, as it is bound.
    pub fn binding(&self, id: BufferId) -> wgpu::BindingResource<'_> {
        let buffer = match self.held(id) {
            Resource::Buffer(buffer) => buffer,
            Resource::Texture(texels) => return wgpu::BindingResource::TextureView(&texels.view),
            Resource::Sampler(sampler) => return wgpu::BindingResource::Sampler(sampler),
        };
        let size = self.bound.get(&id.0).copied().unwrap_or(buffer.size());
        wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset: 0, size: wgpu::BufferSize::new(size) })
    }

    pub fn free(&mut self, id: BufferId) {
        match self.held[id.0].take() {
            Some(Resource::Buffer(buffer)) => buffer.destroy(),
            Some(Resource::Texture(texels)) => texels.destroy(),
            Some(Resource::Sampler(_)) | None => {}
        }
    }

    /// See [`crate::device::Device::write_at`]. A piece goes up before the next is on its way, which takes as much of the host's memory.
    pub async fn write(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        id: BufferId,
        (start, bytes): (u64, &[u8]),
    ) -> Result<(), DeviceError> {
        if let Resource::Texture(texels) = self.held(id) {
            texels.write(queue, bytes);
            return Ok(());
        }
        for (piece, bytes) in (0..).zip(bytes.chunks(UPLOAD)) {
            if piece > 0 {
                queue.submit([]);
                answer(device, |done| queue.on_submitted_work_done(move || done(()))).await?;
            }
            self.write_piece(queue, id, start + piece * UPLOAD as u64, bytes);
        }
        Ok(())
    }

    fn write_piece(&self, queue: &wgpu::Queue, id: BufferId, start: u64, bytes: &[u8]) {
        let whole = bytes.len() / 4 * 4;
        queue.write_buffer(self.get(id), start, &bytes[..whole]);
        if whole < bytes.len() {
            let mut last = [0; 4];
            last[..bytes.len() - whole].copy_from_slice(&bytes[whole..]);
            queue.write_buffer(self.get(id), start + whole as u64, &last);
        }
    }

    /// See [`crate::device::Device::cycle`]. One piece is uploaded, and the device copies it: the host takes longer for a large
    /// buffer than a GPU's kernel does.
    pub fn cycle(&self, device: &wgpu::Device, queue: &wgpu::Queue, id: BufferId, pattern: &[u32], bytes: u64) {
        let once = 4 * pattern.len() as u64;
        let piece = cycled(pattern, bytes.min((CHUNK / once).max(1) * once));
        let length = 4 * piece.len() as u64;
        if length >= bytes {
            return self.write_piece(queue, id, 0, bytemuck::cast_slice(&piece));
        }
        let source = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("pattern"),
            size: length,
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        queue.write_buffer(&source, 0, bytemuck::cast_slice(&piece));
        let mut encoder = device.create_command_encoder(&Default::default());
        for offset in (0..bytes).step_by(length as usize) {
            encoder.copy_buffer_to_buffer(&source, 0, self.get(id), offset, (bytes - offset).min(length));
        }
        queue.submit([encoder.finish()]);
    }

    pub async fn read(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        faults: &Faults,
        id: BufferId,
        (start, bytes): (u64, u64),
    ) -> Result<Vec<u8>, DeviceError> {
        if let Resource::Texture(texels) = self.held(id) {
            return texels.read(device, queue, faults).await;
        }
        let staging = self.staging.take().unwrap_or_else(|| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("read back"),
                size: CHUNK,
                usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        });
        let source = self.get(id);
        let mut all = Vec::with_capacity(bytes as usize);
        while (all.len() as u64) < bytes {
            let offset = start + all.len() as u64;
            let length = (source.size() - offset).min(CHUNK);
            let mut encoder = device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(source, offset, &staging, 0, length);
            queue.submit([encoder.finish()]);
            read_mapped(device, faults, &staging, length, &mut all).await?;
        }
        all.truncate(bytes as usize);
        self.staging = Some(staging);
        Ok(all)
    }
}

/// Appends the first `length` bytes of `staging` to `into`, once the queue has come to them.
pub async fn read_mapped(
    device: &wgpu::Device,
    faults: &Faults,
    staging: &wgpu::Buffer,
    length: u64,
    into: &mut Vec<u8>,
) -> Result<(), DeviceError> {
    let lost = |error: &dyn std::fmt::Display| DeviceError::Lost(error.to_string());
    let mapped = answer(device, |done| staging.map_async(wgpu::MapMode::Read, 0..length, done)).await;
    faults.check()?;
    mapped?.map_err(|error| lost(&error))?;
    let view = staging.get_mapped_range(0..length).map_err(|error| lost(&error))?;
    into.extend_from_slice(&view);
    drop(view);
    staging.unmap();
    Ok(())
}
