// 15 workgroups for 30 units, of 16 subgroups each: 3 are resident at most, 48 subgroups of 48. One wave of 90 places, a sixth of them
// taken; half of the units have one to run. A load, a sum and a store of each of 240 subgroups.
// device: sim:ampere-8.6
// run: --dispatch 15 --buffer 0.0=zero:30720
// counts: machine=ampere-8.6 occupancy=1 waves=1 achieved_occupancy=0.16666666666666666 unit_share=0.5 workgroups=15 subgroup_instructions=720 active_lanes=23040
@group(0) @binding(0) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(512) fn main(@builtin(global_invocation_id) id: vec3u) { y[id.x] += 1u; }
