//! What runs a kernel: the [`Device`] trait, the choice of a device, the `gpu` device on wgpu, and the `sim` device.

mod action;
mod any;
mod choose;
mod counted;
mod error;
mod gpu;
mod gpu_state;
mod in_order;
mod launch;
mod limits;
mod machine;
mod queried;
mod simulated;
mod sysfs;

pub use crate::sim::SimulatedKernel;
pub use action::{Action, ActionTimes, Dispatch, HostMemory};
pub use any::AnyDevice;
pub use choose::{Selector, adapters, find, look, open, survey};
pub use counted::{CountedLaunch, SimulatedCounts};
pub use error::{DeviceError, LimitName};
pub use gpu::native::{observed_clock, processes};
pub use gpu::{Gpu, expect_no_display};
pub use gpu_state::{GpuState, ProcessUse};
pub use launch::{BufferId, Device, Launch, PipelineId, RuntimeChecks, Timing};
pub use limits::{buffer_fits, within_limits};
pub use lockstep_labs::facts::{Backend, DeviceType, Facts, Feature, Limits};
pub use machine::{NoMachine, machine};
pub use queried::{Identity, Queried, Reading};
pub use simulated::{SIMULATED_WORKGROUPS, Simulated};
