//! NVIDIA's management library: the few functions that are asked, as `nvml.h` declares them, loaded at run time.

#![allow(unsafe_code)]

use std::ffi::{CString, c_char, c_int, c_uint, c_ulonglong, c_void};

use libloading::{Library, Symbol};

#[cfg(windows)]
const FILE: &str = "nvml.dll";
#[cfg(not(windows))]
const FILE: &str = "libnvidia-ml.so.1";

/// `nvmlReturn_t`: 0 is success.
type Status = c_uint;
/// `nvmlDevice_t`.
type Handle = *mut c_void;

/// `nvmlMemory_t`.
#[repr(C)]
#[derive(Default)]
struct MemoryInfo {
    total: c_ulonglong,
    free: c_ulonglong,
    used: c_ulonglong,
}

/// `nvmlUtilization_t`: percent of the last moment in which a kernel ran, and in which memory was read or written.
#[repr(C)]
#[derive(Default)]
struct Utilization {
    gpu: c_uint,
    memory: c_uint,
}

/// `nvmlProcessUtilizationSample_t`: percent that a process had of the multiprocessors, of memory, and of the units for video.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct ProcessSample {
    /// The process's number.
    pub process: c_uint,
    /// When, in microseconds.
    pub at: c_ulonglong,
    /// Percent of the multiprocessors' time.
    pub multiprocessors: c_uint,
    memory: c_uint,
    encoder: c_uint,
    decoder: c_uint,
}

/// Samples that are asked for at once.
const MOST_SAMPLES: usize = 1024;

/// `NVML_ERROR_NOT_FOUND`: no process did anything.
const NOBODY: Status = 6;

/// `nvmlClockType_t`.
#[derive(Clone, Copy)]
pub enum Clock {
    /// The multiprocessors'.
    Multiprocessors = 1,
    /// The memory's.
    Memory = 2,
}

/// The library, loaded and initialised.
pub struct Nvml(Library);

pub struct NvmlDevice<'a> {
    nvml: &'a Nvml,
    handle: Handle,
}

impl Nvml {
    /// `None` where there is no library, or it finds no driver.
    pub fn load() -> Option<Self> {
        // SAFETY: NVIDIA's library may be loaded by any program at any time.
        let nvml = Self(unsafe { Library::new(FILE) }.ok()?);
        // SAFETY: nvmlReturn_t nvmlInit_v2(void).
        let initialised = unsafe { nvml.function::<unsafe extern "C" fn() -> Status>("nvmlInit_v2")?() };
        (initialised == 0).then_some(nvml)
    }

    /// The GPU at `0000:01:00.0`.
    pub fn gpu(&self, pci_bus_id: &str) -> Option<NvmlDevice<'_>> {
        type Find = unsafe extern "C" fn(*const c_char, *mut Handle) -> Status;
        let id = CString::new(pci_bus_id).ok()?;
        let mut handle: Handle = std::ptr::null_mut();
        // SAFETY: nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *, nvmlDevice_t *); both outlive the call.
        let found = unsafe { self.function::<Find>("nvmlDeviceGetHandleByPciBusId_v2")?(id.as_ptr(), &mut handle) };
        (found == 0).then_some(NvmlDevice { nvml: self, handle })
    }

    /// # Safety
    /// `F` is the type of the function of that name.
    unsafe fn function<F>(&self, name: &str) -> Option<Symbol<'_, F>> {
        // SAFETY: by the caller.
        unsafe { self.0.get(name.as_bytes()) }.ok()
    }
}

impl NvmlDevice<'_> {
    /// CUDA's compute capability, major and minor.
    pub fn compute_capability(&self) -> Option<(i32, i32)> {
        type Get = unsafe extern "C" fn(Handle, *mut c_int, *mut c_int) -> Status;
        let (mut major, mut minor) = (0, 0);
        // SAFETY: nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t, int *, int *), of a handle of this library.
        let status = unsafe {
            self.nvml.function::<Get>("nvmlDeviceGetCudaComputeCapability")?(self.handle, &mut major, &mut minor)
        };
        (status == 0).then_some((major, minor))
    }

    /// f32 cores.
    pub fn cores(&self) -> Option<u32> {
        self.number("nvmlDeviceGetNumGpuCores")
    }

    /// Bits of the memory's bus.
    pub fn bus_bits(&self) -> Option<u32> {
        self.number("nvmlDeviceGetMemoryBusWidth")
    }

    /// The highest clock, in MHz.
    pub fn max_clock(&self, clock: Clock) -> Option<u32> {
        self.clock("nvmlDeviceGetMaxClockInfo", clock)
    }

    /// The clock now, in MHz.
    pub fn current_clock(&self, clock: Clock) -> Option<u32> {
        self.clock("nvmlDeviceGetClockInfo", clock)
    }

    /// Bytes of memory.
    pub fn memory_bytes(&self) -> Option<u64> {
        type Get = unsafe extern "C" fn(Handle, *mut MemoryInfo) -> Status;
        let mut memory = MemoryInfo::default();
        // SAFETY: nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t, nvmlMemory_t *), of a handle of this library.
        let status = unsafe { self.nvml.function::<Get>("nvmlDeviceGetMemoryInfo")?(self.handle, &mut memory) };
        (status == 0).then_some(memory.total)
    }

    /// Percent of the last moment in which a kernel of any process ran.
    pub fn busy_percent(&self) -> Option<u32> {
        type Get = unsafe extern "C" fn(Handle, *mut Utilization) -> Status;
        let mut used = Utilization::default();
        // SAFETY: nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t, nvmlUtilization_t *), of a handle of this library.
        let status = unsafe { self.nvml.function::<Get>("nvmlDeviceGetUtilizationRates")?(self.handle, &mut used) };
        (status == 0).then_some(used.gpu)
    }

    /// What processes did since that moment, in microseconds; 0 for all that is kept.
    pub fn processes(&self, since: u64) -> Option<Vec<ProcessSample>> {
        type Get = unsafe extern "C" fn(Handle, *mut ProcessSample, *mut c_uint, c_ulonglong) -> Status;
        let mut samples = vec![ProcessSample::default(); MOST_SAMPLES];
        let mut count = MOST_SAMPLES as c_uint;
        // SAFETY: nvmlReturn_t nvmlDeviceGetProcessUtilization(nvmlDevice_t, nvmlProcessUtilizationSample_t *, unsigned int *, unsigned
        // long long), of a handle of this library; it writes no more samples than there is room for, and says how many.
        let status = unsafe {
            self.nvml.function::<Get>("nvmlDeviceGetProcessUtilization")?(
                self.handle,
                samples.as_mut_ptr(),
                &mut count,
                since,
            )
        };
        samples.truncate(count as usize);
        match status {
            0 => Some(samples),
            NOBODY => Some(Vec::new()),
            _ => None,
        }
    }

    /// Bits of `nvmlClocksThrottleReasons`.
    pub fn throttle_reasons(&self) -> Option<u64> {
        type Get = unsafe extern "C" fn(Handle, *mut c_ulonglong) -> Status;
        let mut reasons = 0;
        // SAFETY: nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t, unsigned long long *), likewise.
        let status = unsafe {
            self.nvml.function::<Get>("nvmlDeviceGetCurrentClocksThrottleReasons")?(self.handle, &mut reasons)
        };
        (status == 0).then_some(reasons)
    }

    fn number(&self, name: &str) -> Option<u32> {
        type Get = unsafe extern "C" fn(Handle, *mut c_uint) -> Status;
        let mut number = 0;
        // SAFETY: the functions that are asked here are nvmlReturn_t NAME(nvmlDevice_t, unsigned int *).
        let status = unsafe { self.nvml.function::<Get>(name)?(self.handle, &mut number) };
        (status == 0).then_some(number)
    }

    fn clock(&self, name: &str, clock: Clock) -> Option<u32> {
        type Get = unsafe extern "C" fn(Handle, c_uint, *mut c_uint) -> Status;
        let mut mhz = 0;
        // SAFETY: the functions that are asked here are nvmlReturn_t NAME(nvmlDevice_t, nvmlClockType_t, unsigned int *).
        let status = unsafe { self.nvml.function::<Get>(name)?(self.handle, clock as c_uint, &mut mhz) };
        (status == 0).then_some(mhz)
    }
}
