//! Vulkan's properties of the physical device, through wgpu's native handle. Querying needs no extension enabled.

#![allow(unsafe_code)]

use ash::vk;
use wgpu::hal::api::Vulkan;
use wgpu::hal::vulkan::Adapter as HalAdapter;

use crate::device::{Queried, Reading};

/// Units and memory as the Vulkan driver reports them; empty on other backends.
pub fn read(adapter: &wgpu::Adapter) -> Queried {
    // SAFETY: the handle is only read, and is dropped before the adapter is.
    let Some(hal) = (unsafe { adapter.as_hal::<Vulkan>() }) else {
        return Queried::default();
    };
    // vkGetPhysicalDeviceProperties2 is core since 1.1; ash would panic on a missing entry point.
    if hal.shared_instance().instance_api_version() < vk::API_VERSION_1_1 {
        return Queried::default();
    }
    Queried { units: units(&hal), flop_per_clock: fma_rate(&hal), memory_bytes: memory(&hal), ..Queried::default() }
}

/// Streaming multiprocessors, compute units or shader cores.
fn units(hal: &HalAdapter) -> Option<Reading> {
    let has = |name| hal.physical_device_capabilities().supports_extension(name);
    if has(ash::nv::shader_sm_builtins::NAME) {
        let mut sm = vk::PhysicalDeviceShaderSMBuiltinsPropertiesNV::default();
        fill(hal, &mut sm);
        return Reading::new(f64::from(sm.shader_sm_count), "VK_NV_shader_sm_builtins");
    }
    if has(ash::amd::shader_core_properties2::NAME) {
        let mut core = vk::PhysicalDeviceShaderCoreProperties2AMD::default();
        fill(hal, &mut core);
        let count = f64::from(core.active_compute_unit_count);
        if let Some(reading) = Reading::new(count, "VK_AMD_shader_core_properties2") {
            return Some(reading);
        }
    }
    if has(ash::amd::shader_core_properties::NAME) {
        let mut core = vk::PhysicalDeviceShaderCorePropertiesAMD::default();
        fill(hal, &mut core);
        let arrays = f64::from(core.shader_engine_count) * f64::from(core.shader_arrays_per_engine_count);
        let count = arrays * f64::from(core.compute_units_per_shader_array);
        return Reading::new(count, "VK_AMD_shader_core_properties");
    }
    if has(ash::arm::shader_core_builtins::NAME) {
        let mut core = vk::PhysicalDeviceShaderCoreBuiltinsPropertiesARM::default();
        fill(hal, &mut core);
        return Reading::new(f64::from(core.shader_core_count), "VK_ARM_shader_core_builtins");
    }
    None
}

/// Arm tells the f32 fused multiply-adds a clock and core; each is two FLOP.
fn fma_rate(hal: &HalAdapter) -> Option<Reading> {
    let capabilities = hal.physical_device_capabilities();
    if !capabilities.supports_extension(ash::arm::shader_core_properties::NAME) {
        return None;
    }
    let mut core = vk::PhysicalDeviceShaderCorePropertiesARM::default();
    fill(hal, &mut core);
    Reading::new(2.0 * f64::from(core.fma_rate), "VK_ARM_shader_core_properties")
}

/// The largest heap of the device's own memory, in bytes.
fn memory(hal: &HalAdapter) -> Option<Reading> {
    let instance = hal.shared_instance().raw_instance();
    // SAFETY: both handles live as long as `hal`, and the call only reads.
    let memory = unsafe { instance.get_physical_device_memory_properties(hal.raw_physical_device()) };
    let own = |h: &&vk::MemoryHeap| h.flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL);
    let heaps = memory.memory_heaps_as_slice().iter().filter(own);
    Reading::new(heaps.map(|h| h.size).max()? as f64, "Vulkan memory heaps")
}

/// Asks the driver to fill one structure of properties.
fn fill<T: vk::ExtendsPhysicalDeviceProperties2>(hal: &HalAdapter, properties: &mut T) {
    let mut all = vk::PhysicalDeviceProperties2::default().push_next(properties);
    let instance = hal.shared_instance().raw_instance();
    // SAFETY: both handles live as long as `hal`; the chain holds one structure, of an extension that the device
    // supports, and outlives the call.
    unsafe { instance.get_physical_device_properties2(hal.raw_physical_device(), &mut all) };
}
