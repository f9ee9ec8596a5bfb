// One lane of a whole launch never gets to its end.
// run: --buffer 0.0=unwritten:1024 --dispatch 4 --steps 2000000
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    var n = g.x; //-
    //+ var n = g.x + 1u;
    var steps = 0u;
    loop { //~ step-limit "did not end within 2000000 steps"
        if (n == 1u || steps > 200u && n > 1u) { break; }
        n = select(n / 2u, 3u * n + 1u, n % 2u == 1u);
        steps++;
    }
    o[g.x] = steps;
}
