// Exercise 1: many small matrix products C = A B, of eight different sizes. No two of them need each other.
//
// The kernel does one product. The host dispatches it for each product anew, and each of these dispatches is over before most
// of the device has begun. Dispatches cost microseconds each; the arithmetic of one product takes less.
//
// The kernel is right, and the device idles. How does an invocation of one large dispatch find out which product its element
// belongs to, when all have different sizes, and there are as many as the caller likes?
struct Params {
    // The first product of this dispatch, and the one after its last.
    first: u32,
    end: u32,
    // The first element of this dispatch in `c`, and the one after its last.
    from_c: u32,
    to_c: u32,
}

// Where a product lies: C has rows x columns, A rows x inner, B inner x columns elements, row by row.
struct Shape {
    rows: u32,
    inner: u32,
    columns: u32,
    // Where A, B and C begin in their buffers. The products follow each other without gaps.
    at_a: u32,
    at_b: u32,
    at_c: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> shapes: array<Shape>;
@group(0) @binding(2) var<storage, read> a: array<f32>;
@group(0) @binding(3) var<storage, read> b: array<f32>;
@group(0) @binding(4) var<storage, read_write> c: array<f32>;

const WORKGROUP: u32 = 64u;
// Products of one dispatch: the host dispatches as often as it takes to go through all of them. (It may be larger than any
// number of products: 4294967295u.)
const PRODUCTS: u32 = 1u;

// The product to which element `i` of `c` belongs.
fn product_of(i: u32) -> u32 {
    // TODO: with more than one product in a dispatch, look for it between params.first and params.end.
    return params.first;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    // The workgroups of a dispatch cover its elements of `c`, one an invocation.
    let number = workgroup.y * workgroups.x + workgroup.x; // A launch may have rows: global_invocation_id.x begins anew in each.
    let i = params.from_c + number * WORKGROUP + lane;
    if i >= params.to_c {
        return;
    }
    let shape = shapes[product_of(i)];
    let own = i - shape.at_c;
    let row = own / shape.columns;
    let column = own % shape.columns;
    var sum = 0.0;
    for (var k = 0u; k < shape.inner; k++) {
        sum += a[shape.at_a + row * shape.inner + k] * b[shape.at_b + k * shape.columns + column];
    }
    c[i] = sum;
}
