//! Bind group layouts, bind groups and pipeline layouts.

use std::sync::Arc;

use wgpu::custom::{BindGroupInterface, BindGroupLayoutInterface, PipelineLayoutInterface};
use wgpu::{
    BindGroupLayoutEntry, BindingResource, BindingType, BufferBindingType, SamplerBindingType, ShaderStages,
    StorageTextureAccess, TextureSampleType, TextureViewDimension,
};

use lockstep_sim::kernel::{self, Kernel, Space};
use lockstep_sim::texture::{Dimension, ResourceType, Texel, TextureClass};

use crate::buffer::{Buffer, Memory};
use crate::texture::{self, Sampler, View};

/// A bind group layout; clones share it.
#[derive(Debug, Clone)]
pub struct BindGroupLayout {
    pub entries: Arc<[BindGroupLayoutEntry]>,
}

impl BindGroupLayoutInterface for BindGroupLayout {}

impl BindGroupLayout {
    pub fn new(entries: &[BindGroupLayoutEntry]) -> Self {
        let mut entries = entries.to_vec();
        entries.sort_by_key(|entry| entry.binding);
        Self { entries: entries.into() }
    }

    /// The layout that a kernel's declarations ask of one group.
    pub fn of_kernel(kernel: &Kernel, group: u32) -> Self {
        let bindings = kernel.bindings.iter().filter(|binding| binding.group == group);
        let entries = bindings.map(|binding| BindGroupLayoutEntry {
            binding: binding.binding,
            visibility: ShaderStages::COMPUTE,
            ty: BindingType::Buffer { ty: buffer_type(binding), has_dynamic_offset: false, min_binding_size: None },
            count: None,
        });
        let resources = kernel.resources.iter().filter(|resource| resource.group == group);
        let resources = resources.map(|resource| BindGroupLayoutEntry {
            binding: resource.binding,
            visibility: ShaderStages::COMPUTE,
            ty: resource_type(&resource.ty),
            count: None,
        });
        Self::new(&entries.chain(resources).collect::<Vec<_>>())
    }
}

fn buffer_type(binding: &kernel::Binding) -> BufferBindingType {
    match binding.space {
        Space::Uniform => BufferBindingType::Uniform,
        Space::Storage => BufferBindingType::Storage { read_only: binding.access == kernel::AccessMode::Read },
    }
}

/// The layout entry that a declaration asks for.
fn resource_type(ty: &ResourceType) -> BindingType {
    let texture = match ty {
        ResourceType::Sampler { comparison: true } => return BindingType::Sampler(SamplerBindingType::Comparison),
        ResourceType::Sampler { comparison: false } => return BindingType::Sampler(SamplerBindingType::Filtering),
        ResourceType::Texture(texture) => texture,
    };
    let view_dimension = match (texture.dimension, texture.arrayed) {
        (Dimension::D1, _) => TextureViewDimension::D1,
        (Dimension::D2, false) => TextureViewDimension::D2,
        (Dimension::D2, true) => TextureViewDimension::D2Array,
        (Dimension::D3, _) => TextureViewDimension::D3,
    };
    let sample_type = match texture.class {
        TextureClass::Depth => TextureSampleType::Depth,
        TextureClass::Sampled(Texel::Sint) => TextureSampleType::Sint,
        TextureClass::Sampled(Texel::Uint) => TextureSampleType::Uint,
        TextureClass::Sampled(Texel::Float) => TextureSampleType::Float { filterable: true },
        TextureClass::Storage { format, loads, stores } => {
            let access = match (loads, stores) {
                (true, true) => StorageTextureAccess::ReadWrite,
                (true, false) => StorageTextureAccess::ReadOnly,
                (false, _) => StorageTextureAccess::WriteOnly,
            };
            return BindingType::StorageTexture { access, format: texture::storage_format(format), view_dimension };
        }
    };
    BindingType::Texture { sample_type, view_dimension, multisampled: false }
}

/// Whether what a layout has serves a declaration; a texture that is only loaded need not be filterable.
fn serves(entry: BindingType, wanted: BindingType) -> bool {
    match (entry, wanted) {
        (
            BindingType::Texture { sample_type: TextureSampleType::Float { .. }, view_dimension, multisampled },
            BindingType::Texture {
                sample_type: TextureSampleType::Float { .. },
                view_dimension: wanted_dimension,
                multisampled: wanted_multisampled,
            },
        ) => view_dimension == wanted_dimension && multisampled == wanted_multisampled,
        (BindingType::Sampler(a), BindingType::Sampler(b)) => {
            (a == SamplerBindingType::Comparison) == (b == SamplerBindingType::Comparison)
        }
        _ => entry == wanted,
    }
}

/// A texture view or a sampler in a bind group.
#[derive(Debug, Clone)]
pub enum Resource {
    View(u32, View),
    Sampler(u32, Sampler),
}

impl Resource {
    pub fn binding(&self) -> u32 {
        match self {
            Self::View(binding, _) | Self::Sampler(binding, _) => *binding,
        }
    }
}

/// Part of a buffer.
#[derive(Debug, Clone)]
pub struct Slice {
    pub binding: u32,
    pub buffer: Arc<Memory>,
    pub offset: u64,
    pub size: u64,
    /// The place among the dynamic offsets, where it takes one.
    pub dynamic: Option<usize>,
}

/// A bind group; clones share it.
#[derive(Debug, Clone)]
pub struct BindGroup {
    pub label: Arc<str>,
    pub slices: Arc<[Slice]>,
    pub resources: Arc<[Resource]>,
}

impl BindGroupInterface for BindGroup {}

impl BindGroup {
    /// # Errors
    /// What does not fit the layout, or is not a buffer.
    pub fn new(desc: &wgpu::BindGroupDescriptor<'_>) -> Result<Self, String> {
        let label = crate::label_of(desc.label, "a bind group without a label");
        let layout: &BindGroupLayout = desc.layout.as_custom().expect("the layout is one of the simulator's instance");
        let (mut slices, mut resources): (Vec<Slice>, Vec<Resource>) = (Vec::new(), Vec::new());
        for entry in desc.entries {
            let refused = |why: String| format!("the bind group `{label}`, binding {}: {why}", entry.binding);
            match &entry.resource {
                BindingResource::TextureView(view) => {
                    let view: &View = view.as_custom().expect("the view is one of the simulator's instance");
                    resources.push(Resource::View(entry.binding, view.clone()));
                }
                BindingResource::Sampler(sampler) => {
                    let sampler: Option<&Sampler> = sampler.as_custom();
                    let sampler = sampler.ok_or_else(|| refused("the sampler was refused".to_owned()))?;
                    resources.push(Resource::Sampler(entry.binding, sampler.clone()));
                }
                _ => slices.push(slice(layout, entry).map_err(refused)?),
            }
        }
        let is_there = |binding: u32| {
            slices.iter().any(|slice| slice.binding == binding)
                || resources.iter().any(|resource| resource.binding() == binding)
        };
        let absent = layout.entries.iter().find(|wanted| !is_there(wanted.binding));
        match absent {
            Some(absent) => Err(format!(
                "the bind group `{label}` has nothing at binding {}, which its layout asks for",
                absent.binding
            )),
            None => Ok(Self { label, slices: slices.into(), resources: resources.into() }),
        }
    }

    /// A group without anything in it, in place of one that was refused.
    pub fn empty() -> Self {
        Self { label: "a bind group that was refused".into(), slices: [].into(), resources: [].into() }
    }
}

fn slice(layout: &BindGroupLayout, entry: &wgpu::BindGroupEntry<'_>) -> Result<Slice, String> {
    let at = layout.entries.iter().position(|wanted| wanted.binding == entry.binding);
    let wanted = at.map(|at| &layout.entries[at]).ok_or("its layout has no such binding")?;
    let BindingResource::Buffer(bound) = &entry.resource else {
        return Err("arrays of bindings and acceleration structures are not simulated".into());
    };
    let buffer: &Buffer = bound.buffer.as_custom().expect("the buffer is one of the simulator's instance");
    let memory = buffer.memory.clone();
    let end = match bound.size {
        Some(size) => bound.offset.checked_add(size.get()),
        None => Some(memory.size),
    };
    let end = end.filter(|end| *end <= memory.size && *end > bound.offset).ok_or_else(|| {
        format!(
            "{} bytes from byte {} on are asked of `{}`, which has {}",
            bound.size.map_or(0, u64::from),
            bound.offset,
            memory.label,
            memory.size
        )
    })?;
    let earlier = layout.entries.iter().take(at.unwrap_or(0));
    let dynamic = is_dynamic(wanted).then(|| earlier.filter(|entry| is_dynamic(entry)).count());
    Ok(Slice { binding: entry.binding, buffer: memory, offset: bound.offset, size: end - bound.offset, dynamic })
}

fn is_dynamic(entry: &BindGroupLayoutEntry) -> bool {
    matches!(entry.ty, BindingType::Buffer { has_dynamic_offset: true, .. })
}

/// A pipeline layout; clones share it.
#[derive(Debug, Clone)]
pub struct PipelineLayout {
    pub groups: Arc<[Option<BindGroupLayout>]>,
}

impl PipelineLayoutInterface for PipelineLayout {}

impl PipelineLayout {
    pub fn new(desc: &wgpu::PipelineLayoutDescriptor<'_>) -> Self {
        let groups = desc
            .bind_group_layouts
            .iter()
            .map(|layout| layout.and_then(|layout| layout.as_custom::<BindGroupLayout>().cloned()));
        Self { groups: groups.collect() }
    }

    /// The layout that a kernel's declarations ask for.
    pub fn of_kernel(kernel: &Kernel) -> Self {
        let buffers = kernel.bindings.iter().map(|binding| binding.group);
        let resources = kernel.resources.iter().map(|resource| resource.group);
        let groups = buffers.chain(resources).map(|group| group + 1).max();
        let groups = (0..groups.unwrap_or(0)).map(|group| Some(BindGroupLayout::of_kernel(kernel, group)));
        Self { groups: groups.collect() }
    }

    /// Why a kernel cannot be used with this layout.
    pub fn mismatch(&self, kernel: &Kernel) -> Option<String> {
        let entry = |group: u32, binding: u32| {
            let group = self.groups.get(group as usize).and_then(Option::as_ref)?;
            group.entries.iter().find(|entry| entry.binding == binding).map(|entry| entry.ty)
        };
        let wrong = |(group, binding): (u32, u32), name: &str, found: Option<BindingType>, wanted: String| {
            let place = format!("@group({group}) @binding({binding})");
            match found {
                None => format!("the layout has nothing at {place}, where the shader has `{name}`"),
                Some(other) => format!("the layout has {other:?} at {place}, but the shader's `{name}` is {wanted}"),
            }
        };
        let buffer = kernel.bindings.iter().find_map(|binding| match entry(binding.group, binding.binding) {
            Some(BindingType::Buffer { ty, .. }) if ty == buffer_type(binding) => None,
            found => {
                let wanted = format!("{:?}", buffer_type(binding));
                Some(wrong((binding.group, binding.binding), &binding.name, found, wanted))
            }
        });
        buffer.or_else(|| {
            kernel.resources.iter().find_map(|resource| {
                let found = entry(resource.group, resource.binding);
                let wanted = resource_type(&resource.ty);
                let fits = found.is_some_and(|found| serves(found, wanted));
                let place = (resource.group, resource.binding);
                (!fits).then(|| wrong(place, &resource.name, found, format!("{wanted:?}")))
            })
        })
    }
}
