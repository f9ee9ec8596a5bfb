//! Programs with textures, written against wgpu's API.

use lockstep_sim::machine::Machine;
use lockstep_wgpu::Simulator;
use wgpu::{BufferUsages, PollType, TextureUsages as Usage};

/// Doubles what it samples half-way between texels.
const SHADER: &str = "
    enable subgroups;
    @group(0) @binding(0) var photo: texture_2d<f32>;
    @group(0) @binding(1) var how: sampler;
    @group(0) @binding(2) var to: texture_storage_2d<rgba8unorm, write>;
    @compute @workgroup_size(8, 8)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        let size = textureDimensions(to);
        let at = (vec2<f32>(id.xy) + 1.0) / vec2<f32>(size);
        textureStore(to, PLACE, 2.0 * textureSampleLevel(photo, how, at, 0.0));
    }";

const SIZE: wgpu::Extent3d = wgpu::Extent3d { width: 8, height: 4, depth_or_array_layers: 1 };

/// Runs `source` on 8 by 4 texels whose red is 10 a column; returns the red of the result.
fn run(instance: &wgpu::Instance, source: &str, uploads: bool) -> Vec<u8> {
    let adapter = pollster::block_on(instance.request_adapter(&Default::default())).expect("there is an adapter");
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default())).expect("there is a device");
    let texture = |label, usage| {
        device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: SIZE,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage,
            view_formats: &[],
        })
    };
    let from = texture("photo", Usage::TEXTURE_BINDING | Usage::COPY_DST);
    let to = texture("result", Usage::STORAGE_BINDING | Usage::COPY_SRC);
    if uploads {
        let texels: Vec<u8> = (0..32u8).flat_map(|at| [at % 8 * 10, 0, 0, 255]).collect();
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(32), rows_per_image: None };
        queue.write_texture(from.as_image_copy(), &texels, layout, SIZE);
    }
    let filter = wgpu::FilterMode::Linear;
    let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
        mag_filter: filter,
        min_filter: filter,
        ..Default::default()
    });
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("photo.wgsl"),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("blur"),
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    });
    let views = [&from, &to].map(|texture| texture.create_view(&Default::default()));
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&views[0]) },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&sampler) },
            wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::TextureView(&views[1]) },
        ],
    });
    let home = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("home"),
        size: 4 * 256,
        usage: BufferUsages::COPY_DST | BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(256), rows_per_image: None };
    encoder.copy_texture_to_buffer(to.as_image_copy(), wgpu::TexelCopyBufferInfo { buffer: &home, layout }, SIZE);
    queue.submit([encoder.finish()]);
    home.slice(..).map_async(wgpu::MapMode::Read, |done| done.expect("it is mapped"));
    device.poll(PollType::wait_indefinitely()).expect("it waits");
    let bytes = home.slice(..).get_mapped_range().expect("it is mapped");
    bytes.chunks(256).flat_map(|row| row[..32].chunks(4).map(|texel| texel[0]).collect::<Vec<_>>()).collect()
}

fn simulator() -> Simulator {
    Simulator::new(Machine::builtin("ampere-8.6").expect("it is built in").clone())
}

#[test]
fn a_program_samples_one_texture_and_stores_to_another() {
    let simulator = simulator();
    let red = run(&simulator.instance(), &SHADER.replace("PLACE", "id.xy"), true);
    // Half-way between two columns, twice over; the last column is clamped.
    let row = [10, 30, 50, 70, 90, 110, 130, 140];
    assert_eq!(red, row.repeat(4));
    assert_eq!(simulator.report().findings.iter().filter(|found| found.is_fault()).count(), 0);
}

#[test]
fn a_race_on_a_texture_and_a_missing_upload_are_found() {
    let simulator = simulator();
    run(&simulator.instance(), &SHADER.replace("PLACE", "id.xy / 2"), false);
    let report = simulator.report();
    let race = report.faults().next().expect("a race was found");
    assert_eq!((race.file.as_deref(), race.finding.line), (Some("photo.wgsl"), Some(10)));
    assert!(race.finding.message.contains("`to`"), "{race}");
    assert!(report.to_string().contains("nothing has written the texture `photo`"), "{report}");
}
