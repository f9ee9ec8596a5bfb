//! Runs commands.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lockstep_sim::texture::{ResourceType, Resources, TextureClass, TextureType};
use lockstep_sim::{Launch, Options, simulate};
use wgpu::{BufferUsages, TextureUsages};

use crate::binding::Resource;
use crate::buffer::Memory;
use crate::device::Shared;
use crate::encoder::{Bound, Command, Dispatch, Workgroups};
use crate::texture::View;

impl Command {
    /// Runs the command; what is invalid is raised on the device.
    pub fn execute(&self, device: &Shared) {
        let done = match self {
            Self::Copy { from, to, bytes } => copy(device, from, to, *bytes),
            Self::Clear { buffer, offset, bytes } => clear(buffer, *offset, *bytes),
            Self::Transfer(transfer) => transfer.run(device),
            Self::Dispatch(dispatch) => dispatch.run(device),
            Self::Timestamp { set, index } => {
                set.set(*index, device.session.clock_ns());
                Ok(())
            }
            Self::Resolve { set, first, count, to } if first + count <= set.len() => {
                write(to, &set.bytes(*first, *count))
            }
            Self::Resolve { set, .. } => Err(format!("resolve_query_set: the set has {} queries", set.len())),
        };
        if let Err(why) = done {
            device.invalid(format!("Queue::submit: {why}"));
        }
    }
}

fn write(to: &(Arc<Memory>, u64), bytes: &[u8]) -> Result<(), String> {
    let (buffer, offset) = to;
    let end = buffer.end_of(*offset, bytes.len() as u64, BufferUsages::empty())?;
    let mut contents = buffer.lock();
    contents.bytes[*offset as usize..end].copy_from_slice(bytes);
    contents.history.write(*offset..end as u64);
    Ok(())
}

fn copy(device: &Shared, from: &(Arc<Memory>, u64), to: &(Arc<Memory>, u64), bytes: Option<u64>) -> Result<(), String> {
    let bytes = bytes.unwrap_or(from.0.size.saturating_sub(from.1));
    let end = from.0.end_of(from.1, bytes, BufferUsages::COPY_SRC)?;
    to.0.end_of(to.1, bytes, BufferUsages::COPY_DST)?;
    if Arc::ptr_eq(&from.0, &to.0) {
        return Err(format!("copy_buffer_to_buffer: `{}` is copied to itself", from.0.label));
    }
    let mut source = from.0.lock();
    let range = from.1..end as u64;
    if bytes > 0 && !source.history.is_written(&range) {
        device.session.read_before_written(
            &from.0,
            &format!("it is copied to `{}`", to.0.label),
            "the dispatch or the upload that fills it is missing, or comes later",
        );
    }
    source.history.read(&range);
    let copied = source.bytes[from.1 as usize..end].to_vec();
    drop(source);
    write(to, &copied)
}

fn clear(buffer: &Memory, offset: u64, bytes: Option<u64>) -> Result<(), String> {
    let bytes = bytes.unwrap_or(buffer.size.saturating_sub(offset));
    let end = buffer.end_of(offset, bytes, BufferUsages::COPY_DST)?;
    let mut contents = buffer.lock();
    contents.bytes[offset as usize..end].fill(0);
    contents.history.write(offset..end as u64);
    Ok(())
}

impl Dispatch {
    fn run(&self, device: &Shared) -> Result<(), String> {
        let workgroups = self.workgroups(device)?;
        if workgroups.contains(&0) {
            return Ok(());
        }
        let mut bindings = BTreeMap::new();
        let mut outputs = BTreeSet::new();
        for bound in self.used() {
            let place = (bound.group, bound.binding);
            bindings.insert(place, self.take(bound)?);
            let range = bound.offset..bound.offset + bound.size;
            let mut contents = bound.buffer.lock();
            if !contents.history.is_written(&range) {
                outputs.insert(place);
            }
            contents.history.read(&range);
        }
        self.told_of_unwritten(device, &outputs);
        self.refuse_aliases()?;
        let resources = self.take_resources(device, &mut bindings, &mut outputs)?;
        let program = self.pipeline.program(device)?;
        let mut immediates = self.immediates.clone();
        immediates.resize(immediates.len().max(device.limits.max_immediate_size as usize), 0);
        let launch = Launch { workgroups, bindings: &mut bindings, immediates: &immediates };
        let options = Options { outputs, resources, ..Options::default() };
        let simulation = simulate(program, launch, &device.session.machine, &options)
            .map_err(|error| format!("the dispatch of `{}`: {error}", self.pipeline.label))?;
        for bound in self.used().filter(|bound| self.writes(bound)) {
            if let Some(bytes) = bindings.get(&(bound.group, bound.binding)) {
                let mut contents = bound.buffer.lock();
                let range = bound.offset..bound.offset + bound.size;
                contents.bytes[range.start as usize..range.end as usize].copy_from_slice(bytes);
                contents.history.write(range);
            }
        }
        self.put_textures(&bindings);
        device.session.ran(&self.pass, &self.pipeline, simulation);
        Ok(())
    }

    /// The views that the kernel uses, with whether it loads and stores.
    fn views(&self) -> impl Iterator<Item = ((u32, u32), &View, bool, bool)> {
        self.resources.iter().filter_map(|(group, resource)| {
            let Resource::View(binding, view) = resource else {
                return None;
            };
            let declared = &self.pipeline.kernel.resources;
            let declared = declared.iter().find(|known| (known.group, known.binding) == (*group, *binding))?;
            let (loads, stores) = match declared.ty {
                ResourceType::Texture(TextureType { class: TextureClass::Storage { loads, stores, .. }, .. }) => {
                    (loads, stores)
                }
                _ => (true, false),
            };
            Some(((*group, *binding), view, loads, stores))
        })
    }

    /// The texels of the views, their shapes, and the samplers.
    fn take_resources(
        &self,
        device: &Shared,
        bindings: &mut BTreeMap<(u32, u32), Vec<u8>>,
        outputs: &mut BTreeSet<(u32, u32)>,
    ) -> Result<Resources, String> {
        let mut resources = Resources::default();
        for (group, resource) in &self.resources {
            if let Resource::Sampler(binding, sampler) = resource {
                resources.samplers.insert((*group, *binding), sampler.0);
            }
        }
        for (place, view, loads, stores) in self.views() {
            let usage = match self.is_storage(place) {
                true => TextureUsages::STORAGE_BINDING,
                false => TextureUsages::TEXTURE_BINDING,
            };
            if let Some(refusal) = view.texture.refusal(usage) {
                return Err(format!("the dispatch of `{}`: {refusal}", self.pipeline.label));
            }
            if stores && self.views().any(|(other, again, ..)| other != place && view.overlaps(again)) {
                return Err(format!(
                    "the dispatch of `{}`: the texture `{}` is bound for storing and a second time",
                    self.pipeline.label, view.texture.texels.label
                ));
            }
            let mut contents = view.texture.texels.lock();
            let written = view.ranges().any(|range| contents.history.is_written(&range));
            let ranges = view.ranges();
            let texels = ranges.flat_map(|range| contents.bytes[range.start as usize..range.end as usize].to_vec());
            bindings.insert(place, texels.collect());
            if loads {
                view.ranges().for_each(|range| contents.history.read(&range));
            }
            drop(contents);
            resources.textures.insert(place, view.shape);
            if !written && stores {
                outputs.insert(place);
            } else if !written {
                device.session.read_before_written(
                    &view.texture.texels,
                    &format!("`{}` in the pass `{}` reads it", self.pipeline.label, self.pass),
                    "its upload, or the dispatch that fills it, is missing",
                );
            }
        }
        Ok(resources)
    }

    fn is_storage(&self, place: (u32, u32)) -> bool {
        let declared = &self.pipeline.kernel.resources;
        declared.iter().any(|known| {
            let storage =
                matches!(known.ty, ResourceType::Texture(TextureType { class: TextureClass::Storage { .. }, .. }));
            storage && (known.group, known.binding) == place
        })
    }

    /// Writes home what the kernel stored.
    fn put_textures(&self, bindings: &BTreeMap<(u32, u32), Vec<u8>>) {
        for (place, view, _, _) in self.views().filter(|(.., stores)| *stores) {
            let Some(texels) = bindings.get(&place) else {
                continue;
            };
            let (mut contents, mut from) = (view.texture.texels.lock(), 0);
            for range in view.ranges() {
                let len = (range.end - range.start) as usize;
                contents.bytes[range.start as usize..][..len].copy_from_slice(&texels[from..from + len]);
                contents.history.write(range);
                from += len;
            }
        }
    }

    /// What is bound where the kernel uses it.
    fn used(&self) -> impl Iterator<Item = &Bound> {
        self.bound.iter().filter(|bound| self.declared(bound).is_some())
    }

    fn declared(&self, bound: &Bound) -> Option<&lockstep_sim::kernel::Binding> {
        let bindings = &self.pipeline.kernel.bindings;
        bindings.iter().find(|binding| (binding.group, binding.binding) == (bound.group, bound.binding))
    }

    fn writes(&self, bound: &Bound) -> bool {
        let access = self.declared(bound).map(|binding| binding.access);
        access == Some(lockstep_sim::kernel::AccessMode::ReadWrite)
    }

    /// The bytes of a slice.
    fn take(&self, bound: &Bound) -> Result<Vec<u8>, String> {
        let space = self.declared(bound).map(|binding| binding.space);
        let usage = match space {
            Some(lockstep_sim::kernel::Space::Uniform) => BufferUsages::UNIFORM,
            _ => BufferUsages::STORAGE,
        };
        if let Some(refusal) = bound.buffer.refusal(usage) {
            return Err(format!("the dispatch of `{}`: {refusal}", self.pipeline.label));
        }
        let contents = bound.buffer.lock();
        Ok(contents.bytes[bound.offset as usize..][..bound.size as usize].to_vec())
    }

    /// Inputs that nothing has written; what a kernel may write is looked at word by word while it runs.
    fn told_of_unwritten(&self, device: &Shared, unwritten: &BTreeSet<(u32, u32)>) {
        for bound in self.used().filter(|bound| !self.writes(bound)) {
            if unwritten.contains(&(bound.group, bound.binding)) {
                device.session.read_before_written(
                    &bound.buffer,
                    &format!("`{}` in the pass `{}` reads it", self.pipeline.label, self.pass),
                    "its upload, or the dispatch that fills it, is missing",
                );
            }
        }
    }

    /// Nothing that the kernel writes may be bound a second time.
    fn refuse_aliases(&self) -> Result<(), String> {
        for bound in self.used().filter(|bound| self.writes(bound)) {
            let again = self.used().find(|other| {
                (other.group, other.binding) != (bound.group, bound.binding)
                    && Arc::ptr_eq(&other.buffer, &bound.buffer)
                    && (!self.writes(other)
                        || (other.offset < bound.offset + bound.size && bound.offset < other.offset + other.size))
            });
            if let Some(again) = again {
                return Err(format!(
                    "the dispatch of `{}`: the buffer `{}` is bound for writing at @group({}) @binding({}) and again at @group({}) @binding({})",
                    self.pipeline.label, bound.buffer.label, bound.group, bound.binding, again.group, again.binding
                ));
            }
        }
        Ok(())
    }

    fn workgroups(&self, device: &Shared) -> Result<[u32; 3], String> {
        let (buffer, offset) = match &self.workgroups {
            Workgroups::Given(workgroups) => return Ok(*workgroups),
            Workgroups::Indirect(buffer, offset) => (buffer, *offset),
        };
        let end = buffer.end_of(offset, 12, BufferUsages::INDIRECT)?;
        let mut contents = buffer.lock();
        contents.history.read(&(offset..end as u64));
        let (words, _) = contents.bytes[offset as usize..end].as_chunks::<4>();
        let workgroups = [0, 1, 2].map(|at| u32::from_le_bytes(words[at]));
        let most = device.limits.max_compute_workgroups_per_dimension;
        // What wgpu's own check of an indirect dispatch does.
        Ok(match workgroups.iter().any(|count| *count > most) {
            true => [0; 3],
            false => workgroups,
        })
    }
}
