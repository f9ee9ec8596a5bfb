//! Compute passes.

use std::collections::BTreeMap;
use std::sync::Arc;

use wgpu::custom::{
    ComputePassInterface, DispatchBindGroup, DispatchBuffer, DispatchComputePipeline, DispatchQuerySet,
    DispatchTextureView,
};

use crate::binding::{BindGroup, Resource, Slice};
use crate::buffer::Buffer;
use crate::device::Shared;
use crate::encoder::{Bound, Command, Dispatch, Recording, Workgroups};
use crate::pipeline::{Compute, Pipeline};
use crate::query::QuerySet;
use crate::refuse;
use crate::session::locked;

/// wgpu's compute pass.
#[derive(Debug)]
pub struct Pass {
    label: Arc<str>,
    groups: Vec<String>,
    pipeline: Option<Arc<Pipeline>>,
    bound: BTreeMap<u32, Vec<Bound>>,
    resources: BTreeMap<u32, Arc<[Resource]>>,
    immediates: Vec<u8>,
    recording: Recording,
    end: Option<Command>,
    device: Arc<Shared>,
}

impl Pass {
    pub fn new(
        label: Arc<str>,
        groups: Vec<String>,
        desc: &wgpu::ComputePassDescriptor<'_>,
        recording: Recording,
        device: Arc<Shared>,
    ) -> Self {
        let mut pass = Self {
            label,
            groups,
            pipeline: None,
            bound: BTreeMap::new(),
            resources: BTreeMap::new(),
            immediates: Vec::new(),
            recording,
            end: None,
            device,
        };
        if let Some(writes) = &desc.timestamp_writes {
            let set: &QuerySet =
                writes.query_set.as_custom().expect("the query set is one of the simulator's instance");
            let at = |index| Command::Timestamp { set: set.clone(), index };
            if let Some(index) = writes.beginning_of_pass_write_index {
                pass.record(at(index));
            }
            pass.end = writes.end_of_pass_write_index.map(at);
        }
        pass
    }

    fn record(&self, command: Command) {
        locked(&self.recording).push(command);
    }

    /// The label with the debug groups around it.
    fn name(&self) -> Arc<str> {
        if self.groups.is_empty() {
            return self.label.clone();
        }
        format!("{} > {}", self.label, self.groups.join(" > ")).into()
    }

    fn dispatch(&self, workgroups: Workgroups) {
        let Some(pipeline) = &self.pipeline else {
            self.device
                .invalid(format!("ComputePass::dispatch_workgroups in `{}`: no valid pipeline is set", self.label));
            return;
        };
        self.record(Command::Dispatch(Box::new(Dispatch {
            pass: self.name(),
            pipeline: pipeline.clone(),
            bound: self.bound.values().flatten().cloned().collect(),
            resources: (self.resources.iter())
                .flat_map(|(group, all)| all.iter().map(|resource| (*group, resource.clone())))
                .collect(),
            immediates: self.immediates.clone(),
            workgroups,
        })));
    }

    fn bind(&self, index: u32, group: &BindGroup, offsets: &[u32]) -> Result<Vec<Bound>, String> {
        let wanted = group.slices.iter().filter(|slice| slice.dynamic.is_some()).count();
        if wanted != offsets.len() {
            return Err(format!(
                "the bind group `{}` takes {wanted} dynamic offsets, {} are given",
                group.label,
                offsets.len()
            ));
        }
        let bound = |slice: &Slice| {
            let offset = slice.dynamic.map_or(0, |at| u64::from(offsets[at]));
            let offset = slice.offset + offset;
            if offset + slice.size > slice.buffer.size {
                return Err(format!(
                    "the bind group `{}`, binding {}: with its dynamic offset it ends beyond `{}`",
                    group.label, slice.binding, slice.buffer.label
                ));
            }
            Ok(Bound { group: index, binding: slice.binding, buffer: slice.buffer.clone(), offset, size: slice.size })
        };
        group.slices.iter().map(bound).collect()
    }
}

impl ComputePassInterface for Pass {
    fn set_pipeline(&mut self, pipeline: &DispatchComputePipeline) {
        let pipeline: &Compute = pipeline.as_custom().expect("the pipeline is one of the simulator's instance");
        self.pipeline.clone_from(&pipeline.inner);
    }

    fn set_bind_group(&mut self, index: u32, group: Option<&DispatchBindGroup>, offsets: &[u32]) {
        let Some(group) = group else {
            self.bound.remove(&index);
            self.resources.remove(&index);
            return;
        };
        let group: &BindGroup = group.as_custom().expect("the bind group is one of the simulator's instance");
        match self.bind(index, group, offsets) {
            Ok(bound) => {
                self.bound.insert(index, bound);
                self.resources.insert(index, group.resources.clone());
            }
            Err(why) => self.device.invalid(format!("ComputePass::set_bind_group: {why}")),
        }
    }

    fn set_immediates(&mut self, offset: u32, data: &[u8]) {
        let end = offset as usize + data.len();
        if end > self.device.limits.max_immediate_size as usize {
            self.device.invalid(format!(
                "ComputePass::set_immediates: {end} bytes; the device allows {}",
                self.device.limits.max_immediate_size
            ));
            return;
        }
        if self.immediates.len() < end {
            self.immediates.resize(end, 0);
        }
        self.immediates[offset as usize..end].copy_from_slice(data);
    }

    fn insert_debug_marker(&mut self, _: &str) {}

    fn push_debug_group(&mut self, label: &str) {
        self.groups.push(label.to_owned());
    }

    fn pop_debug_group(&mut self) {
        self.groups.pop();
    }

    fn write_timestamp(&mut self, set: &DispatchQuerySet, index: u32) {
        self.record(Command::Timestamp { set: QuerySet::of(set).clone(), index });
    }

    fn begin_pipeline_statistics_query(&mut self, _: &DispatchQuerySet, _: u32) {
        refuse::call(
            "ComputePass::begin_pipeline_statistics_query",
            "the simulator answers timestamps only; `lockstep_wgpu::report` has the counters",
        )
    }

    fn end_pipeline_statistics_query(&mut self) {}

    fn dispatch_workgroups(&mut self, x: u32, y: u32, z: u32) {
        let most = self.device.limits.max_compute_workgroups_per_dimension;
        if [x, y, z].iter().any(|count| *count > most) {
            self.device.invalid(format!(
                "ComputePass::dispatch_workgroups in `{}`: {x} x {y} x {z} workgroups; the device allows {most} a dimension",
                self.label
            ));
            return;
        }
        self.dispatch(Workgroups::Given([x, y, z]));
    }

    fn dispatch_workgroups_indirect(&mut self, buffer: &DispatchBuffer, offset: u64) {
        self.dispatch(Workgroups::Indirect(Buffer::of(buffer).memory.clone(), offset));
    }

    /// Nothing to do: what is submitted runs in order.
    fn transition_resources<'a>(
        &mut self,
        _: &mut dyn Iterator<Item = wgpu::wgt::BufferTransition<&'a DispatchBuffer>>,
        _: &mut dyn Iterator<Item = wgpu::wgt::TextureTransition<&'a DispatchTextureView>>,
    ) {
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            self.record(end);
        }
    }
}
