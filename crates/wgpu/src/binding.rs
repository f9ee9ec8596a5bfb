//! Bind group layouts, bind groups and pipeline layouts.

use std::sync::Arc;

use wgpu::custom::{BindGroupInterface, BindGroupLayoutInterface, PipelineLayoutInterface};
use wgpu::{BindGroupLayoutEntry, BindingResource, BindingType, BufferBindingType, ShaderStages};

use lockstep_sim::kernel::{self, Kernel, Space};

use crate::buffer::{Buffer, Memory};

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
        let entries: Vec<_> = bindings
            .map(|binding| BindGroupLayoutEntry {
                binding: binding.binding,
                visibility: ShaderStages::COMPUTE,
                ty: BindingType::Buffer { ty: buffer_type(binding), has_dynamic_offset: false, min_binding_size: None },
                count: None,
            })
            .collect();
        Self::new(&entries)
    }
}

fn buffer_type(binding: &kernel::Binding) -> BufferBindingType {
    match binding.space {
        Space::Uniform => BufferBindingType::Uniform,
        Space::Storage => BufferBindingType::Storage { read_only: binding.access == kernel::AccessMode::Read },
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
}

impl BindGroupInterface for BindGroup {}

impl BindGroup {
    /// # Errors
    /// What does not fit the layout, or is not a buffer.
    pub fn new(desc: &wgpu::BindGroupDescriptor<'_>) -> Result<Self, String> {
        let label = crate::label_of(desc.label, "a bind group without a label");
        let layout: &BindGroupLayout = desc.layout.as_custom().expect("the layout is one of the simulator's instance");
        let mut slices = Vec::new();
        for entry in desc.entries {
            slices.push(
                slice(layout, entry)
                    .map_err(|why| format!("the bind group `{label}`, binding {}: {why}", entry.binding))?,
            );
        }
        let absent = layout.entries.iter().find(|wanted| slices.iter().all(|slice| slice.binding != wanted.binding));
        match absent {
            Some(absent) => Err(format!(
                "the bind group `{label}` has nothing at binding {}, which its layout asks for",
                absent.binding
            )),
            None => Ok(Self { label, slices: slices.into() }),
        }
    }

    /// A group without anything in it, in place of one that was refused.
    pub fn empty() -> Self {
        Self { label: "a bind group that was refused".into(), slices: [].into() }
    }
}

fn slice(layout: &BindGroupLayout, entry: &wgpu::BindGroupEntry<'_>) -> Result<Slice, String> {
    let at = layout.entries.iter().position(|wanted| wanted.binding == entry.binding);
    let wanted = at.map(|at| &layout.entries[at]).ok_or("its layout has no such binding")?;
    let BindingResource::Buffer(bound) = &entry.resource else {
        return Err("the simulator binds buffers; textures, samplers and arrays of buffers are not simulated".into());
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
        let groups = kernel.bindings.iter().map(|binding| binding.group + 1).max();
        let groups = (0..groups.unwrap_or(0)).map(|group| Some(BindGroupLayout::of_kernel(kernel, group)));
        Self { groups: groups.collect() }
    }

    /// Why a kernel cannot be used with this layout.
    pub fn mismatch(&self, kernel: &Kernel) -> Option<String> {
        kernel.bindings.iter().find_map(|binding| {
            let group = self.groups.get(binding.group as usize).and_then(Option::as_ref);
            let entry = group.and_then(|group| group.entries.iter().find(|entry| entry.binding == binding.binding));
            let place = format!("@group({}) @binding({})", binding.group, binding.binding);
            let name = &binding.name;
            match entry.map(|entry| entry.ty) {
                None => Some(format!("the layout has nothing at {place}, where the shader has `{name}`")),
                Some(BindingType::Buffer { ty, .. }) if ty == buffer_type(binding) => None,
                Some(other) => Some(format!(
                    "the layout has {other:?} at {place}, but the shader's `{name}` is {:?}",
                    buffer_type(binding)
                )),
            }
        })
    }
}
