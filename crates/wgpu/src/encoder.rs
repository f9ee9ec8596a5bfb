//! Command encoders: commands are kept until they are submitted.

use std::sync::{Arc, Mutex};

use wgpu::custom::{
    CommandBufferInterface, CommandEncoderInterface, DispatchBuffer, DispatchCommandBuffer, DispatchComputePass,
    DispatchQuerySet, DispatchRenderPass, DispatchTexture,
};
use wgpu::{Extent3d, TexelCopyBufferInfo, TexelCopyTextureInfo};

use crate::binding::Resource;
use crate::buffer::{Buffer, Memory};
use crate::device::Shared;
use crate::pass::Pass;
use crate::pipeline::Pipeline;
use crate::query::QuerySet;
use crate::refuse;
use crate::session::locked;
use crate::transfer::{Region, Rows, Transfer, extent};

#[derive(Debug)]
pub enum Command {
    Copy {
        from: (Arc<Memory>, u64),
        to: (Arc<Memory>, u64),
        /// `None` for all that is left of the source.
        bytes: Option<u64>,
    },
    Clear {
        buffer: Arc<Memory>,
        offset: u64,
        bytes: Option<u64>,
    },
    Transfer(Transfer),
    Dispatch(Box<Dispatch>),
    Timestamp {
        set: QuerySet,
        index: u32,
    },
    Resolve {
        set: QuerySet,
        first: u32,
        count: u32,
        to: (Arc<Memory>, u64),
    },
}

/// What a dispatch was given.
#[derive(Debug)]
pub struct Dispatch {
    /// The pass's label, with its debug groups.
    pub pass: Arc<str>,
    pub pipeline: Arc<Pipeline>,
    /// By group: the slices that are bound, dynamic offsets added.
    pub bound: Vec<Bound>,
    /// Texture views and samplers, by group.
    pub resources: Vec<(u32, Resource)>,
    pub immediates: Vec<u8>,
    pub workgroups: Workgroups,
}

/// A slice of a buffer at a binding.
#[derive(Debug, Clone)]
pub struct Bound {
    pub group: u32,
    pub binding: u32,
    pub buffer: Arc<Memory>,
    pub offset: u64,
    pub size: u64,
}

/// How many workgroups.
#[derive(Debug)]
pub enum Workgroups {
    Given([u32; 3]),
    /// Three words in a buffer.
    Indirect(Arc<Memory>, u64),
}

/// wgpu's command buffer.
#[derive(Debug)]
pub struct CommandBuffer {
    pub commands: Vec<Command>,
}

impl CommandBufferInterface for CommandBuffer {}

/// What an encoder and its passes share.
pub type Recording = Arc<Mutex<Vec<Command>>>;

/// wgpu's command encoder.
#[derive(Debug)]
pub struct Encoder {
    label: Arc<str>,
    recording: Recording,
    groups: Mutex<Vec<String>>,
    device: Arc<Shared>,
}

impl Encoder {
    pub fn new(desc: &wgpu::CommandEncoderDescriptor<'_>, device: Arc<Shared>) -> Self {
        Self {
            label: crate::label_of(desc.label, "an encoder without a label"),
            recording: Recording::default(),
            groups: Mutex::default(),
            device,
        }
    }

    fn record(&self, command: Command) {
        locked(&self.recording).push(command);
    }
}

const NO_RAYS: &str = "the simulator has no acceleration structures";

impl CommandEncoderInterface for Encoder {
    fn copy_buffer_to_buffer(
        &self,
        source: &DispatchBuffer,
        source_offset: u64,
        destination: &DispatchBuffer,
        destination_offset: u64,
        bytes: Option<u64>,
    ) {
        self.record(Command::Copy {
            from: (Buffer::of(source).memory.clone(), source_offset),
            to: (Buffer::of(destination).memory.clone(), destination_offset),
            bytes,
        });
    }

    fn copy_buffer_to_texture(&self, from: TexelCopyBufferInfo<'_>, to: TexelCopyTextureInfo<'_>, size: Extent3d) {
        self.record(Command::Transfer(Transfer::ToTexture(Rows::of(&from), Region::of(&to), extent(size))));
    }

    fn copy_texture_to_buffer(&self, from: TexelCopyTextureInfo<'_>, to: TexelCopyBufferInfo<'_>, size: Extent3d) {
        self.record(Command::Transfer(Transfer::ToBuffer(Region::of(&from), Rows::of(&to), extent(size))));
    }

    fn copy_texture_to_texture(&self, from: TexelCopyTextureInfo<'_>, to: TexelCopyTextureInfo<'_>, size: Extent3d) {
        self.record(Command::Transfer(Transfer::Between(Region::of(&from), Region::of(&to), extent(size))));
    }

    fn begin_compute_pass(&self, desc: &wgpu::ComputePassDescriptor<'_>) -> DispatchComputePass {
        let label = crate::label_of(desc.label, &self.label);
        let groups = locked(&self.groups).clone();
        let pass = Pass::new(label, groups, desc, self.recording.clone(), self.device.clone());
        DispatchComputePass::custom(pass)
    }

    fn begin_render_pass(&self, _: &wgpu::RenderPassDescriptor<'_>) -> DispatchRenderPass {
        refuse::call("CommandEncoder::begin_render_pass", "the simulator runs compute shaders; it does not render")
    }

    fn finish(&mut self) -> DispatchCommandBuffer {
        DispatchCommandBuffer::custom(CommandBuffer { commands: std::mem::take(&mut *locked(&self.recording)) })
    }

    fn clear_texture(&self, texture: &DispatchTexture, range: &wgpu::ImageSubresourceRange) {
        self.record(Command::Transfer(Transfer::clear(texture, range)));
    }

    fn clear_buffer(&self, buffer: &DispatchBuffer, offset: u64, bytes: Option<u64>) {
        self.record(Command::Clear { buffer: Buffer::of(buffer).memory.clone(), offset, bytes });
    }

    fn insert_debug_marker(&self, _: &str) {}

    fn push_debug_group(&self, label: &str) {
        locked(&self.groups).push(label.to_owned());
    }

    fn pop_debug_group(&self) {
        locked(&self.groups).pop();
    }

    fn write_timestamp(&self, set: &DispatchQuerySet, index: u32) {
        self.record(Command::Timestamp { set: QuerySet::of(set).clone(), index });
    }

    fn resolve_query_set(
        &self,
        set: &DispatchQuerySet,
        first: u32,
        count: u32,
        destination: &DispatchBuffer,
        offset: u64,
    ) {
        self.record(Command::Resolve {
            set: QuerySet::of(set).clone(),
            first,
            count,
            to: (Buffer::of(destination).memory.clone(), offset),
        });
    }

    fn mark_acceleration_structures_built<'a>(
        &self,
        _: &mut dyn Iterator<Item = &'a wgpu::Blas>,
        _: &mut dyn Iterator<Item = &'a wgpu::Tlas>,
    ) {
        refuse::call("CommandEncoder::mark_acceleration_structures_built", NO_RAYS)
    }

    fn build_acceleration_structures<'a>(
        &self,
        _: &mut dyn Iterator<Item = &'a wgpu::BlasBuildEntry<'a>>,
        _: &mut dyn Iterator<Item = &'a wgpu::Tlas>,
    ) {
        refuse::call("CommandEncoder::build_acceleration_structures", NO_RAYS)
    }

    /// Nothing to do: what is submitted runs in order.
    fn transition_resources<'a>(
        &mut self,
        _: &mut dyn Iterator<Item = wgpu::wgt::BufferTransition<&'a DispatchBuffer>>,
        _: &mut dyn Iterator<Item = wgpu::wgt::TextureTransition<&'a DispatchTexture>>,
    ) {
    }
}
