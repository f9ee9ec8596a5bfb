//! Textures: what they give, and what is found of their use.

use crate::kernel::{Kernel, Overrides};
use crate::machine::Machine;
use crate::texture::{AddressMode, Dimension, FilterMode, Resources, Sampler, Texture};
use crate::{Compiled, Finding, FindingKind, Launch, Options, simulate};
use std::collections::BTreeMap;

/// A kernel with textures from binding 1 on, a sampler at binding 9 and `array<u32>` or `array<f32>` at binding 0.
struct Case {
    textures: Vec<(Texture, Vec<u8>)>,
    sampler: Sampler,
    words: usize,
    workgroups: u32,
}

struct Ran {
    out: Vec<u32>,
    textures: Vec<Vec<u8>>,
    findings: Vec<Finding>,
}

fn texture(format: &str, dimension: Dimension, size: [u32; 3]) -> Texture {
    Texture { format: format.parse().unwrap(), dimension, size, levels: 1 }
}

/// Texels of counting f32s.
fn counting(dimension: Dimension, size: [u32; 3]) -> (Texture, Vec<u8>) {
    let texels = (0..size.iter().product::<u32>()).flat_map(|at| (at as f32).to_le_bytes());
    (texture("r32float", dimension, size), texels.collect())
}

impl Case {
    fn new(textures: Vec<(Texture, Vec<u8>)>) -> Self {
        Self { textures, sampler: Sampler::default(), words: 16, workgroups: 1 }
    }

    fn run(&self, source: &str) -> Ran {
        let kernel = Kernel::parse("k.wgsl", source, None, &Overrides::new()).unwrap_or_else(|error| panic!("{error}"));
        let machine = Machine::builtin(Machine::DEFAULT).unwrap();
        let program = Compiled::new(&kernel, &machine.target());
        let program = program.unwrap_or_else(|error| panic!("{error}"));
        let mut bindings = BTreeMap::from([((0, 0), vec![0; self.words * 4])]);
        let mut resources = Resources::default();
        resources.samplers.insert((0, 9), self.sampler);
        for (binding, (texture, texels)) in (1..).zip(&self.textures) {
            bindings.insert((0, binding), texels.clone());
            resources.textures.insert((0, binding), *texture);
        }
        let launch = Launch { workgroups: [self.workgroups, 1, 1], bindings: &mut bindings, immediates: &[] };
        let options = Options { resources, ..Options::default() };
        let simulation = simulate(&program, launch, machine, &options).unwrap_or_else(|error| panic!("{error}"));
        let out = bindings[&(0, 0)].chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
        let textures = (1..).take(self.textures.len()).map(|binding| bindings[&(0, binding)].clone()).collect();
        Ran { out, textures, findings: simulation.outcome.findings }
    }

    fn floats(&self, source: &str) -> Vec<f32> {
        self.run(source).out.into_iter().map(f32::from_bits).collect()
    }
}

const SAMPLED: &str = "
    @group(0) @binding(0) var<storage, read_write> out: array<f32>;
    @group(0) @binding(1) var image: texture_2d<f32>;
    @group(0) @binding(9) var how: sampler;
    @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {";

#[test]
fn texels_load_in_one_to_three_dimensions_and_in_layers() {
    for (name, load, dimension, size) in [
        ("1d", "i32(i)", Dimension::D1, [16, 1, 1]),
        ("2d", "vec2(i % 4, i / 4)", Dimension::D2, [4, 4, 1]),
        ("2d_array", "vec2(i % 4, i / 4 % 2), i / 8", Dimension::D2, [4, 2, 2]),
        ("3d", "vec3(i % 4, i / 4 % 2, i / 8)", Dimension::D3, [4, 2, 2]),
    ] {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
            @group(0) @binding(1) var image: texture_{name}<f32>;
            @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {{
                out[i] = textureLoad(image, {load}, 0).x;
            }}"
        );
        let out = Case::new(vec![counting(dimension, size)]).floats(&source);
        assert_eq!(out, (0..16).map(|at| at as f32).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn a_texture_says_its_size_its_layers_and_its_levels() {
    let shape = Texture { levels: 2, ..texture("rgba8unorm", Dimension::D2, [6, 4, 3]) };
    let case = Case::new(vec![(shape, vec![0; shape.bytes() as usize])]);
    let ran = case.run(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @group(0) @binding(1) var image: texture_2d_array<f32>;
        fn size(which: texture_2d_array<f32>) -> vec2<u32> { return textureDimensions(which); }
        @compute @workgroup_size(1) fn main() {
            let all = size(image);
            let half = textureDimensions(image, 1);
            out[0] = all.x; out[1] = all.y; out[2] = half.x; out[3] = half.y;
            out[4] = textureNumLayers(image); out[5] = textureNumLevels(image);
        }",
    );
    assert_eq!(ran.out[..6], [6, 4, 3, 2, 3, 2]);
}

#[test]
fn samples_take_the_nearest_texel_or_join_four() {
    let body = "out[i] = textureSampleLevel(image, how, vec2(f32(i) / 16.0, 0.5), 0.0).x; }";
    let mut case = Case::new(vec![counting(Dimension::D2, [4, 1, 1])]);
    let nearest: Vec<f32> = (0..16).map(|i| (i / 4) as f32).collect();
    assert_eq!(case.floats(&format!("{SAMPLED}{body}")), nearest);
    case.sampler = Sampler::filtering(FilterMode::Linear);
    let joined = |at: f32| (at / 4.0 - 0.5).clamp(0.0, 3.0);
    assert_eq!(case.floats(&format!("{SAMPLED}{body}")), (0..16).map(|i| joined(i as f32)).collect::<Vec<_>>());
    case.sampler.address = [AddressMode::Repeat; 3];
    let out = case.floats(&format!("{SAMPLED}{body}"));
    assert_eq!((out[0], out[1]), (1.5, 0.75), "half of the last texel and half of the first");
}

#[test]
fn a_gather_takes_four_texels_in_the_order_of_the_language() {
    let body = "if i == 0 { let four = textureGather(0, image, how, vec2(0.5, 0.5));
        out[0] = four.x; out[1] = four.y; out[2] = four.z; out[3] = four.w; } }";
    let out = Case::new(vec![counting(Dimension::D2, [2, 2, 1])]).floats(&format!("{SAMPLED}{body}"));
    assert_eq!(out[..4], [2.0, 3.0, 1.0, 0.0]);
}

const STORES: &str = "
    @group(0) @binding(1) var image: texture_storage_2d<rgba8unorm, write>;
    @compute @workgroup_size(16) fn main(@builtin(global_invocation_id) id: vec3<u32>) {";

#[test]
fn stores_go_to_their_texels_and_nowhere_beyond() {
    let shape = texture("rgba8unorm", Dimension::D2, [4, 2, 1]);
    let case = Case::new(vec![(shape, vec![0; 32])]);
    let ran = case.run(&format!(
        "{STORES} textureStore(image, vec2(id.x % 5, id.x / 5), vec4(f32(id.x) / 255.0, 0.0, 1.0, 0.5)); }}"
    ));
    let red: Vec<u8> = ran.textures[0].chunks(4).map(|texel| texel[0]).collect();
    assert_eq!(red, [0, 1, 2, 3, 5, 6, 7, 8]);
    assert_eq!(ran.textures[0][1..4], [0, 255, 128]);
    let [found] = &ran.findings[..] else { panic!("{:?}", ran.findings) };
    assert!(found.kind == FindingKind::OutOfBounds && !found.is_error(), "{found:?}");
}

#[test]
fn two_invocations_that_store_to_one_texel_race_within_a_workgroup_and_between() {
    let shape = texture("rgba8unorm", Dimension::D2, [16, 1, 1]);
    for (workgroups, at) in [(1, "id.x / 2"), (2, "id.x % 16")] {
        let case = Case { workgroups, ..Case::new(vec![(shape, vec![0; 64])]) };
        let ran = case.run(&format!("{STORES} textureStore(image, vec2({at}, 0), vec4(f32(id.x))); }}"));
        let race = ran.findings.iter().find(|finding| finding.kind == FindingKind::Race).expect("a race is found");
        assert_eq!(race.line, Some(3));
        assert!(race.message.contains("`image`"), "{}", race.message);
    }
}

#[test]
fn a_texture_that_is_read_and_written_by_each_invocation_alone_is_clean() {
    let ran = Case::new(vec![counting(Dimension::D2, [16, 1, 1])]).run(
        "@group(0) @binding(1) var image: texture_storage_2d<r32float, read_write>;
        @compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
            let old = textureLoad(image, vec2(i, 0));
            textureStore(image, vec2(i, 0), old * 2.0);
        }",
    );
    let floats: Vec<f32> = ran.textures[0].chunks(4).map(|word| f32::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(floats, (0..16).map(|at| 2.0 * at as f32).collect::<Vec<_>>());
    assert!(ran.findings.is_empty(), "{:?}", ran.findings);
}

#[test]
fn a_load_beyond_a_texture_gives_zeros_and_is_told() {
    let body = "out[i] = textureLoad(image, vec2(i32(i) - 1, 0), 0).x + 1.0; }";
    let ran = Case::new(vec![counting(Dimension::D2, [14, 1, 1])]).run(&format!("{SAMPLED}{body}"));
    let out: Vec<f32> = ran.out.iter().copied().map(f32::from_bits).collect();
    assert_eq!((out[0], out[14], out[15]), (1.0, 14.0, 1.0));
    let [reported] = ran.findings.as_slice() else { panic!("{:?}", ran.findings) };
    assert_eq!(reported.kind, FindingKind::OutOfBounds);
    assert!(!reported.is_error(), "the language allows it");
}

#[test]
fn a_texture_of_another_type_is_refused_with_both() {
    let kernel = format!("{SAMPLED} out[i] = textureLoad(image, vec2(0, 0), 0).x; }}");
    let kernel = Kernel::parse("k.wgsl", &kernel, None, &Overrides::new()).unwrap();
    let machine = Machine::builtin(Machine::DEFAULT).unwrap();
    let program = Compiled::new(&kernel, &machine.target()).unwrap();
    let shape = texture("r32uint", Dimension::D2, [1, 1, 1]);
    let mut bindings = BTreeMap::from([((0, 0), vec![0; 64]), ((0, 1), vec![0; 4])]);
    let mut options = Options::default();
    options.resources.textures.insert((0, 1), shape);
    let launch = Launch { workgroups: [1, 1, 1], bindings: &mut bindings, immediates: &[] };
    let error = simulate(&program, launch, machine, &options).expect_err("it does not fit").to_string();
    assert!(error.contains("takes Float texels, and a texture of r32uint is bound"), "{error}");
}
