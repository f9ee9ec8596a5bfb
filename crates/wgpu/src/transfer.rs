//! Copies of texels between the program, buffers and textures.

use std::sync::Arc;

use wgpu::custom::DispatchTexture;
use wgpu::{BufferUsages, Extent3d, TexelCopyBufferInfo, TexelCopyBufferLayout, TexelCopyTextureInfo, TextureUsages};

use crate::buffer::{Buffer, Memory};
use crate::device::Shared;
use crate::texture::Texture;

/// A box of texels in a level.
#[derive(Debug, Clone)]
pub struct Region {
    texture: Texture,
    level: u32,
    origin: [u32; 3],
}

/// Rows of texels in a buffer.
#[derive(Debug, Clone)]
pub struct Rows {
    buffer: Arc<Memory>,
    layout: TexelCopyBufferLayout,
}

/// A copy from or to a texture.
#[derive(Debug)]
pub enum Transfer {
    ToTexture(Rows, Region, [u32; 3]),
    ToBuffer(Region, Rows, [u32; 3]),
    Between(Region, Region, [u32; 3]),
    /// Levels and layers, `None` for all that are left.
    Clear(Texture, [u32; 2], [Option<u32>; 2]),
}

impl Region {
    pub fn of(info: &TexelCopyTextureInfo<'_>) -> Self {
        let wgpu::Origin3d { x, y, z } = info.origin;
        Self { texture: Texture::of(info.texture).clone(), level: info.mip_level, origin: [x, y, z] }
    }

    fn rows(&self, size: [u32; 3]) -> Result<(Vec<usize>, usize), String> {
        self.texture.rows(self.level, self.origin, size)
    }

    /// The texels of the box, row after row.
    fn read(&self, device: &Shared, size: [u32; 3], how: &str) -> Result<Vec<u8>, String> {
        let (rows, len) = self.rows(size)?;
        if let Some(refusal) = self.texture.refusal(TextureUsages::COPY_SRC) {
            return Err(refusal);
        }
        let mut contents = self.texture.texels.lock();
        let ranges = || rows.iter().map(|start| *start as u64..(*start + len) as u64);
        let written = ranges().any(|range| contents.history.is_written(&range));
        ranges().for_each(|range| contents.history.read(&range));
        let texels = rows.iter().flat_map(|start| contents.bytes[*start..*start + len].iter().copied()).collect();
        drop(contents);
        if !written && len > 0 {
            device.session.read_before_written(&self.texture.texels, how, "what fills it is missing, or comes later");
        }
        Ok(texels)
    }

    fn write(&self, size: [u32; 3], texels: &[u8], by: Option<&str>) -> Result<(), String> {
        let (rows, len) = self.rows(size)?;
        if let Some(refusal) = self.texture.refusal(TextureUsages::COPY_DST) {
            return Err(refusal);
        }
        let mut contents = self.texture.texels.lock();
        for (start, row) in rows.iter().zip(texels.chunks(len.max(1))) {
            contents.bytes[*start..*start + len].copy_from_slice(row);
        }
        if let (Some(first), Some(last)) = (rows.first(), rows.last()) {
            let range = *first as u64..(*last + len) as u64;
            match by {
                Some(by) => contents.history.upload(range, by.into()),
                None => contents.history.write(range),
            }
        }
        Ok(())
    }
}

/// Where rows of `len` bytes begin in memory of a layout; they end within `bytes`.
fn starts(layout: &TexelCopyBufferLayout, size: [u32; 3], len: usize, bytes: usize) -> Result<Vec<usize>, String> {
    let [_, height, depth] = size.map(u64::from);
    let row = match layout.bytes_per_row {
        Some(row) if u64::from(row) < len as u64 => {
            return Err(format!("bytes_per_row is {row}, and a row takes {len}"));
        }
        Some(row) => u64::from(row),
        None if height > 1 || depth > 1 => return Err("bytes_per_row is missing".to_owned()),
        None => len as u64,
    };
    let rows = match layout.rows_per_image {
        Some(rows) if u64::from(rows) < height => {
            return Err(format!("rows_per_image is {rows}, and an image has {height}"));
        }
        Some(rows) => u64::from(rows),
        None if depth > 1 => return Err("rows_per_image is missing".to_owned()),
        None => height,
    };
    let all = (0..depth).flat_map(|z| (0..height).map(move |y| layout.offset + (z * rows + y) * row));
    let all: Vec<usize> = all.map(|start| start as usize).collect();
    match all.last() {
        Some(last) if last + len > bytes => Err(format!("the texels end at byte {} of {bytes}", last + len)),
        _ => Ok(all),
    }
}

/// The texels that rows hold.
fn gathered(bytes: &[u8], starts: &[usize], len: usize) -> Vec<u8> {
    starts.iter().flat_map(|start| bytes[*start..*start + len].iter().copied()).collect()
}

impl Rows {
    pub fn of(info: &TexelCopyBufferInfo<'_>) -> Self {
        let buffer: &Buffer = info.buffer.as_custom().expect("the buffer is one of the simulator's instance");
        Self { buffer: buffer.memory.clone(), layout: info.layout }
    }

    /// Where the rows begin; the device may use them for `usage`.
    fn starts(&self, size: [u32; 3], len: usize, usage: BufferUsages) -> Result<Vec<usize>, String> {
        match self.layout.bytes_per_row {
            Some(row) if row % wgpu::COPY_BYTES_PER_ROW_ALIGNMENT != 0 => {
                return Err(format!("bytes_per_row is {row}: it must be a multiple of 256"));
            }
            _ => {}
        }
        if let Some(refusal) = self.buffer.refusal(usage) {
            return Err(refusal);
        }
        starts(&self.layout, size, len, self.buffer.size as usize)
    }
}

/// Sends the program's bytes to a texture.
pub fn write(region: &Region, data: &[u8], layout: &TexelCopyBufferLayout, size: Extent3d) -> Result<(), String> {
    let size = extent(size);
    let (_, len) = region.rows(size)?;
    let starts = starts(layout, size, len, data.len())?;
    region.write(size, &gathered(data, &starts, len), Some("write_texture"))
}

pub fn extent(size: Extent3d) -> [u32; 3] {
    [size.width, size.height, size.depth_or_array_layers]
}

impl Transfer {
    pub fn clear(texture: &DispatchTexture, range: &wgpu::ImageSubresourceRange) -> Self {
        let texture: &Texture = texture.as_custom().expect("the texture is one of the simulator's instance");
        let base = [range.base_mip_level, range.base_array_layer];
        Self::Clear(texture.clone(), base, [range.mip_level_count, range.array_layer_count])
    }

    /// # Errors
    /// What is invalid.
    pub fn run(&self, device: &Shared) -> Result<(), String> {
        match self {
            Self::ToTexture(rows, region, size) => {
                let (_, len) = region.rows(*size)?;
                let starts = rows.starts(*size, len, BufferUsages::COPY_SRC)?;
                let mut contents = rows.buffer.lock();
                let range = span(&starts, len);
                let written = contents.history.is_written(&range);
                contents.history.read(&range);
                let texels = gathered(&contents.bytes, &starts, len);
                drop(contents);
                if !written && len > 0 {
                    let how = format!("it is copied to the texture `{}`", region.texture.texels.label);
                    device.session.read_before_written(&rows.buffer, &how, "what fills it is missing, or comes later");
                }
                region.write(*size, &texels, None)
            }
            Self::ToBuffer(region, rows, size) => {
                let (_, len) = region.rows(*size)?;
                let starts = rows.starts(*size, len, BufferUsages::COPY_DST)?;
                let how = format!("it is copied to the buffer `{}`", rows.buffer.label);
                let texels = region.read(device, *size, &how)?;
                let mut contents = rows.buffer.lock();
                for (start, row) in starts.iter().zip(texels.chunks(len.max(1))) {
                    contents.bytes[*start..*start + len].copy_from_slice(row);
                }
                contents.history.write(span(&starts, len));
                Ok(())
            }
            Self::Between(from, to, size) => {
                let how = format!("it is copied to the texture `{}`", to.texture.texels.label);
                let texels = from.read(device, *size, &how)?;
                if from.texture.shape.format.bytes() != to.texture.shape.format.bytes() {
                    return Err("copy_texture_to_texture: the two have texels of different sizes".to_owned());
                }
                to.write(*size, &texels, None)
            }
            Self::Clear(texture, base, count) => {
                let shape = texture.shape;
                let end = |axis: usize, all: u32| count[axis].map_or(all, |count| base[axis].saturating_add(count));
                for level in base[0]..end(0, shape.levels).min(shape.levels) {
                    let [x, y, z] = shape.level_size(level);
                    let layers = if shape.layers() > 1 { end(1, z).min(z).saturating_sub(base[1]) } else { z };
                    let (rows, len) = texture.rows(level, [0, 0, base[1]], [x, y, layers])?;
                    let mut contents = texture.texels.lock();
                    rows.iter().for_each(|start| contents.bytes[*start..*start + len].fill(0));
                    contents.history.write(span(&rows, len));
                }
                Ok(())
            }
        }
    }
}

/// From the first row's start to the last one's end.
fn span(starts: &[usize], len: usize) -> std::ops::Range<u64> {
    let first = starts.first().copied().unwrap_or(0) as u64;
    first..starts.last().map_or(first, |last| (last + len) as u64)
}
