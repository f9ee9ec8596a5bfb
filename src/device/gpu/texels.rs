//! Textures and samplers on the device, and texels on their way to and from them.

use wgpu::{TextureFormat, TextureUsages, TextureViewDimension};

use super::fault::Faults;
use super::resources::read_mapped;
use crate::device::DeviceError;
use crate::sim::texture::{AddressMode, Compare, Dimension, FilterMode, Sampler, Texture, TextureClass, TextureType};

/// A texture with the view that a kernel sees.
pub struct Texels {
    texture: wgpu::Texture,
    pub view: wgpu::TextureView,
    shape: Texture,
}

impl Texels {
    pub fn new(
        device: &wgpu::Device,
        faults: &Faults,
        label: &str,
        shape: Texture,
        ty: TextureType,
    ) -> Result<Self, DeviceError> {
        let format =
            format(&shape).ok_or_else(|| DeviceError::Refused(format!("it has no texels of {}", shape.format)))?;
        let bound = match ty.class {
            TextureClass::Storage { .. } => TextureUsages::STORAGE_BINDING,
            TextureClass::Sampled(_) | TextureClass::Depth => TextureUsages::TEXTURE_BINDING,
        };
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: extent(&shape),
            mip_level_count: shape.levels,
            sample_count: 1,
            dimension: match shape.dimension {
                Dimension::D1 => wgpu::TextureDimension::D1,
                Dimension::D2 => wgpu::TextureDimension::D2,
                Dimension::D3 => wgpu::TextureDimension::D3,
            },
            format,
            usage: bound | TextureUsages::COPY_SRC | TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(match (shape.dimension, ty.arrayed) {
                (Dimension::D1, _) => TextureViewDimension::D1,
                (Dimension::D2, false) => TextureViewDimension::D2,
                (Dimension::D2, true) => TextureViewDimension::D2Array,
                (Dimension::D3, _) => TextureViewDimension::D3,
            }),
            ..Default::default()
        });
        faults.check()?;
        Ok(Self { texture, view, shape })
    }

    pub fn destroy(&self) {
        self.texture.destroy();
    }

    /// Bytes of a row of texels, as the host has them.
    fn row(&self) -> u32 {
        self.shape.size[0] * self.shape.format.bytes()
    }

    /// Texels of the first level: rows of rows, with nothing between them.
    pub fn write(&self, queue: &wgpu::Queue, bytes: &[u8]) {
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(self.row()),
            rows_per_image: Some(self.shape.size[1]),
        };
        queue.write_texture(self.texture.as_image_copy(), bytes, layout, extent(&self.shape));
    }

    /// As [`Texels::write`] takes them.
    pub async fn read(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        faults: &Faults,
    ) -> Result<Vec<u8>, DeviceError> {
        let (row, padded) = (self.row(), self.row().next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT));
        let [_, rows, images] = self.shape.size;
        let size = u64::from(padded) * u64::from(rows) * u64::from(images);
        let staging = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("texels read back"),
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(padded), rows_per_image: Some(rows) };
        let into = wgpu::TexelCopyBufferInfo { buffer: &staging, layout };
        let mut encoder = device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(self.texture.as_image_copy(), into, extent(&self.shape));
        queue.submit([encoder.finish()]);
        let mut all = Vec::with_capacity(size as usize);
        read_mapped(device, faults, &staging, size, &mut all).await?;
        staging.destroy();
        Ok(all.chunks(padded as usize).flat_map(|chunk| &chunk[..row as usize]).copied().collect())
    }
}

fn extent(shape: &Texture) -> wgpu::Extent3d {
    let [width, height, depth_or_array_layers] = shape.size;
    wgpu::Extent3d { width, height, depth_or_array_layers }
}

/// A sampler as wgpu has it.
pub fn sampler(
    device: &wgpu::Device,
    faults: &Faults,
    label: &str,
    sampler: &Sampler,
) -> Result<wgpu::Sampler, DeviceError> {
    let filter = |mode| match mode {
        FilterMode::Nearest => wgpu::FilterMode::Nearest,
        FilterMode::Linear => wgpu::FilterMode::Linear,
    };
    let [u, v, w] = sampler.address.map(|mode| match mode {
        AddressMode::ClampToEdge => wgpu::AddressMode::ClampToEdge,
        AddressMode::Repeat => wgpu::AddressMode::Repeat,
        AddressMode::MirrorRepeat => wgpu::AddressMode::MirrorRepeat,
    });
    let made = device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some(label),
        address_mode_u: u,
        address_mode_v: v,
        address_mode_w: w,
        mag_filter: filter(sampler.magnify),
        min_filter: filter(sampler.minify),
        mipmap_filter: match sampler.levels {
            FilterMode::Nearest => wgpu::MipmapFilterMode::Nearest,
            FilterMode::Linear => wgpu::MipmapFilterMode::Linear,
        },
        lod_min_clamp: sampler.lod[0],
        lod_max_clamp: sampler.lod[1],
        compare: sampler.compare.map(compare),
        anisotropy_clamp: 1,
        border_color: None,
    });
    faults.check()?;
    Ok(made)
}

fn compare(compare: Compare) -> wgpu::CompareFunction {
    match compare {
        Compare::Never => wgpu::CompareFunction::Never,
        Compare::Less => wgpu::CompareFunction::Less,
        Compare::Equal => wgpu::CompareFunction::Equal,
        Compare::LessEqual => wgpu::CompareFunction::LessEqual,
        Compare::Greater => wgpu::CompareFunction::Greater,
        Compare::NotEqual => wgpu::CompareFunction::NotEqual,
        Compare::GreaterEqual => wgpu::CompareFunction::GreaterEqual,
        Compare::Always => wgpu::CompareFunction::Always,
    }
}

/// wgpu's name of a texture's format; `None` for those that no host may fill.
fn format(shape: &Texture) -> Option<TextureFormat> {
    use TextureFormat as F;
    let all = [
        [F::R8Unorm, F::R8Snorm, F::R8Uint, F::R8Sint],
        [F::Rg8Unorm, F::Rg8Snorm, F::Rg8Uint, F::Rg8Sint],
        [F::Rgba8Unorm, F::Rgba8Snorm, F::Rgba8Uint, F::Rgba8Sint],
        [F::Rgba8UnormSrgb, F::Bgra8Unorm, F::Bgra8UnormSrgb, F::Rgb9e5Ufloat],
        [F::Rgb10a2Uint, F::Rgb10a2Unorm, F::Rg11b10Ufloat, F::R16Float],
        [F::R16Unorm, F::R16Snorm, F::R16Uint, F::R16Sint],
        [F::Rg16Unorm, F::Rg16Snorm, F::Rg16Uint, F::Rg16Sint],
        [F::Rgba16Unorm, F::Rgba16Snorm, F::Rgba16Uint, F::Rgba16Sint],
        [F::Rg16Float, F::Rgba16Float, F::R32Float, F::Rg32Float],
        [F::R32Uint, F::R32Sint, F::Rg32Uint, F::Rg32Sint],
        [F::Rgba32Uint, F::Rgba32Sint, F::Rgba32Float, F::Rgba32Float],
    ];
    let name = |format: &F| format!("{format:?}").to_lowercase().replace("srgb", "-srgb");
    all.into_iter().flatten().find(|format| name(format) == shape.format.name())
}
