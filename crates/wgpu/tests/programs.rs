//! Programs written against wgpu's API run on the simulator and are looked at.

#[path = "../../../tests/common/json_schema.rs"]
mod json_schema;

use lockstep_sim::machine::Machine;
use lockstep_wgpu::{ProgramFinding, Simulator};
use wgpu::util::DeviceExt;
use wgpu::{BufferUsages as Usage, PollType};

/// A device with its queue.
struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    fn new(instance: &wgpu::Instance) -> Self {
        let adapter = pollster::block_on(instance.request_adapter(&Default::default()));
        let adapter = adapter.expect("there is an adapter");
        let device = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            required_features: wgpu::Features::TIMESTAMP_QUERY,
            ..Default::default()
        }));
        let (device, queue) = device.expect("there is a device");
        Self { device, queue }
    }

    fn pipeline(&self, label: &str, source: &str) -> wgpu::ComputePipeline {
        let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("kernel.wgsl"),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(label),
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        })
    }

    fn group(&self, pipeline: &wgpu::ComputePipeline, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
        let entries: Vec<_> = buffers
            .iter()
            .zip(0..)
            .map(|(buffer, binding)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        })
    }

    fn input(&self, values: &[u32]) -> wgpu::Buffer {
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("input"),
            contents: bytemuck::cast_slice(values),
            usage: Usage::STORAGE | Usage::COPY_DST | Usage::COPY_SRC,
        })
    }

    fn buffer(&self, label: &str, words: u64, usage: Usage) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: words * 4,
            usage,
            mapped_at_creation: false,
        })
    }

    fn output(&self, words: u64) -> wgpu::Buffer {
        self.buffer("output", words, Usage::STORAGE | Usage::COPY_SRC)
    }

    fn read(&self, home: &wgpu::Buffer) -> Vec<u32> {
        let slice = home.slice(..);
        slice.map_async(wgpu::MapMode::Read, |done| done.expect("it is mapped"));
        self.device.poll(PollType::wait_indefinitely()).expect("it waits");
        let bytes = slice.get_mapped_range().expect("it is mapped");
        bytemuck::cast_slice(&bytes).to_vec()
    }
}

/// Runs `source` on `input` and returns `output`; `copies` is whether it is copied home before it is read.
fn run(instance: &wgpu::Instance, source: &str, input: &[u32], copies: bool) -> Vec<u32> {
    labelled(instance, source, input, copies, ["doubling", "double"])
}

/// The same, with labels of the pass and the pipeline.
fn labelled(
    instance: &wgpu::Instance,
    source: &str,
    input: &[u32],
    copies: bool,
    [pass, pipeline]: [&str; 2],
) -> Vec<u32> {
    let gpu = Gpu::new(instance);
    let words = input.len() as u64;
    let (input, output) = (gpu.input(input), gpu.output(words));
    let home = gpu.buffer("home", words, Usage::MAP_READ | Usage::COPY_DST);
    let pipeline = gpu.pipeline(pipeline, source);
    let group = gpu.group(&pipeline, &[&input, &output]);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    {
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(pass), timestamp_writes: None });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(words.div_ceil(64) as u32, 1, 1);
    }
    if copies {
        encoder.copy_buffer_to_buffer(&output, 0, &home, 0, words * 4);
    }
    gpu.queue.submit([encoder.finish()]);
    gpu.read(&home)
}

const DOUBLE: &str = "
    @group(0) @binding(0) var<storage, read> input: array<u32>;
    @group(0) @binding(1) var<storage, read_write> output: array<u32>;
    @compute @workgroup_size(64)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        if id.x < arrayLength(&input) {
            output[id.x] = 2u * input[id.x];
        }
    }";

/// Neighbours are read while they write.
const RACE: &str = "
    @group(0) @binding(0) var<storage, read> input: array<u32>;
    @group(0) @binding(1) var<storage, read_write> output: array<u32>;
    var<workgroup> tile: array<u32, 64>;
    @compute @workgroup_size(64)
    fn main(@builtin(local_invocation_index) lane: u32) {
        tile[lane] = input[lane];
        output[lane] = tile[(lane + 1u) % 64u];
    }";

fn simulator() -> Simulator {
    Simulator::new(Machine::builtin("ampere-8.6").expect("it is built in").clone())
}

fn kinds(findings: &[ProgramFinding]) -> Vec<&str> {
    let findings = findings.iter().filter(|found| found.finding.severity != lockstep_sim::Severity::Note);
    findings.map(|found| found.finding.kind.name()).collect()
}

#[test]
fn a_program_gives_what_it_gives_on_a_device() {
    let input: Vec<u32> = (0..1000).map(|i| i * 7).collect();
    let simulator = simulator();
    let output = run(&simulator.instance(), DOUBLE, &input, true);
    assert!(output.iter().zip(&input).all(|(out, input)| *out == 2 * input));
    let report = simulator.report();
    assert_eq!(report.faults().count(), 0, "{report}");
    assert_eq!(report.pipelines.len(), 1);
    let pipeline = &report.pipelines[0];
    assert_eq!((pipeline.pass.as_str(), pipeline.pipeline.as_str()), ("doubling", "double"));
    assert_eq!(pipeline.counters.workgroups, 16);
    assert!(pipeline.estimated_s.is_some_and(|time| time > 0.0));
}

#[test]
fn a_race_is_found_with_the_pass_the_pipeline_and_the_line() {
    let simulator = simulator();
    run(&simulator.instance(), RACE, &[1; 64], true);
    let report = simulator.report();
    let race = report.faults().next().expect("a race was found");
    assert_eq!(race.pass.as_deref(), Some("doubling"));
    assert_eq!(race.pipeline.as_deref(), Some("double"));
    assert_eq!(race.file.as_deref(), Some("kernel.wgsl"));
    assert!(race.finding.line.is_some());
    assert!(race.to_string().contains("--> kernel.wgsl:"), "{race}");
}

#[test]
#[should_panic(expected = "fault(s) on the simulator")]
fn check_panics_where_there_is_a_race() {
    lockstep_wgpu::check(|instance| run(instance, RACE, &[1; 64], true));
}

#[test]
fn check_returns_what_a_program_without_a_fault_returns() {
    assert_eq!(lockstep_wgpu::check(|instance| run(instance, DOUBLE, &[3, 4], true)), [6, 8]);
}

#[test]
fn a_copy_that_is_missing_is_found_where_the_buffer_is_mapped() {
    let simulator = simulator();
    assert_eq!(run(&simulator.instance(), DOUBLE, &[5; 64], false), [0; 64]);
    let report = simulator.report();
    assert_eq!(kinds(&report.findings), ["unwritten-buffer"], "{report}");
    assert!(report.findings[0].to_string().contains("`home`"));
}

#[test]
fn an_upload_that_nothing_reads_is_told() {
    let simulator = simulator();
    let gpu = Gpu::new(&simulator.instance());
    let lost = gpu.buffer("lost", 4, Usage::STORAGE | Usage::COPY_DST);
    gpu.queue.write_buffer(&lost, 0, &[1; 16]);
    drop(lost);
    let report = simulator.report();
    let reported = report.findings.iter().find(|found| found.finding.kind == lockstep_sim::FindingKind::UnusedUpload);
    let reported = reported.expect("it is told");
    assert!(reported.finding.message.contains("16 bytes sent to the buffer `lost` by write_buffer"));
}

#[test]
fn what_is_invalid_goes_to_the_error_scope_with_its_reason() {
    let gpu = Gpu::new(&simulator().instance());
    let buffer = gpu.buffer("small", 4, Usage::STORAGE);
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    gpu.queue.write_buffer(&buffer, 0, &[0; 16]);
    let error = pollster::block_on(scope.pop()).expect("an error was raised");
    assert!(error.to_string().contains("`small`"), "{error}");
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let _ = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("broken.wgsl"),
        source: wgpu::ShaderSource::Wgsl("fn f() { let a = b; }".into()),
    });
    let error = pollster::block_on(scope.pop()).expect("an error was raised");
    assert!(error.to_string().contains("broken.wgsl:1"), "{error}");
}

#[test]
fn timestamps_indirect_dispatches_clears_and_dynamic_offsets_work() {
    let simulator = simulator();
    let gpu = Gpu::new(&simulator.instance());
    let set = gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
        label: None,
        ty: wgpu::QueryType::Timestamp,
        count: 2,
    });
    let input = gpu.input(&[1, 2, 3, 4]);
    let output = gpu.buffer("output", 4, Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST);
    let counts = gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("counts"),
        contents: bytemuck::cast_slice(&[1u32, 1, 1]),
        usage: Usage::INDIRECT,
    });
    let times = gpu.buffer("times", 4, Usage::QUERY_RESOLVE | Usage::COPY_SRC);
    let home = gpu.buffer("home", 8, Usage::MAP_READ | Usage::COPY_DST);
    let pipeline = gpu.pipeline("double", DOUBLE);
    let group = gpu.group(&pipeline, &[&input, &output]);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encoder.clear_buffer(&output, 0, None);
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: None,
            timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                query_set: &set,
                beginning_of_pass_write_index: Some(0),
                end_of_pass_write_index: Some(1),
            }),
        });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups_indirect(&counts, 0);
    }
    encoder.resolve_query_set(&set, 0..2, &times, 0);
    encoder.copy_buffer_to_buffer(&output, 0, &home, 0, 16);
    encoder.copy_buffer_to_buffer(&times, 0, &home, 16, 16);
    gpu.queue.submit([encoder.finish()]);
    let words = gpu.read(&home);
    assert_eq!(words[..4], [2, 4, 6, 8]);
    let time = |at: usize| u64::from(words[at]) | u64::from(words[at + 1]) << 32;
    assert!(time(6) > time(4), "an estimated time passes");
    assert_eq!(simulator.report().faults().count(), 0);
}

#[test]
#[should_panic(expected = "it does not render")]
fn a_render_pipeline_is_refused_at_the_call() {
    let gpu = Gpu::new(&simulator().instance());
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(
            "@vertex fn v() -> @builtin(position) vec4<f32> { return vec4<f32>(); }".into(),
        ),
    });
    let _ = gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: None,
        multiview_mask: None,
        cache: None,
    });
}

#[test]
fn the_report_is_json_and_a_page_too() {
    let simulator = simulator();
    run(&simulator.instance(), RACE, &[1; 64], true);
    let report = simulator.report();
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).expect("it is JSON");
    assert_eq!(json["schema"], "lockstep/program/1");
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../schema/lockstep-1.json")).expect("it is JSON");
    assert_eq!(json_schema::wrong(&schema, &schema, &json, "$"), None);
    assert_eq!(
        (&json["findings"][0]["pass"], &json["findings"][0]["file"]),
        (&"doubling".into(), &"kernel.wgsl".into())
    );
    assert_eq!(json["pipelines"][0]["dispatches"], 1);
    let page = report.to_html();
    assert!(page.contains("1 fault was found.") && page.contains("kernel.wgsl:8"), "{page}");
    assert_eq!(page.matches("<tr>").count(), page.matches("</tr>").count());
}

#[test]
fn labels_stand_on_the_page_as_they_are_and_are_no_markup() {
    let simulator = simulator();
    let labels = ["<script>alert(1)</script>", "a \"b\" & 'c' <img src=x onerror=alert(1)>"];
    labelled(&simulator.instance(), RACE, &[1; 64], false, labels);
    let page = simulator.report().to_html();
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && page.contains("&amp; &#39;c&#39;"), "{page}");
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
}

#[test]
fn advice_on_a_pipeline_is_given_once_and_counted() {
    let simulator = simulator();
    for size in [64, 1000, 5000] {
        run(&simulator.instance(), DOUBLE, &vec![1; size], true);
    }
    let report = simulator.report();
    let limiters: Vec<u64> = report
        .findings
        .iter()
        .filter(|found| found.finding.kind == lockstep_sim::FindingKind::Limiter)
        .map(|found| found.times)
        .collect();
    assert_eq!(limiters, [3], "{report}");
}
