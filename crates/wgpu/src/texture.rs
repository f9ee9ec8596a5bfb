//! Textures, their views, and samplers.

use std::ops::Range;
use std::sync::Arc;

use lockstep_sim::texture::{self as sim, Dimension};
use wgpu::custom::{DispatchTextureView, SamplerInterface, TextureInterface, TextureViewInterface};
use wgpu::{BufferUsages, TextureDimension, TextureFormat, TextureUsages, TextureViewDimension};

use crate::buffer::Memory;
use crate::device::Shared;
use crate::refuse;

/// A texture; clones share it. Its texels lie as the simulator has them: level by level, layer by layer, row by row.
#[derive(Debug, Clone)]
pub struct Texture {
    pub texels: Arc<Memory>,
    pub shape: sim::Texture,
    pub usage: TextureUsages,
}

/// The simulator's name of a format, and of its texels.
fn format_of(format: TextureFormat) -> Result<sim::TexelFormat, String> {
    let name = format!("{format:?}").to_lowercase().replace("srgb", "-srgb");
    name.parse().map_err(|_| format!("the simulator has no textures of {format:?}"))
}

/// wgpu's name of a storage format.
///
/// # Panics
/// For one that no storage texture has.
pub fn storage_format(format: sim::TexelFormat) -> TextureFormat {
    let all = [
        TextureFormat::R8Unorm,
        TextureFormat::R8Snorm,
        TextureFormat::R8Uint,
        TextureFormat::R8Sint,
        TextureFormat::R16Uint,
        TextureFormat::R16Sint,
        TextureFormat::R16Unorm,
        TextureFormat::R16Snorm,
        TextureFormat::R16Float,
        TextureFormat::Rg8Unorm,
        TextureFormat::Rg8Snorm,
        TextureFormat::Rg8Uint,
        TextureFormat::Rg8Sint,
        TextureFormat::R32Uint,
        TextureFormat::R32Sint,
        TextureFormat::R32Float,
        TextureFormat::Rg16Uint,
        TextureFormat::Rg16Sint,
        TextureFormat::Rg16Unorm,
        TextureFormat::Rg16Snorm,
        TextureFormat::Rg16Float,
        TextureFormat::Rgba8Unorm,
        TextureFormat::Rgba8Snorm,
        TextureFormat::Rgba8Uint,
        TextureFormat::Rgba8Sint,
        TextureFormat::Bgra8Unorm,
        TextureFormat::Rgb10a2Uint,
        TextureFormat::Rgb10a2Unorm,
        TextureFormat::Rg11b10Ufloat,
        TextureFormat::Rg32Uint,
        TextureFormat::Rg32Sint,
        TextureFormat::Rg32Float,
        TextureFormat::Rgba16Uint,
        TextureFormat::Rgba16Sint,
        TextureFormat::Rgba16Unorm,
        TextureFormat::Rgba16Snorm,
        TextureFormat::Rgba16Float,
        TextureFormat::Rgba32Uint,
        TextureFormat::Rgba32Sint,
        TextureFormat::Rgba32Float,
    ];
    let found = all.into_iter().find(|known| format_of(*known).is_ok_and(|known| known == format));
    found.expect("naga has no other storage formats")
}

impl Texture {
    /// # Errors
    /// What the simulator has no textures of.
    pub fn new(desc: &wgpu::TextureDescriptor<'_>, device: &Shared) -> Result<Self, String> {
        let label = crate::label_of(desc.label, "a texture without a label");
        let dimension = match desc.dimension {
            TextureDimension::D1 => Dimension::D1,
            TextureDimension::D2 => Dimension::D2,
            TextureDimension::D3 => Dimension::D3,
        };
        let wgpu::Extent3d { width, height, depth_or_array_layers } = desc.size;
        let shape = sim::Texture {
            format: format_of(desc.format).map_err(|why| format!("`{label}`: {why}"))?,
            dimension,
            size: [width, height, depth_or_array_layers],
            levels: desc.mip_level_count,
        };
        if desc.sample_count != 1 {
            return Err(format!("`{label}`: the simulator has no multisampled textures"));
        }
        if let Some(problem) = shape.problem() {
            return Err(format!("`{label}`: {problem}"));
        }
        let bytes = shape.bytes();
        if bytes > device.limits.max_buffer_size {
            return Err(format!("`{label}` takes {bytes} bytes; the simulator holds less than 4 GiB of a texture"));
        }
        let texels = Memory::new(label, "texture", BufferUsages::all(), bytes, device.session.clone());
        Ok(Self { texels, shape, usage: desc.usage })
    }

    /// The simulator's texture behind wgpu's.
    ///
    /// # Panics
    /// Where it belongs to another instance, or was refused when it was made.
    pub fn of(texture: &wgpu::Texture) -> &Self {
        texture.as_custom().expect("the texture is one of the simulator's instance, and was not refused")
    }

    /// Why it cannot be used so.
    pub fn refusal(&self, usage: TextureUsages) -> Option<String> {
        let label = &self.texels.label;
        if self.texels.lock().destroyed {
            Some(format!("the texture `{label}` was destroyed"))
        } else if !self.usage.contains(usage) {
            Some(format!("the texture `{label}` was created for {:?}; this takes {usage:?}", self.usage))
        } else {
            None
        }
    }

    /// Where some rows of a level begin, and their bytes: those of a box of texels.
    pub fn rows(&self, level: u32, origin: [u32; 3], size: [u32; 3]) -> Result<(Vec<usize>, usize), String> {
        let sizes = self.shape.level_size(level);
        let fits = (0..3).all(|axis| origin[axis].checked_add(size[axis]).is_some_and(|end| end <= sizes[axis]));
        if level >= self.shape.levels || !fits {
            let label = &self.texels.label;
            return Err(format!("{size:?} texels from {origin:?} on end beyond level {level} of `{label}`"));
        }
        let [x, y, z] = origin.map(u64::from);
        let [width, height, _] = sizes.map(u64::from);
        let (start, texel) = (self.shape.level_start(level), u64::from(self.shape.format.bytes()));
        let layers = z..z + u64::from(size[2]);
        let rows = layers.flat_map(|z| (y..y + u64::from(size[1])).map(move |y| (z * height + y) * width + x));
        Ok((rows.map(|row| (start + row * texel) as usize).collect(), size[0] as usize * texel as usize))
    }
}

impl TextureInterface for Texture {
    fn create_view(&self, desc: &wgpu::TextureViewDescriptor<'_>) -> DispatchTextureView {
        match View::new(self, desc) {
            Ok(view) => DispatchTextureView::custom(view),
            Err(why) => refuse::call("Texture::create_view", &why),
        }
    }

    fn destroy(&self) {
        self.texels.lock().destroyed = true;
    }
}

/// Some levels and layers of a texture; clones share them.
#[derive(Debug, Clone)]
pub struct View {
    pub texture: Texture,
    pub levels: Range<u32>,
    pub layers: Range<u32>,
    /// What a kernel finds.
    pub shape: sim::Texture,
}

impl TextureViewInterface for View {}

impl View {
    fn new(texture: &Texture, desc: &wgpu::TextureViewDescriptor<'_>) -> Result<Self, String> {
        let label = &texture.texels.label;
        if matches!(desc.dimension, Some(TextureViewDimension::Cube | TextureViewDimension::CubeArray)) {
            return Err(format!("a view of `{label}`: the simulator has no cube textures"));
        }
        let part = |base: u32, count: Option<u32>, all: u32, what: &str| {
            let end = count.map_or(Some(all), |count| base.checked_add(count));
            let end = end.filter(|end| *end <= all && base < *end);
            end.map(|end| base..end).ok_or(format!("a view of `{label}`: it has {all} {what}"))
        };
        let levels = part(desc.base_mip_level, desc.mip_level_count, texture.shape.levels, "levels")?;
        let single = desc.dimension == Some(TextureViewDimension::D2) && texture.shape.layers() > 1;
        let count = desc.array_layer_count.or(single.then_some(1));
        let layers = part(desc.base_array_layer, count, texture.shape.layers(), "layers")?;
        let format = desc.format.map_or(Ok(texture.shape.format), format_of)?;
        if format.bytes() != texture.shape.format.bytes() {
            return Err(format!("a view of `{label}` as {format}: it holds {}", texture.shape.format));
        }
        let mut size = texture.shape.level_size(levels.start);
        if texture.shape.dimension != Dimension::D3 {
            size[2] = layers.end - layers.start;
        }
        let shape = sim::Texture { format, size, levels: levels.end - levels.start, ..texture.shape };
        Ok(Self { texture: texture.clone(), levels, layers, shape })
    }

    /// The bytes of each level's layers in the texture.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        let whole = self.texture.shape;
        self.levels.clone().map(move |level| {
            let layer = (whole.level_start(level + 1) - whole.level_start(level)) / u64::from(whole.layers());
            let start = whole.level_start(level);
            start + layer * u64::from(self.layers.start)..start + layer * u64::from(self.layers.end)
        })
    }

    /// Whether the two have a texel in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        let meet = |a: &Range<u32>, b: &Range<u32>| a.start < b.end && b.start < a.end;
        Arc::ptr_eq(&self.texture.texels, &other.texture.texels)
            && meet(&self.levels, &other.levels)
            && meet(&self.layers, &other.layers)
    }
}

#[derive(Debug, Clone)]
pub struct Sampler(pub sim::Sampler);

impl SamplerInterface for Sampler {}

impl Sampler {
    pub fn new(desc: &wgpu::SamplerDescriptor<'_>) -> Result<Self, String> {
        let address = |mode: wgpu::AddressMode| match mode {
            wgpu::AddressMode::ClampToEdge => Ok(sim::AddressMode::ClampToEdge),
            wgpu::AddressMode::Repeat => Ok(sim::AddressMode::Repeat),
            wgpu::AddressMode::MirrorRepeat => Ok(sim::AddressMode::MirrorRepeat),
            wgpu::AddressMode::ClampToBorder => Err("the simulator's samplers have no border colour".to_owned()),
        };
        let filter = |linear: bool| if linear { sim::FilterMode::Linear } else { sim::FilterMode::Nearest };
        Ok(Self(sim::Sampler {
            address: [address(desc.address_mode_u)?, address(desc.address_mode_v)?, address(desc.address_mode_w)?],
            magnify: filter(desc.mag_filter == wgpu::FilterMode::Linear),
            minify: filter(desc.min_filter == wgpu::FilterMode::Linear),
            levels: filter(desc.mipmap_filter == wgpu::MipmapFilterMode::Linear),
            lod: [desc.lod_min_clamp, desc.lod_max_clamp],
            compare: desc.compare.map(compare),
        }))
    }
}

fn compare(function: wgpu::CompareFunction) -> sim::Compare {
    match function {
        wgpu::CompareFunction::Never => sim::Compare::Never,
        wgpu::CompareFunction::Less => sim::Compare::Less,
        wgpu::CompareFunction::Equal => sim::Compare::Equal,
        wgpu::CompareFunction::LessEqual => sim::Compare::LessEqual,
        wgpu::CompareFunction::Greater => sim::Compare::Greater,
        wgpu::CompareFunction::NotEqual => sim::Compare::NotEqual,
        wgpu::CompareFunction::GreaterEqual => sim::Compare::GreaterEqual,
        wgpu::CompareFunction::Always => sim::Compare::Always,
    }
}
