// The index is carried in private memory and changed by a function.
// run: --buffer 0.0=unwritten:256
var<private> at: u32;
var<workgroup> t: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
fn move_on(by: u32) { at = (at + by) % 64u; }
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    at = i;
    t[at] = i;
    move_on(5u); //-
    workgroupBarrier(); 
    //+ move_on(5u);
    let x = t[at];
    t[at] = x + 1u; //~ also race //-
    //+ workgroupBarrier();
    //+ t[at] = x + 1u;
    o[i] = x + t[i]; //~ race //-
    //+ workgroupBarrier();
    //+ o[i] = x + t[i];
}
