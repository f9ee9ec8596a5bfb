//! Runs programs from crates.io on the simulator, changed in the one line that makes the instance, and on a device, and
//! compares what they give.
//!
//! `cargo run` in this folder. The device is the first adapter of Vulkan, Metal or DX12: lavapipe where there is no GPU.

use std::fmt::Debug;

use pollster::block_on;
use wgpu_primitives::{
    Compactor, KeyValue, KeyValueCompactor, KeyValueSorter, MaskGenerator, Reducer, Scanner, Sorter, U32Predicate,
};

/// A device with its queue.
struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    fn new(instance: &wgpu::Instance) -> Self {
        let adapter = block_on(instance.request_adapter(&Default::default())).expect("there is an adapter");
        println!("{}", adapter.get_info().name);
        let features = adapter.features() & (wgpu::Features::SUBGROUP | wgpu::Features::TIMESTAMP_QUERY);
        let wanted = wgpu::DeviceDescriptor {
            required_features: features,
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = block_on(adapter.request_device(&wanted)).expect("there is a device");
        Self { device, queue }
    }
}

/// A program: its name, and what it gives on a device, as text.
type Program = (&'static str, fn(&Gpu) -> String);

fn text(value: impl Debug) -> String {
    format!("{value:?}")
}

/// Numbers without a pattern.
fn input(count: u32) -> Vec<u32> {
    (0..count).map(|at| at.wrapping_mul(2_654_435_761) >> 7).collect()
}

fn pairs(count: u32) -> Vec<KeyValue> {
    input(count).into_iter().zip(0..).map(|(key, value)| KeyValue { key: key & 0xffff, value }).collect()
}

fn mask(count: u32) -> Vec<u32> {
    input(count).into_iter().map(|value| value & 1).collect()
}

const COUNT: u32 = 5000;

const PROGRAMS: [Program; 10] = [
    ("wgpu-primitives 0.6.0: sum", |gpu| text(block_on(Reducer::new(&gpu.device, &gpu.queue).sum(&input(COUNT))))),
    ("wgpu-primitives 0.6.0: min", |gpu| text(block_on(Reducer::new(&gpu.device, &gpu.queue).min(&input(COUNT))))),
    ("wgpu-primitives 0.6.0: max", |gpu| text(block_on(Reducer::new(&gpu.device, &gpu.queue).max(&input(COUNT))))),
    ("wgpu-primitives 0.6.0: inclusive scan", |gpu| {
        text(block_on(Scanner::new(&gpu.device, &gpu.queue).scan(&input(COUNT))))
    }),
    ("wgpu-primitives 0.6.0: exclusive scan", |gpu| {
        text(block_on(Scanner::new(&gpu.device, &gpu.queue).scan_exclusive(&input(COUNT))))
    }),
    ("wgpu-primitives 0.6.0: predicate", |gpu| {
        let masks = MaskGenerator::new(&gpu.device, &gpu.queue);
        text(block_on(masks.mask(&input(COUNT), U32Predicate::LessThan(1 << 24))))
    }),
    ("wgpu-primitives 0.6.0: compaction", |gpu| {
        text(block_on(Compactor::new(&gpu.device, &gpu.queue).compact(&input(COUNT), &mask(COUNT))))
    }),
    ("wgpu-primitives 0.6.0: key-value compaction", |gpu| {
        text(block_on(KeyValueCompactor::new(&gpu.device, &gpu.queue).compact(&pairs(COUNT), &mask(COUNT))))
    }),
    ("wgpu-primitives 0.6.0: radix sort", |gpu| {
        text(block_on(Sorter::new(&gpu.device, &gpu.queue).sort(&input(COUNT))))
    }),
    ("wgpu-primitives 0.6.0: key-value radix sort", |gpu| {
        text(block_on(KeyValueSorter::new(&gpu.device, &gpu.queue).sort(&pairs(COUNT))))
    }),
];

fn main() {
    let device = Gpu::new(&wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle()));
    let mut wrong = 0;
    for (name, program) in PROGRAMS {
        let machine = lockstep_wgpu::Machine::builtin("ampere-8.6").expect("it is built in").clone();
        let simulator = lockstep_wgpu::Simulator::new(machine);
        let simulated = program(&Gpu::new(&simulator.instance()));
        let same = simulated == program(&device) && !simulated.starts_with("Err");
        wrong += u32::from(!same);
        println!("{name}: {}", if same { "the same" } else { "NOT the same" });
        let report = simulator.report();
        let dispatches: u64 = report.pipelines.iter().map(|pipeline| pipeline.dispatches).sum();
        println!("  {} pipelines, {dispatches} dispatches, {} faults", report.pipelines.len(), report.faults().count());
        for finding in report.findings.iter().filter(|found| found.finding.severity != lockstep_wgpu::Severity::Note) {
            println!("  {finding}");
        }
    }
    assert_eq!(wrong, 0, "programs gave something else");
}
