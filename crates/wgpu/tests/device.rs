//! Texels of the simulator beside those of a device.
//!
//! A device may filter with as few as 4 bits of a coordinate's fraction (Vulkan's `subTexelPrecisionBits`), and lavapipe takes 8
//! for texels of 8 bits; how exactly sRGB is decoded, Vulkan leaves open. The simulator computes both in f32. No coordinate here
//! lies on the border of two texels: there lavapipe mirrors before it rounds down, and Vulkan's wrapping operation after.

use lockstep_sim::machine::Machine;
use lockstep_wgpu::Simulator;
use wgpu::util::DeviceExt;
use wgpu::{
    AddressMode, BufferUsages, FilterMode, TextureFormat as Format, TextureUsages, TextureViewDimension as View,
};

struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    fn new(instance: &wgpu::Instance) -> Option<Self> {
        let adapter = pollster::block_on(instance.request_adapter(&Default::default())).ok()?;
        let wanted = wgpu::Features::FLOAT32_FILTERABLE | wgpu::Features::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES;
        let device = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            required_features: adapter.features() & wanted,
            ..Default::default()
        }));
        let (device, queue) = device.expect("there is a device");
        Some(Self { device, queue })
    }
}

/// The simulator and a device; without one the test that asks is skipped, loudly, and fails on CI.
fn both() -> Option<[Gpu; 2]> {
    let real = Gpu::new(&wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::PRIMARY,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    }));
    let Some(real) = real else {
        assert!(std::env::var_os("CI").is_none(), "CI has no Vulkan, Metal or DX12 device: this test must run there");
        eprintln!("SKIPPED: this machine has no Vulkan, Metal or DX12 device (install mesa-vulkan-drivers for one)");
        return None;
    };
    let machine = Machine::builtin(Machine::DEFAULT).expect("it is built in");
    let simulated = Gpu::new(&Simulator::new(machine.clone()).instance()).expect("the machine is an adapter");
    Some([simulated, real])
}

/// A texture of two levels that a kernel reads.
#[derive(Clone, Copy)]
struct Image {
    format: Format,
    view: View,
    size: [u32; 3],
}

impl Image {
    fn flat(format: Format) -> Self {
        Self { format, view: View::D2, size: [5, 3, 1] }
    }

    fn extent(&self, level: u32) -> wgpu::Extent3d {
        let [x, y, z] = self.size;
        let depth = if self.view == View::D3 { (z >> level).max(1) } else { z };
        wgpu::Extent3d { width: (x >> level).max(1), height: (y >> level).max(1), depth_or_array_layers: depth }
    }

    fn levels(&self) -> u32 {
        if self.view == View::D1 { 1 } else { 2 }
    }

    /// A texture on `gpu` with texels in no order.
    fn upload(&self, gpu: &Gpu) -> wgpu::TextureView {
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: self.extent(0),
            mip_level_count: self.levels(),
            sample_count: 1,
            dimension: match self.view {
                View::D1 => wgpu::TextureDimension::D1,
                View::D3 => wgpu::TextureDimension::D3,
                _ => wgpu::TextureDimension::D2,
            },
            format: self.format,
            usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
            view_formats: &[],
        });
        for mip_level in 0..self.levels() {
            let size = self.extent(mip_level);
            let texel = self.format.block_copy_size(None).expect("a texel has a size");
            let count = size.width * size.height * size.depth_or_array_layers;
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(size.width * texel),
                rows_per_image: Some(size.height),
            };
            let to = wgpu::TexelCopyTextureInfo { mip_level, ..texture.as_image_copy() };
            gpu.queue.write_texture(to, &texels(self.format, count * texel), layout, size);
        }
        texture.create_view(&wgpu::TextureViewDescriptor { dimension: Some(self.view), ..Default::default() })
    }
}

/// So many bytes of texels; floats among them are from -1 to 1.
fn texels(format: Format, bytes: u32) -> Vec<u8> {
    let random = |at: u32| (at + 1).wrapping_mul(2_654_435_761) >> 8;
    let name = format!("{format:?}");
    let words = (0..bytes.div_ceil(4)).map(|at| match &name {
        name if name.ends_with("32Float") => (random(at) as f32 / 8_388_608.0 - 1.0).to_bits(),
        // Below 1, of either sign.
        name if name.ends_with("16Float") => (random(at) << 8 | random(at) >> 8) & 0xbbff_bbff,
        // Exponents of 15 and less.
        name if name.ends_with("Ufloat") => random(at) << 8 & 0x73de_f7bd,
        _ => random(at) << 8 | random(at) >> 16,
    });
    words.flat_map(u32::to_le_bytes).take(bytes as usize).collect()
}

/// Commands that run one workgroup of `source`.
fn dispatch(gpu: &Gpu, source: &str, bound: Vec<(u32, wgpu::BindingResource<'_>)>) -> wgpu::CommandEncoder {
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let pipeline = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    });
    let entries = bound.into_iter().map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource });
    let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries.collect::<Vec<_>>(),
    });
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
    encoder
}

fn buffer(gpu: &Gpu, size: u64, usage: BufferUsages) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
}

/// What `source` writes to its `out` of so many words, at 2, with `image` at 0 and a sampler at 1.
fn run(gpu: &Gpu, source: &str, image: Image, sampler: Option<&wgpu::SamplerDescriptor<'_>>, words: u64) -> Vec<u32> {
    let out = buffer(gpu, 4 * words, BufferUsages::STORAGE | BufferUsages::COPY_SRC);
    let home = buffer(gpu, 4 * words, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
    let view = image.upload(gpu);
    let sampler = sampler.map(|sampler| gpu.device.create_sampler(sampler));
    let mut bound = vec![(0, wgpu::BindingResource::TextureView(&view)), (2, out.as_entire_binding())];
    bound.extend(sampler.iter().map(|sampler| (1, wgpu::BindingResource::Sampler(sampler))));
    let mut encoder = dispatch(gpu, source, bound);
    encoder.copy_buffer_to_buffer(&out, 0, &home, 0, 4 * words);
    gpu.queue.submit([encoder.finish()]);
    read(gpu, &home)
}

fn read(gpu: &Gpu, home: &wgpu::Buffer) -> Vec<u32> {
    home.slice(..).map_async(wgpu::MapMode::Read, |done| done.expect("it is mapped"));
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("it waits");
    bytemuck::pod_collect_to_vec(&home.slice(..).get_mapped_range().expect("it is mapped"))
}

/// Fails where two floats are further apart than `most`.
fn near(case: &str, [simulated, real]: [Vec<u32>; 2], most: f32) {
    for (at, (a, b)) in simulated.iter().zip(&real).enumerate() {
        let (a, b) = (f32::from_bits(*a), f32::from_bits(*b));
        assert!((a - b).abs() <= most, "{case}, word {at}: the simulator gives {a}, the device {b}");
    }
}

const FLOATS: [Format; 18] = [
    Format::R8Unorm,
    Format::R8Snorm,
    Format::Rg8Unorm,
    Format::Rg8Snorm,
    Format::Rgba8Unorm,
    Format::Rgba8UnormSrgb,
    Format::Rgba8Snorm,
    Format::Bgra8Unorm,
    Format::Bgra8UnormSrgb,
    Format::Rgb9e5Ufloat,
    Format::Rgb10a2Unorm,
    Format::Rg11b10Ufloat,
    Format::R16Float,
    Format::Rg16Float,
    Format::Rgba16Float,
    Format::R32Float,
    Format::Rg32Float,
    Format::Rgba32Float,
];

/// How far lavapipe is from a format's exact values: it decodes sRGB with a polynomial.
fn inexact(format: Format) -> f32 {
    if format.is_srgb() { 2e-3 } else { 1e-6 }
}

/// Loads all texels of both levels, as numbers of a type.
fn load(ty: &str) -> String {
    format!(
        "@group(0) @binding(0) var image: texture_2d<{ty}>;
        @group(0) @binding(2) var<storage, read_write> out: array<vec4<{ty}>, 32>;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{
            let level = i / 16u;
            let size = textureDimensions(image, level);
            out[i] = textureLoad(image, vec2(i % size.x, i / size.x % size.y), level);
        }}"
    )
}

#[test]
fn loads_are_a_device_s_in_every_format() {
    let Some(gpus) = both() else { return };
    for format in FLOATS {
        let ran = gpus.each_ref().map(|gpu| run(gpu, &load("f32"), Image::flat(format), None, 128));
        near(&format!("{format:?}"), ran, inexact(format));
    }
    let (unsigned, signed) = (
        [Format::R8Uint, Format::R16Uint, Format::R32Uint, Format::Rg8Uint, Format::Rg16Uint, Format::Rg32Uint],
        [Format::R8Sint, Format::R16Sint, Format::R32Sint, Format::Rg8Sint, Format::Rg16Sint, Format::Rg32Sint],
    );
    let unsigned = unsigned.into_iter().chain([Format::Rgba8Uint, Format::Rgba16Uint, Format::Rgba32Uint]);
    let signed = signed.into_iter().chain([Format::Rgba8Sint, Format::Rgba16Sint, Format::Rgba32Sint]);
    for (ty, format) in unsigned.map(|format| ("u32", format)).chain(signed.map(|format| ("i32", format))) {
        let [simulated, real] = gpus.each_ref().map(|gpu| run(gpu, &load(ty), Image::flat(format), None, 128));
        assert_eq!(simulated, real, "{format:?}");
    }
}

/// Samples 256 places, a third of them within the texture, at levels from 0 to 1.
fn sample(ty: &str, call: &str) -> String {
    format!(
        "@group(0) @binding(0) var image: {ty};
        @group(0) @binding(1) var how: sampler;
        @group(0) @binding(2) var<storage, read_write> out: array<vec4<f32>, 256>;
        @compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32) {{
            let at = (vec3<f32>(f32(i % 32), f32(i / 8), f32(i % 7)) + 0.37) / 8.0 - 1.5;
            let layer = i % 3;
            let level = f32(i % 5) / 4.0;
            out[i] = {call};
        }}"
    )
}

const FLAT: &str = "textureSampleLevel(image, how, at.xy, LEVEL)";

fn sampler(filter: FilterMode, address: AddressMode) -> wgpu::SamplerDescriptor<'static> {
    wgpu::SamplerDescriptor {
        address_mode_u: address,
        address_mode_v: address,
        address_mode_w: address,
        mag_filter: filter,
        min_filter: filter,
        mipmap_filter: match filter {
            FilterMode::Nearest => wgpu::MipmapFilterMode::Nearest,
            FilterMode::Linear => wgpu::MipmapFilterMode::Linear,
        },
        ..Default::default()
    }
}

/// How far a linear filter with 8 bits of fractions is from the exact one: along two or three axes, texels from -1 to 1.
const FRACTIONS: f32 = 1.2e-2;

#[test]
fn samples_are_a_device_s_with_every_filter_and_address_mode() {
    let Some(gpus) = both() else { return };
    let source = sample("texture_2d<f32>", &FLAT.replace("LEVEL", "0.0"));
    for address in [AddressMode::ClampToEdge, AddressMode::Repeat, AddressMode::MirrorRepeat] {
        for (filter, most) in [(FilterMode::Nearest, 0.0), (FilterMode::Linear, FRACTIONS)] {
            for format in FLOATS {
                let how = sampler(filter, address);
                let ran = gpus.each_ref().map(|gpu| run(gpu, &source, Image::flat(format), Some(&how), 1024));
                near(&format!("{format:?}, {filter:?}, {address:?}"), ran, most + inexact(format));
            }
        }
    }
}

#[test]
fn samples_are_a_device_s_in_every_dimension_between_levels_and_gathered() {
    let Some(gpus) = both() else { return };
    let cases = [
        ("texture_1d<f32>", View::D1, [7, 1, 1], "textureSampleLevel(image, how, at.x, 0.0)"),
        ("texture_2d<f32>", View::D2, [5, 3, 1], "textureSampleLevel(image, how, at.xy, level)"),
        ("texture_2d<f32>", View::D2, [5, 3, 1], "textureSampleLevel(image, how, at.xy, 0.0, vec2(1, -1))"),
        ("texture_2d<f32>", View::D2, [5, 3, 1], "textureSampleBaseClampToEdge(image, how, at.xy)"),
        ("texture_2d<f32>", View::D2, [5, 3, 1], "textureGather(2, image, how, at.xy)"),
        ("texture_2d_array<f32>", View::D2Array, [5, 3, 3], "textureSampleLevel(image, how, at.xy, layer, level)"),
        ("texture_2d_array<f32>", View::D2Array, [5, 3, 3], "textureGather(0, image, how, at.xy, layer)"),
        ("texture_3d<f32>", View::D3, [5, 3, 4], "textureSampleLevel(image, how, at, level)"),
    ];
    for (ty, view, size, call) in cases {
        for (filter, most) in [(FilterMode::Nearest, 1e-6), (FilterMode::Linear, FRACTIONS)] {
            for format in [Format::Rgba8Unorm, Format::Rgba32Float] {
                let how = sampler(filter, AddressMode::Repeat);
                let image = Image { format, view, size };
                let ran = gpus.each_ref().map(|gpu| run(gpu, &sample(ty, call), image, Some(&how), 1024));
                near(&format!("{call}, {format:?}, {filter:?}"), ran, most);
            }
        }
    }
}

#[test]
fn comparisons_are_a_device_s() {
    let Some(gpus) = both() else { return };
    let source = sample("texture_depth_2d", "vec4(textureSampleCompareLevel(image, how, at.xy, 0.1 + f32(i) / 300.0))");
    let source = source.replace("var how: sampler;", "var how: sampler_comparison;");
    use wgpu::CompareFunction as Compare;
    for compare in [Compare::Less, Compare::LessEqual, Compare::Greater, Compare::GreaterEqual, Compare::NotEqual] {
        let how = wgpu::SamplerDescriptor {
            compare: Some(compare),
            ..sampler(FilterMode::Nearest, AddressMode::ClampToEdge)
        };
        let image = Image::flat(Format::Depth16Unorm);
        let [simulated, real] = gpus.each_ref().map(|gpu| run(gpu, &source, image, Some(&how), 1024));
        assert_eq!(simulated, real, "{compare:?}");
    }
}

/// What stores of the same 64 vectors leave in a texture of 8 by 8 texels.
fn stored(gpu: &Gpu, format: Format, name: &str, ty: &str, inputs: &[u32]) -> Vec<u32> {
    let source = format!(
        "@group(0) @binding(0) var image: texture_storage_2d<{name}, write>;
        @group(0) @binding(1) var<storage, read> values: array<vec4<{ty}>>;
        @compute @workgroup_size(8, 8) fn main(@builtin(local_invocation_id) id: vec3<u32>) {{
            textureStore(image, id.xy, values[8 * id.y + id.x]);
        }}"
    );
    let size = wgpu::Extent3d { width: 8, height: 8, depth_or_array_layers: 1 };
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: TextureUsages::STORAGE_BINDING | TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let values = gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: bytemuck::cast_slice(inputs),
        usage: BufferUsages::STORAGE,
    });
    let home = buffer(gpu, 8 * 256, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
    let view = texture.create_view(&Default::default());
    let bound = vec![(0, wgpu::BindingResource::TextureView(&view)), (1, values.as_entire_binding())];
    let mut encoder = dispatch(gpu, &source, bound);
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(256), rows_per_image: None };
    encoder.copy_texture_to_buffer(texture.as_image_copy(), wgpu::TexelCopyBufferInfo { buffer: &home, layout }, size);
    gpu.queue.submit([encoder.finish()]);
    read(gpu, &home)
}

#[test]
fn stores_are_a_device_s_in_every_storage_format() {
    let Some(gpus) = both() else { return };
    // Beyond the range of some formats; none half-way between two numbers of a format, and all of them f16: a device may
    // round towards zero there.
    let floats: Vec<u32> = (0..256).map(|at| ((at as f32 + 0.25) / 64.0 - 2.0).to_bits()).collect();
    let words: Vec<u32> = (0..256u32).map(|at| at % 128).collect();
    let cases = [
        (Format::Rgba8Unorm, "rgba8unorm", "f32"),
        (Format::Rgba8Snorm, "rgba8snorm", "f32"),
        (Format::Rgba16Float, "rgba16float", "f32"),
        (Format::R32Float, "r32float", "f32"),
        (Format::Rg32Float, "rg32float", "f32"),
        (Format::Rgba32Float, "rgba32float", "f32"),
        (Format::Rgba8Uint, "rgba8uint", "u32"),
        (Format::Rgba16Uint, "rgba16uint", "u32"),
        (Format::R32Uint, "r32uint", "u32"),
        (Format::Rg32Uint, "rg32uint", "u32"),
        (Format::Rgba32Uint, "rgba32uint", "u32"),
        (Format::Rgba8Sint, "rgba8sint", "i32"),
        (Format::Rgba16Sint, "rgba16sint", "i32"),
        (Format::R32Sint, "r32sint", "i32"),
        (Format::Rg32Sint, "rg32sint", "i32"),
        (Format::Rgba32Sint, "rgba32sint", "i32"),
    ];
    for (format, name, ty) in cases {
        let inputs = if ty == "f32" { &floats } else { &words };
        let [simulated, real] = gpus.each_ref().map(|gpu| stored(gpu, format, name, ty, inputs));
        assert_eq!(simulated, real, "{format:?}");
    }
}
