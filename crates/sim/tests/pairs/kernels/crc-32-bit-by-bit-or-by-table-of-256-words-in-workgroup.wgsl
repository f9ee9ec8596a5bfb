// name = "CRC-32 bit by bit, or by a table of 256 words in workgroup memory"
// source = "arithmetic: 8 x 3 integer operations at 64 lanes a clock against five and a read of 32 random banks (3.4 wavefronts of four schedulers): 54 clocks against 15; RDNA3: 37 against 14"
// range = { "ampere-8.6" = [2.2, 4.8], "rdna3" = [1.6, 5] }
// long = true
// slow = [960, 1, 1]
// fast = [960, 1, 1]
// buffers = [983040]

@group(0) @binding(0) var<storage, read_write> output: array<u32>;
var<workgroup> table: array<u32, 256>;
const POLYNOMIAL = 0xEDB88320u;
fn shifted(word: u32) -> u32 {
  var crc = word;
  for (var bit = 0; bit < 8; bit++) {
    if (crc & 1u) != 0u { crc = (crc >> 1u) ^ POLYNOMIAL; } else { crc = crc >> 1u; }
  }
  return crc;
}
@compute @workgroup_size(256) fn slow(@builtin(global_invocation_id) id: vec3u) {
  var crc = ~id.x;
  for (var k = 0u; k < 256u; k++) { crc = shifted(crc ^ (k & 0xffu)); }
  output[id.x] = ~crc;
}
@compute @workgroup_size(256) fn fast(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  table[lane] = shifted(lane);
  workgroupBarrier();
  var crc = ~(id.x * 2654435761u);
  for (var k = 0u; k < 256u; k++) { crc = table[(crc ^ k) & 0xffu] ^ (crc >> 8u); }
  output[id.x] = ~crc;
}
