// unsaid: results in each invocation
// main: 4096
// buffers: 1048576
// In a sorting network each value is loaded by the two that it is compared by: no operand serves several results.
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
var<workgroup> tile: array<f32, 256>;

@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  tile[lane] = data[id.x];
  workgroupBarrier();
  for (var size = 2u; size <= 256u; size *= 2u) {
    for (var apart = size / 2u; apart > 0u; apart /= 2u) {
      let other = lane ^ apart;
      if other > lane && (tile[lane] > tile[other]) == ((lane & size) == 0u) {
        let kept = tile[lane];
        tile[lane] = tile[other];
        tile[other] = kept;
      }
      workgroupBarrier();
    }
  }
  data[id.x] = tile[lane];
}
