// unsaid: Stop here
// main: 16384
// buffers: 1048576 1048576
// It waits for the loads in its conditions, and issues as long: four results in an invocation make fewer of both.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = i32(id.x) % 1024;
  let y = i32(id.x) / 1024;
  var sum = 0.0;
  var count = 0.0;
  for (var down = -3; down <= 3; down++) {
    for (var along = -3; along <= 3; along++) {
      if x + along >= 0 && x + along < 1024 && y + down >= 0 && y + down < 1024 {
        sum += input[(y + down) * 1024 + x + along];
        count += 1.0;
      }
    }
  }
  output[id.x] = sum / count;
}
