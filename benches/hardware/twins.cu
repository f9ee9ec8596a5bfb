// CUDA twins of WGSL kernels of Lockstep: the same grids, workgroups, index arithmetic and accesses, one launch each.
// Every access of global and workgroup memory that the WGSL makes is one PTX instruction here (inline, volatile), so that
// the compiler neither merges, removes, duplicates nor widens it, and no load takes the read-only path.
// Usage: twins [PART | -PART]   (those whose name has PART, or has it not; prints one line a launch: order, name, check)
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <string>
#include <vector>
#include "expected.h"
#include "patterns.h"
typedef uint32_t u32;
#ifdef HOST // to check the twins where there is no GPU: threads as fibers
#include "host.h"
#else
#include <cuda_runtime.h>
#define LAUNCH(KERNEL, GRID, BLOCK, ...) KERNEL<<<GRID, BLOCK>>>(__VA_ARGS__)
#define DI __device__ __forceinline__

// ---- accesses: one instruction each
DI float ldg(const float *p) { float v; asm volatile("ld.global.f32 %0,[%1];" : "=f"(v) : "l"(p) : "memory"); return v; }
DI u32 ldg(const u32 *p) { u32 v; asm volatile("ld.global.u32 %0,[%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
DI float4 ldg(const float4 *p) {
    float4 v;
    asm volatile("ld.global.v4.f32 {%0,%1,%2,%3},[%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p) : "memory");
    return v;
}
DI float2 ldg(const float2 *p) { float2 v; asm volatile("ld.global.v2.f32 {%0,%1},[%2];" : "=f"(v.x), "=f"(v.y) : "l"(p) : "memory"); return v; }
DI void stg(float2 *p, float2 v) { asm volatile("st.global.v2.f32 [%0],{%1,%2};" ::"l"(p), "f"(v.x), "f"(v.y) : "memory"); }
DI void stg(float *p, float v) { asm volatile("st.global.f32 [%0],%1;" ::"l"(p), "f"(v) : "memory"); }
DI void stg(u32 *p, u32 v) { asm volatile("st.global.u32 [%0],%1;" ::"l"(p), "r"(v) : "memory"); }
DI void stg(float4 *p, float4 v) {
    asm volatile("st.global.v4.f32 [%0],{%1,%2,%3,%4};" ::"l"(p), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w) : "memory");
}
DI u32 at(const void *p) { return (u32)__cvta_generic_to_shared(p); }
DI float lds(const float *p) { float v; asm volatile("ld.volatile.shared.f32 %0,[%1];" : "=f"(v) : "r"(at(p)) : "memory"); return v; }
DI u32 lds(const u32 *p) { u32 v; asm volatile("ld.volatile.shared.u32 %0,[%1];" : "=r"(v) : "r"(at(p)) : "memory"); return v; }
DI float2 lds(const float2 *p) {
    float2 v;
    asm volatile("ld.volatile.shared.v2.f32 {%0,%1},[%2];" : "=f"(v.x), "=f"(v.y) : "r"(at(p)) : "memory");
    return v;
}
DI float4 lds(const float4 *p) {
    float4 v;
    asm volatile("ld.volatile.shared.v4.f32 {%0,%1,%2,%3},[%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "r"(at(p)) : "memory");
    return v;
}
DI void sts(float *p, float v) { asm volatile("st.volatile.shared.f32 [%0],%1;" ::"r"(at(p)), "f"(v) : "memory"); }
DI void sts(u32 *p, u32 v) { asm volatile("st.volatile.shared.u32 [%0],%1;" ::"r"(at(p)), "r"(v) : "memory"); }
DI void sts(float2 *p, float2 v) { asm volatile("st.volatile.shared.v2.f32 [%0],{%1,%2};" ::"r"(at(p)), "f"(v.x), "f"(v.y) : "memory"); }
DI void sts(float4 *p, float4 v) {
    asm volatile("st.volatile.shared.v4.f32 [%0],{%1,%2,%3,%4};" ::"r"(at(p)), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w) : "memory");
}
DI void add(u32 *p, u32 v) { asm volatile("red.global.add.u32 [%0],%1;" ::"l"(p), "r"(v) : "memory"); }
DI void adds(u32 *p, u32 v) { asm volatile("red.shared.add.u32 [%0],%1;" ::"r"(at(p)), "r"(v) : "memory"); }
#endif
#define LOCAL (threadIdx.y * blockDim.x + threadIdx.x)
#define GROUP (blockIdx.y * gridDim.x + blockIdx.x)

// ---- coalescing
#define COPY(NAME, ELEMENT)                                                                     \
    __global__ void __launch_bounds__(256) NAME(u32 n, u32 bits, const float *source, float *destination) { \
        u32 i = GROUP * 256u + LOCAL;                                                           \
        u32 e = ELEMENT;                                                                        \
        if (e < n) stg(destination + e, ldg(source + e));                                       \
    }
DI u32 strided(u32 i, u32 n, u32 bits, u32 stride) {
    u32 sweep_bits = bits - (31u - __clz(stride));
    u32 start = i >> sweep_bits, step = i & ((1u << sweep_bits) - 1u);
    return start >= stride ? n : step * stride + start;
}
COPY(coalescing_copy, i)
COPY(coalescing_stride_2, strided(i, n, bits, 2u))
COPY(coalescing_stride_32, strided(i, n, bits, 32u))
COPY(coalescing_offset, (i + 1u == n ? 0u : i + 1u))
struct Particle { float x, y, z, mass, velocity_x, velocity_y, velocity_z, charge; };
__global__ void __launch_bounds__(256) coalescing_aos(u32 n, const Particle *particles, float *moved) {
    u32 i = GROUP * 256u + LOCAL;
    if (i < n) stg(moved + i, ldg(&particles[i].x) + ldg(&particles[i].velocity_x));
}
__global__ void __launch_bounds__(256) coalescing_soa(u32 n, const float *fields, float *moved) {
    u32 i = GROUP * 256u + LOCAL;
    if (i < n) stg(moved + i, ldg(fields + 0u * n + i) + ldg(fields + (4u * n + i)));
}
__global__ void __launch_bounds__(256) coalescing_vec4(u32 n, u32 bits, const float4 *source, float4 *destination) {
    u32 i = GROUP * 256u + LOCAL;
    if (i < (n + 3u) / 4u) stg(destination + i, ldg(source + i));
}
__global__ void __launch_bounds__(256) coalescing_naive(u32 side, const float *matrix, float *transposed) {
    u32 column = blockIdx.x * 32u + threadIdx.x, row = blockIdx.y * 32u + threadIdx.y;
    for (u32 r = 0; r < 32u; r += 8u)
        if (column < side && row + r < side)
            stg(transposed + (column * side + row + r), ldg(matrix + ((row + r) * side + column)));
}
template <u32 PITCH> DI void turn(u32 side, const float *matrix, float *transposed, float *tile) {
    u32 column = blockIdx.x * 32u + threadIdx.x, row = blockIdx.y * 32u + threadIdx.y;
    for (u32 r = 0; r < 32u; r += 8u)
        if (column < side && row + r < side)
            sts(tile + ((threadIdx.y + r) * PITCH + threadIdx.x), ldg(matrix + ((row + r) * side + column)));
    __syncthreads();
    u32 new_column = blockIdx.y * 32u + threadIdx.x, new_row = blockIdx.x * 32u + threadIdx.y;
    for (u32 r = 0; r < 32u; r += 8u)
        if (new_column < side && new_row + r < side)
            stg(transposed + ((new_row + r) * side + new_column), lds(tile + (threadIdx.x * PITCH + threadIdx.y + r)));
}
__global__ void __launch_bounds__(256) coalescing_tiled(u32 side, const float *matrix, float *transposed) {
    __shared__ float tile[32 * 32];
    turn<32>(side, matrix, transposed, tile);
}
__global__ void __launch_bounds__(256) coalescing_padded(u32 side, const float *matrix, float *transposed) {
    __shared__ float tile[32 * 33];
    turn<33>(side, matrix, transposed, tile);
}

// ---- tiling
struct Dim { u32 m, n, k; };
DI float load_a(Dim p, const float *a, u32 row, u32 k) { return row < p.m && k < p.k ? ldg(a + (row * p.k + k)) : 0.f; }
DI float load_b(Dim p, const float *b, u32 k, u32 col) { return k < p.k && col < p.n ? ldg(b + (k * p.n + col)) : 0.f; }
DI float4 load_a4(Dim p, const float *a, u32 row, u32 k) {
    if (p.k % 4u == 0u && row < p.m && k < p.k) return ldg((const float4 *)a + (row * p.k + k) / 4u);
    return make_float4(load_a(p, a, row, k), load_a(p, a, row, k + 1), load_a(p, a, row, k + 2), load_a(p, a, row, k + 3));
}
DI float4 load_b4(Dim p, const float *b, u32 k, u32 col) {
    if (p.n % 4u == 0u && k < p.k && col < p.n) return ldg((const float4 *)b + (k * p.n + col) / 4u);
    return make_float4(load_b(p, b, k, col), load_b(p, b, k, col + 1), load_b(p, b, k, col + 2), load_b(p, b, k, col + 3));
}
__global__ void __launch_bounds__(256) tiling_naive(Dim p, const float *a, const float *b, float *c) {
    u32 row = blockIdx.x * 32u + threadIdx.x, col = blockIdx.y * 8u + threadIdx.y;
    if (row >= p.m || col >= p.n) return;
    float sum = 0.f;
    for (u32 k = 0; k < p.k; k++) sum = fmaf(ldg(a + (row * p.k + k)), ldg(b + (k * p.n + col)), sum);
    stg(c + (row * p.n + col), sum);
}
__global__ void __launch_bounds__(256) tiling_coalesced(Dim p, const float *a, const float *b, float *c) {
    u32 row = blockIdx.y * 8u + threadIdx.y, col = blockIdx.x * 32u + threadIdx.x;
    if (row >= p.m || col >= p.n) return;
    float sum = 0.f;
    for (u32 k = 0; k < p.k; k++) sum = fmaf(ldg(a + (row * p.k + k)), ldg(b + (k * p.n + col)), sum);
    stg(c + (row * p.n + col), sum);
}
__global__ void __launch_bounds__(256) tiling_tiled(Dim p, const float *a, const float *b, float *c) {
    __shared__ float tile_a[16][16], tile_b[16][16];
    u32 row = blockIdx.y * 16u + threadIdx.y, col = blockIdx.x * 16u + threadIdx.x;
    float sum = 0.f;
    for (u32 k0 = 0; k0 < p.k; k0 += 16u) {
        sts(&tile_a[threadIdx.y][threadIdx.x], load_a(p, a, row, k0 + threadIdx.x));
        sts(&tile_b[threadIdx.y][threadIdx.x], load_b(p, b, k0 + threadIdx.y, col));
        __syncthreads();
        for (u32 k = 0; k < 16u; k++) sum = fmaf(lds(&tile_a[threadIdx.y][k]), lds(&tile_b[k][threadIdx.x]), sum);
        __syncthreads();
    }
    if (row < p.m && col < p.n) stg(c + (row * p.n + col), sum);
}
__global__ void __launch_bounds__(256) tiling_register_1d(Dim p, const float *a, const float *b, float *c) {
    __shared__ float tile_a[64][16], tile_b[16][32];
    u32 row0 = blockIdx.y * 64u, col0 = blockIdx.x * 32u, lane = LOCAL;
    float sums[8] = {};
    for (u32 k0 = 0; k0 < p.k; k0 += 16u) {
        for (u32 i = lane; i < 64u * 16u; i += 256u) sts(&tile_a[i / 16u][i % 16u], load_a(p, a, row0 + i / 16u, k0 + i % 16u));
        for (u32 i = lane; i < 16u * 32u; i += 256u) sts(&tile_b[i / 32u][i % 32u], load_b(p, b, k0 + i / 32u, col0 + i % 32u));
        __syncthreads();
        for (u32 k = 0; k < 16u; k++) {
            float b_k = lds(&tile_b[k][threadIdx.x]);
#pragma unroll
            for (u32 r = 0; r < 8u; r++) sums[r] = fmaf(lds(&tile_a[threadIdx.y + r * 8u][k]), b_k, sums[r]);
        }
        __syncthreads();
    }
    u32 col = col0 + threadIdx.x;
#pragma unroll
    for (u32 r = 0; r < 8u; r++) {
        u32 row = row0 + threadIdx.y + r * 8u;
        if (row < p.m && col < p.n) stg(c + (row * p.n + col), sums[r]);
    }
}
__global__ void __launch_bounds__(256) tiling_register_2d(Dim p, const float *a, const float *b, float *c) {
    __shared__ float tile_a[128][16], tile_b[16][128];
    u32 row0 = blockIdx.y * 128u, col0 = blockIdx.x * 128u, lane = LOCAL;
    float sums[8][8] = {};
    for (u32 k0 = 0; k0 < p.k; k0 += 16u) {
        for (u32 i = lane; i < 128u * 16u; i += 256u) sts(&tile_a[i / 16u][i % 16u], load_a(p, a, row0 + i / 16u, k0 + i % 16u));
        for (u32 i = lane; i < 16u * 128u; i += 256u) sts(&tile_b[i / 128u][i % 128u], load_b(p, b, k0 + i / 128u, col0 + i % 128u));
        __syncthreads();
        for (u32 k = 0; k < 16u; k++) {
            float b_k[8];
#pragma unroll
            for (u32 j = 0; j < 8u; j++) b_k[j] = lds(&tile_b[k][threadIdx.x + j * 16u]);
#pragma unroll
            for (u32 r = 0; r < 8u; r++) {
                float a_k = lds(&tile_a[threadIdx.y + r * 16u][k]);
#pragma unroll
                for (u32 j = 0; j < 8u; j++) sums[r][j] = fmaf(a_k, b_k[j], sums[r][j]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (u32 r = 0; r < 8u; r++) {
        u32 row = row0 + threadIdx.y + r * 16u;
#pragma unroll
        for (u32 j = 0; j < 8u; j++) {
            u32 col = col0 + threadIdx.x + j * 16u;
            if (row < p.m && col < p.n) stg(c + (row * p.n + col), sums[r][j]);
        }
    }
}
struct Mat4 { float4 r[4]; };
DI float4 fma4(float s, float4 b, float4 c) { return make_float4(fmaf(s, b.x, c.x), fmaf(s, b.y, c.y), fmaf(s, b.z, c.z), fmaf(s, b.w, c.w)); }
DI void multiply_add(float4 a, float4 b, Mat4 &s) {
    s.r[0] = fma4(a.x, b, s.r[0]); s.r[1] = fma4(a.y, b, s.r[1]); s.r[2] = fma4(a.z, b, s.r[2]); s.r[3] = fma4(a.w, b, s.r[3]);
}
DI Mat4 transpose(Mat4 m) {
    Mat4 t;
    t.r[0] = make_float4(m.r[0].x, m.r[1].x, m.r[2].x, m.r[3].x);
    t.r[1] = make_float4(m.r[0].y, m.r[1].y, m.r[2].y, m.r[3].y);
    t.r[2] = make_float4(m.r[0].z, m.r[1].z, m.r[2].z, m.r[3].z);
    t.r[3] = make_float4(m.r[0].w, m.r[1].w, m.r[2].w, m.r[3].w);
    return t;
}
// Elements of a row of C that lie `apart` columns apart.
DI void store_row(Dim p, float *c, u32 row, u32 col, u32 apart, float4 s) {
    if (row < p.m) {
        u32 i = row * p.n + col;
        if (col < p.n) stg(c + i, s.x);
        if (col + apart < p.n) stg(c + (i + apart), s.y);
        if (col + 2u * apart < p.n) stg(c + (i + 2u * apart), s.z);
        if (col + 3u * apart < p.n) stg(c + (i + 3u * apart), s.w);
    }
}
DI void store(Dim p, float *c, u32 row, u32 col, u32 down, u32 apart, const Mat4 &s) {
    store_row(p, c, row, col, apart, s.r[0]);
    store_row(p, c, row + down, col, apart, s.r[1]);
    store_row(p, c, row + 2u * down, col, apart, s.r[2]);
    store_row(p, c, row + 3u * down, col, apart, s.r[3]);
}
__global__ void __launch_bounds__(256) tiling_vectorised(Dim p, const float *a, const float *b, float *c) {
    __shared__ float4 tile_a[16][32], tile_b[16][32];
    u32 row0 = blockIdx.y * 128u, col0 = blockIdx.x * 128u, lane = LOCAL;
    Mat4 s00 = {}, s01 = {}, s10 = {}, s11 = {};
    for (u32 k0 = 0; k0 < p.k; k0 += 16u) {
        for (u32 i = lane; i < 128u * 16u / 16u; i += 256u) {
            u32 m = 4u * (i / 4u), k = 4u * (i % 4u);
            Mat4 rows;
            rows.r[0] = load_a4(p, a, row0 + m, k0 + k); rows.r[1] = load_a4(p, a, row0 + m + 1, k0 + k);
            rows.r[2] = load_a4(p, a, row0 + m + 2, k0 + k); rows.r[3] = load_a4(p, a, row0 + m + 3, k0 + k);
            Mat4 block = transpose(rows);
            sts(&tile_a[k][m / 4u], block.r[0]); sts(&tile_a[k + 1][m / 4u], block.r[1]);
            sts(&tile_a[k + 2][m / 4u], block.r[2]); sts(&tile_a[k + 3][m / 4u], block.r[3]);
        }
        for (u32 i = lane; i < 16u * 128u / 4u; i += 256u) {
            u32 k = i / 32u, n = 4u * (i % 32u);
            sts(&tile_b[k][n / 4u], load_b4(p, b, k0 + k, col0 + n));
        }
        __syncthreads();
        for (u32 k = 0; k < 16u; k++) {
            float4 a_0 = lds(&tile_a[k][threadIdx.y]), a_1 = lds(&tile_a[k][threadIdx.y + 16u]);
            float4 b_0 = lds(&tile_b[k][threadIdx.x]), b_1 = lds(&tile_b[k][threadIdx.x + 16u]);
            multiply_add(a_0, b_0, s00); multiply_add(a_0, b_1, s01); multiply_add(a_1, b_0, s10); multiply_add(a_1, b_1, s11);
        }
        __syncthreads();
    }
    u32 row = row0 + 4u * threadIdx.y, col = col0 + 4u * threadIdx.x;
    store(p, c, row, col, 1, 1, s00); store(p, c, row, col + 64u, 1, 1, s01);
    store(p, c, row + 64u, col, 1, 1, s10); store(p, c, row + 64u, col + 64u, 1, 1, s11);
}
__global__ void __launch_bounds__(256) tiling_vec4_loads(Dim p, const float *a, const float *b, float *c) {
    __shared__ float tile_a[128][16], tile_b[16][128];
    u32 row0 = blockIdx.y * 128u, col0 = blockIdx.x * 128u, lane = LOCAL, x = threadIdx.x, y = threadIdx.y;
    Mat4 s00 = {}, s01 = {}, s10 = {}, s11 = {};
    for (u32 k0 = 0; k0 < p.k; k0 += 16u) {
        for (u32 i = lane; i < 128u * 16u / 4u; i += 256u) {
            u32 m = i / 4u, k = 4u * (i % 4u);
            float4 four = load_a4(p, a, row0 + m, k0 + k);
            sts(&tile_a[m][k], four.x); sts(&tile_a[m][k + 1], four.y); sts(&tile_a[m][k + 2], four.z); sts(&tile_a[m][k + 3], four.w);
        }
        for (u32 i = lane; i < 16u * 128u / 4u; i += 256u) {
            u32 k = i / 32u, n = 4u * (i % 32u);
            float4 four = load_b4(p, b, k0 + k, col0 + n);
            sts(&tile_b[k][n], four.x); sts(&tile_b[k][n + 1], four.y); sts(&tile_b[k][n + 2], four.z); sts(&tile_b[k][n + 3], four.w);
        }
        __syncthreads();
        for (u32 k = 0; k < 16u; k++) {
#define FOUR_A(R) make_float4(lds(&tile_a[R][k]), lds(&tile_a[(R) + 16u][k]), lds(&tile_a[(R) + 32u][k]), lds(&tile_a[(R) + 48u][k]))
#define FOUR_B(C) make_float4(lds(&tile_b[k][C]), lds(&tile_b[k][(C) + 16u]), lds(&tile_b[k][(C) + 32u]), lds(&tile_b[k][(C) + 48u]))
            float4 a_0 = FOUR_A(y), a_1 = FOUR_A(y + 64u), b_0 = FOUR_B(x), b_1 = FOUR_B(x + 64u);
            multiply_add(a_0, b_0, s00); multiply_add(a_0, b_1, s01); multiply_add(a_1, b_0, s10); multiply_add(a_1, b_1, s11);
        }
        __syncthreads();
    }
    u32 row = row0 + y, col = col0 + x;
    store(p, c, row, col, 16, 16, s00); store(p, c, row, col + 64u, 16, 16, s01);
    store(p, c, row + 64u, col, 16, 16, s10); store(p, c, row + 64u, col + 64u, 16, 16, s11);
}
// prefetched and lane-blocks: two tiles of each, a block of 4 x 4 an invocation and step.
template <bool WHOLE> DI Mat4 fetch(Dim p, const float *a, const float *b, u32 lane, u32 row0, u32 col0, u32 k0) {
    u32 i = lane % 128u;
    bool whole = WHOLE && p.k % 4u == 0u && p.n % 4u == 0u && k0 + 16u <= p.k;
    Mat4 f;
    if (lane < 128u) {
        u32 row = row0 + 4u * (i / 4u), k = k0 + 4u * (i % 4u);
        if (whole) {
            u32 last = p.m - 1u;
            const float4 *a4 = (const float4 *)a;
            f.r[0] = ldg(a4 + (min(row, last) * p.k + k) / 4u); f.r[1] = ldg(a4 + (min(row + 1u, last) * p.k + k) / 4u);
            f.r[2] = ldg(a4 + (min(row + 2u, last) * p.k + k) / 4u); f.r[3] = ldg(a4 + (min(row + 3u, last) * p.k + k) / 4u);
            return f;
        }
        f.r[0] = load_a4(p, a, row, k); f.r[1] = load_a4(p, a, row + 1, k); f.r[2] = load_a4(p, a, row + 2, k); f.r[3] = load_a4(p, a, row + 3, k);
        return f;
    }
    u32 k = k0 + 4u * (i / 32u), col = col0 + 4u * (i % 32u);
    if (whole) {
        u32 first = (k * p.n + min(col, p.n - 4u)) / 4u, pitch = p.n / 4u;
        const float4 *b4 = (const float4 *)b;
        f.r[0] = ldg(b4 + first); f.r[1] = ldg(b4 + (first + pitch)); f.r[2] = ldg(b4 + (first + 2u * pitch)); f.r[3] = ldg(b4 + (first + 3u * pitch));
        return f;
    }
    f.r[0] = load_b4(p, b, k, col); f.r[1] = load_b4(p, b, k + 1, col); f.r[2] = load_b4(p, b, k + 2, col); f.r[3] = load_b4(p, b, k + 3, col);
    return f;
}
template <bool BLOCKS> DI void doubled(Dim p, const float *a, const float *b, float *c, float4 (*tile_a)[16][32], float4 (*tile_b)[16][32]) {
    u32 row0 = blockIdx.y * 128u, col0 = blockIdx.x * 128u, lane = LOCAL;
    u32 block = lane / 32u;
    u32 x = BLOCKS ? lane % 8u + 8u * (block % 2u) : threadIdx.x;
    u32 y = BLOCKS ? lane / 8u % 4u + 4u * (block / 2u) : threadIdx.y;
    Mat4 s00 = {}, s01 = {}, s10 = {}, s11 = {};
    Mat4 next = fetch<BLOCKS>(p, a, b, lane, row0, col0, 0);
    u32 stage = 0;
    for (u32 k0 = 0; k0 < p.k; k0 += 16u) {
        u32 i = lane % 128u;
        if (lane < 128u) {
            u32 m = i / 4u, k = 4u * (i % 4u);
            Mat4 columns = transpose(next);
            sts(&tile_a[stage][k][m], columns.r[0]); sts(&tile_a[stage][k + 1][m], columns.r[1]);
            sts(&tile_a[stage][k + 2][m], columns.r[2]); sts(&tile_a[stage][k + 3][m], columns.r[3]);
        } else {
            u32 k = 4u * (i / 32u), n = i % 32u;
            sts(&tile_b[stage][k][n], next.r[0]); sts(&tile_b[stage][k + 1][n], next.r[1]);
            sts(&tile_b[stage][k + 2][n], next.r[2]); sts(&tile_b[stage][k + 3][n], next.r[3]);
        }
        __syncthreads();
        next = fetch<BLOCKS>(p, a, b, lane, row0, col0, k0 + 16u);
        for (u32 k = 0; k < 16u; k++) {
            float4 a_0 = lds(&tile_a[stage][k][y]), a_1 = lds(&tile_a[stage][k][y + 16u]);
            float4 b_0 = lds(&tile_b[stage][k][x]), b_1 = lds(&tile_b[stage][k][x + 16u]);
            multiply_add(a_0, b_0, s00); multiply_add(a_0, b_1, s01); multiply_add(a_1, b_0, s10); multiply_add(a_1, b_1, s11);
        }
        stage = 1u - stage;
    }
    u32 row = row0 + 4u * y, col = col0 + 4u * x;
    store(p, c, row, col, 1, 1, s00); store(p, c, row, col + 64u, 1, 1, s01);
    store(p, c, row + 64u, col, 1, 1, s10); store(p, c, row + 64u, col + 64u, 1, 1, s11);
}
__global__ void __launch_bounds__(256) tiling_prefetched(Dim p, const float *a, const float *b, float *c) {
    __shared__ float4 tile_a[2][16][32], tile_b[2][16][32];
    doubled<false>(p, a, b, c, tile_a, tile_b);
}
__global__ void __launch_bounds__(256) tiling_lane_blocks(Dim p, const float *a, const float *b, float *c) {
    __shared__ float4 tile_a[2][16][32], tile_b[2][16][32];
    doubled<true>(p, a, b, c, tile_a, tile_b);
}

// ---- divergence
DI float4 swing(float4 place, float rate, u32 steps) {
    float4 speed = make_float4(place.y, place.z, place.w, place.x);
    for (u32 step = 0; step < steps; step++) {
        speed = fma4(-rate, place, speed);
        place = fma4(rate, speed, place);
    }
    return place;
}
DI void walk(u32 element, u32 path, u32 steps, const float4 *starts, const float *rates, float4 *ends) {
#pragma unroll 1
    for (u32 p = 0; p < 64u; p++)
        if (path == p) stg(ends + element, swing(ldg(starts + element), ldg(rates + p), steps));
}
#define PATHS(NAME, PATH)                                                                                            \
    __global__ void __launch_bounds__(256) NAME(u32 n, u32 steps, u32 path, const float4 *starts, const float *rates, \
                                                const u32 *kinds, float4 *ends) {                                    \
        u32 local = LOCAL, i = GROUP * 256u + local;                                                                 \
        if (i < n) walk(i, PATH, steps, starts, rates, ends);                                                        \
    }
PATHS(divergence_uniform, path)
PATHS(divergence_2_way, local % 2u)
PATHS(divergence_8_way, local % 8u)
PATHS(divergence_64_way, local % 64u)
PATHS(divergence_by_subgroup, local / warpSize % 64u)
PATHS(divergence_random, ldg(kinds + i))
__global__ void __launch_bounds__(256) divergence_select(u32 n, u32 steps, u32 path, const float4 *starts, const float *rates, const u32 *kinds, float4 *ends) {
    u32 local = LOCAL, i = GROUP * 256u + local;
    if (i < n) {
        float4 even = swing(ldg(starts + i), ldg(rates), steps), odd = swing(ldg(starts + i), ldg(rates + 1), steps);
        stg(ends + i, local % 2u == 1u ? odd : even);
    }
}
__global__ void __launch_bounds__(256) divergence_trips(u32 n, const float4 *starts, const float *rates, const u32 *trips, float4 *ends) {
    u32 i = GROUP * 256u + LOCAL;
    if (i < n) {
        float4 start = ldg(starts + i);
        float rate = ldg(rates);
        stg(ends + i, swing(start, rate, ldg(trips + i)));
    }
}

// ---- reduction
__global__ void __launch_bounds__(256) reduction_atomic(u32 n, const u32 *x, u32 *total) {
    u32 i = GROUP * 256u + LOCAL;
    if (i < n) atomicAdd(total, ldg(x + i)); // the compiler may add up a warp's values first
}
// The same, but the compiler cannot see that the address is one for all lanes (values stay below 2^31).
__global__ void __launch_bounds__(256) reduction_atomic_each(u32 n, const u32 *x, u32 *total) {
    u32 i = GROUP * 256u + LOCAL;
    if (i < n) {
        u32 v = ldg(x + i);
        add(total + (v >> 31), v);
    }
}
DI u32 own_of(u32 n, const u32 *x, u32 i) { return i < n ? ldg(x + i) : 0u; }
__global__ void __launch_bounds__(256) reduction_interleaved(u32 n, const u32 *x, u32 *total) {
    __shared__ u32 sums[256];
    u32 local = LOCAL;
    sts(sums + local, own_of(n, x, GROUP * 256u + local));
    __syncthreads();
    for (u32 step = 1; step < 256u; step *= 2u) {
        if (local % (2u * step) == 0u) sts(sums + local, lds(sums + local) + lds(sums + local + step));
        __syncthreads();
    }
    if (local == 0u) add(total, lds(sums));
}
__global__ void __launch_bounds__(256) reduction_strided(u32 n, const u32 *x, u32 *total) {
    __shared__ u32 sums[256];
    u32 local = LOCAL;
    sts(sums + local, own_of(n, x, GROUP * 256u + local));
    __syncthreads();
    for (u32 step = 1; step < 256u; step *= 2u) {
        u32 at = 2u * step * local;
        if (at < 256u) sts(sums + at, lds(sums + at) + lds(sums + at + step));
        __syncthreads();
    }
    if (local == 0u) add(total, lds(sums));
}
__global__ void __launch_bounds__(256) reduction_sequential(u32 n, const u32 *x, u32 *total) {
    __shared__ u32 sums[256];
    u32 local = LOCAL;
    sts(sums + local, own_of(n, x, GROUP * 256u + local));
    __syncthreads();
    for (u32 step = 128; step > 0u; step /= 2u) {
        if (local < step) sts(sums + local, lds(sums + local) + lds(sums + local + step));
        __syncthreads();
    }
    if (local == 0u) add(total, lds(sums));
}
__global__ void __launch_bounds__(256) reduction_global(u32 n, const u32 *x, u32 *counts) {
    u32 first = GROUP * 4096u;
    for (u32 i = first + LOCAL; i < min(first + 4096u, n); i += 256u) add(counts + ldg(x + i), 1u);
}
__global__ void __launch_bounds__(256) reduction_workgroup(u32 n, const u32 *x, u32 *counts) {
    __shared__ u32 bins[256];
    u32 local = LOCAL, first = GROUP * 4096u;
    for (u32 bin = local; bin < 256u; bin += 256u) sts(bins + bin, 0u);
    __syncthreads();
    for (u32 i = first + local; i < min(first + 4096u, n); i += 256u) adds(bins + ldg(x + i), 1u);
    __syncthreads();
    for (u32 bin = local; bin < 256u; bin += 256u) {
        u32 count = lds(bins + bin);
        if (count > 0u) add(counts + bin, count);
    }
}
__global__ void __launch_bounds__(256) reduction_replicated(u32 n, const u32 *x, u32 *counts) {
    __shared__ u32 bins[2048];
    u32 local = LOCAL, first = GROUP * 4096u;
    for (u32 bin = local; bin < 2048u; bin += 256u) sts(bins + bin, 0u);
    __syncthreads();
    for (u32 i = first + local; i < min(first + 4096u, n); i += 256u) adds(bins + (ldg(x + i) * 8u + local % 8u), 1u);
    __syncthreads();
    for (u32 bin = local; bin < 256u; bin += 256u) {
        u32 count = 0;
        for (u32 step = 0; step < 8u; step++) count += lds(bins + (bin * 8u + (step + bin * 8u / 32u) % 8u));
        if (count > 0u) add(counts + bin, count);
    }
}
__global__ void __launch_bounds__(256) reduction_hillis_steele(u32 n, const u32 *x, u32 *y) {
    __shared__ u32 tile[256];
    u32 local = LOCAL, i = GROUP * 256u + local;
    u32 sum = own_of(n, x, i);
    for (u32 step = 1; step < 256u; step *= 2u) {
        sts(tile + local, sum);
        __syncthreads();
        if (local >= step) sum += lds(tile + (local - step));
        __syncthreads();
    }
    if (i < n) stg(y + i, sum);
}
template <bool PAD> DI u32 place(u32 word) { return PAD ? word + word / 32u : word; }
template <bool PAD> DI void two_trees(u32 n, const u32 *x, u32 *y, u32 *tile) {
    u32 local = LOCAL, start = GROUP * 256u, own[2];
#pragma unroll
    for (u32 k = 0; k < 2u; k++) {
        u32 at = k * 128u + local;
        own[k] = own_of(n, x, start + at);
        sts(tile + place<PAD>(at), own[k]);
    }
    for (u32 step = 1; step < 256u; step *= 2u) {
        __syncthreads();
        u32 right = (2u * local + 2u) * step - 1u;
        if (right < 256u) sts(tile + place<PAD>(right), lds(tile + place<PAD>(right)) + lds(tile + place<PAD>(right - step)));
    }
    __syncthreads();
    if (local == 0u) sts(tile + place<PAD>(255u), 0u);
    for (u32 step = 128; step > 0u; step /= 2u) {
        __syncthreads();
        u32 right = (2u * local + 2u) * step - 1u;
        if (right < 256u) {
            u32 left = lds(tile + place<PAD>(right - step));
            sts(tile + place<PAD>(right - step), lds(tile + place<PAD>(right)));
            sts(tile + place<PAD>(right), lds(tile + place<PAD>(right)) + left);
        }
    }
    __syncthreads();
#pragma unroll
    for (u32 k = 0; k < 2u; k++) {
        u32 at = k * 128u + local;
        if (start + at < n) stg(y + (start + at), lds(tile + place<PAD>(at)) + own[k]);
    }
}
__global__ void __launch_bounds__(128) reduction_blelloch(u32 n, const u32 *x, u32 *y) {
    __shared__ u32 tile[256];
    two_trees<false>(n, x, y, tile);
}
__global__ void __launch_bounds__(128) reduction_padded(u32 n, const u32 *x, u32 *y) {
    __shared__ u32 tile[264];
    two_trees<true>(n, x, y, tile);
}

// ---- hierarchy
#define TABLE(NAME, SIZE, PLACE)                                                                            \
    __global__ void __launch_bounds__(256) NAME(u32 apart, u32 loads, u32 n, const u32 *words, u32 *sums) { \
        __shared__ u32 table[SIZE];                                                                         \
        u32 local = LOCAL;                                                                                  \
        for (u32 w = local; w < 2048u; w += 256u) sts(table + (PLACE), ldg(words + w));                     \
        __syncthreads();                                                                                    \
        u32 first = local % 32u * apart + local / 32u, sum = 0;                                             \
        for (u32 load = 0; load < loads; load++) {                                                          \
            u32 w = (first + load) % 2048u;                                                                 \
            sum += lds(table + (PLACE));                                                                    \
        }                                                                                                   \
        u32 invocation = GROUP * 256u + local;                                                              \
        if (invocation < n) stg(sums + invocation, sum);                                                    \
    }
TABLE(hierarchy_words, 2048, w)
TABLE(hierarchy_padded, 2048 + 64, w + w / 32u)
TABLE(hierarchy_swizzled, 2048, w ^ (w / 32u % 32u))

// ---- fusion
DI float row_max(float value, float *partial, u32 mine) {
    sts(partial + mine, value);
    __syncthreads();
    for (u32 step = 128; step > 0u; step /= 2u) {
        if (mine < step) sts(partial + mine, fmaxf(lds(partial + mine), lds(partial + mine + step)));
        __syncthreads();
    }
    return lds(partial);
}
DI float row_sum(float value, float *partial, u32 mine) {
    sts(partial + mine, value);
    __syncthreads();
    for (u32 step = 128; step > 0u; step /= 2u) {
        if (mine < step) sts(partial + mine, lds(partial + mine) + lds(partial + mine + step));
        __syncthreads();
    }
    return lds(partial);
}
__global__ void __launch_bounds__(256) fusion_softmax_fused(u32 rows, u32 all, const float *x, float *y) {
    __shared__ float partial[256];
    u32 local = threadIdx.x, row = GROUP, start = row * all, columns = row < rows ? all : 0u;
    float largest = -1e38f;
    for (u32 c = local; c < columns; c += 256u) largest = fmaxf(largest, ldg(x + (start + c)));
    largest = row_max(largest, partial, local);
    __syncthreads();
    float sum = 0.f;
    for (u32 c = local; c < columns; c += 256u) sum += __expf(ldg(x + (start + c)) - largest);
    sum = row_sum(sum, partial, local);
    for (u32 c = local; c < columns; c += 256u) stg(y + (start + c), __fdividef(__expf(ldg(x + (start + c)) - largest), sum));
}
__global__ void __launch_bounds__(256) fusion_chain_fused(u32 n, const float *x, float *y) {
    u32 i = GROUP * 256u + LOCAL;
    if (i < n) {
        float offset = 1.7f * ldg(x + i) + 0.3f;
        float leaky = fmaxf(offset, 0.1f * offset), square = leaky * leaky;
        stg(y + i, __fdividef(square, 1.f + square));
    }
}
__global__ void __launch_bounds__(256) fusion_norm_fused(u32 rows, u32 all, const float *x, const float *residual, const float *gamma,
                                                         const float *beta, float *y) {
    __shared__ float2 partial[256];
    u32 local = threadIdx.x, row = GROUP, columns = row < rows ? all : 0u, start = min(row, rows - 1u) * all;
    float shift = ldg(x + start) + ldg(residual + start);
    float2 sums = make_float2(0.f, 0.f);
    for (u32 c = local; c < columns; c += 256u) {
        float h = ldg(x + (start + c)) + ldg(residual + (start + c)), d = h - shift;
        sums.x += d; sums.y += d * d;
    }
    sts(partial + local, sums);
    __syncthreads();
    for (u32 step = 128; step > 0u; step /= 2u) {
        if (local < step) {
            float2 p = lds(partial + local), q = lds(partial + local + step);
            sts(partial + local, make_float2(p.x + q.x, p.y + q.y));
        }
        __syncthreads();
    }
    float2 total = lds(partial);
    float mx = total.x / (float)all, my = total.y / (float)all;
    float mean = shift + mx, scale = rsqrtf(fmaxf(0.f, my - mx * mx) + 1e-5f);
    for (u32 c = local; c < columns; c += 256u) {
        float h = ldg(x + (start + c)) + ldg(residual + (start + c));
        stg(y + (start + c), (h - mean) * scale * ldg(gamma + c) + ldg(beta + c));
    }
}

// ---- probes: one subgroup, one access with a pattern of places
template <class T> __global__ void __launch_bounds__(32) probe_load_shared(const u32 *pattern, const T *source, T *out) {
    const u32 COUNT = 4096u / sizeof(T);
    __shared__ T table[COUNT];
    u32 local = LOCAL;
    for (u32 w = local; w < COUNT; w += 32u) sts(table + w, ldg(source + w));
    __syncthreads();
    u32 p = ldg(pattern + local);
    if (p < COUNT) stg(out + local, lds(table + p));
}
template <class T> __global__ void __launch_bounds__(32) probe_store_shared(const u32 *pattern, const T *source, T *out) {
    const u32 COUNT = 4096u / sizeof(T);
    __shared__ T table[COUNT];
    u32 local = LOCAL, p = ldg(pattern + local);
    T v = ldg(source + local);
    if (p < COUNT) sts(table + p, v);
    __syncthreads();
    if (p < COUNT) stg(out + local, lds(table + p));
}
template <class T> __global__ void __launch_bounds__(32) probe_load_global(const u32 *pattern, const T *source, T *out) {
    u32 local = LOCAL, p = ldg(pattern + local);
    if (p < 4096u / sizeof(T)) stg(out + local, ldg(source + p));
}

// ---- the host
#define CHECK(CALL)                                                                                   \
    do {                                                                                              \
        cudaError_t e_ = (CALL);                                                                      \
        if (e_ != cudaSuccess) { fprintf(stderr, "%s: %s\n", #CALL, cudaGetErrorString(e_)); exit(2); } \
    } while (0)
// The same as `word` of data.py.
static u32 word(u32 i, u32 salt) {
    u32 x = i * 2654435761u + salt * 0x9E3779B9u;
    x ^= x >> 16; x *= 0x85ebca6bu; x ^= x >> 13; x *= 0xc2b2ae35u; x ^= x >> 16;
    return x;
}
static void *up(const std::vector<u32> &v) {
    void *p; CHECK(cudaMalloc(&p, v.size() * 4)); CHECK(cudaMemcpy(p, v.data(), v.size() * 4, cudaMemcpyHostToDevice)); return p;
}
static float *floats(size_t n, u32 salt) {
    std::vector<u32> v(n);
    for (size_t i = 0; i < n; i++) { float f = (float)(word((u32)i, salt) >> 8) / 8388608.f - 1.f; memcpy(&v[i], &f, 4); }
    return (float *)up(v);
}
static u32 *below(size_t n, u32 salt, u32 limit) {
    std::vector<u32> v(n);
    for (size_t i = 0; i < n; i++) v[i] = word((u32)i, salt) % limit;
    return (u32 *)up(v);
}
static u32 *trip_counts(size_t n, u32 salt) {
    std::vector<u32> v(n);
    for (size_t i = 0; i < n; i++) { uint64_t r = word((u32)i, salt) % 64 + 1; uint64_t t = 1024 * r * r * r * r / (64ull * 64 * 64 * 64); v[i] = t ? (u32)t : 1u; }
    return (u32 *)up(v);
}
static float *constant(size_t n, float f) { std::vector<u32> v(n); for (auto &w : v) memcpy(&w, &f, 4); return (float *)up(v); }

static const char *only;
static int order_, wrong;
static bool wanted(const char *name) { return !only || (*only == '-' ? !strstr(name, only + 1) : strstr(name, only) != nullptr); }
// Two sums of the output, each word weighed by its place, held against those of the simulator's run of the WGSL.
static void done(const char *name, void *out, size_t n, bool is_float) {
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    std::vector<u32> v(n);
    CHECK(cudaMemcpy(v.data(), out, n * 4, cudaMemcpyDeviceToHost));
    double plain = 0, weighed = 0, size = 0;
    for (size_t i = 0; i < n; i++) {
        float f; memcpy(&f, &v[i], 4);
        double value = is_float ? (double)f : (double)v[i], w = (double)(word((u32)i, 99) >> 8) / 8388608.0 - 1.0;
        plain += value; weighed += value * w; size += fabs(value);
    }
    const Expected *e = nullptr;
    for (const Expected &one : EXPECTED) if (!strcmp(one.name, name)) e = &one;
    const char *verdict = "unchecked";
    if (e) {
        double slack = is_float ? 1e-5 * size + 1e-6 : 0.5; // sums of absolute values
        bool ok = fabs(plain - e->plain) <= slack && fabs(weighed - e->weighed) <= slack && std::isfinite(plain) && n == e->words;
        verdict = ok ? "right" : "WRONG";
        if (!ok) { wrong++; fprintf(stderr, "%s: sums %.9g %.9g, expected %.9g %.9g\n", name, plain, weighed, e->plain, e->weighed); }
    }
    printf("%d,%s,%s\n", order_++, name, verdict);
    fflush(stdout);
}
#define RUN(NAME, KERNEL, GRID, BLOCK, WORDS, FLOAT, ...)                   \
    if (!wanted(NAME)) {                                                    \
    } else {                                                                \
        CHECK(cudaMemset(out, 0, (size_t)(WORDS) * 4));                     \
        LAUNCH(KERNEL, GRID, BLOCK, __VA_ARGS__);                           \
        done(NAME, out, WORDS, FLOAT);                                      \
    }

int main(int argc, char **argv) {
    only = argc > 1 ? argv[1] : nullptr;
    const u32 N = 1u << 18, S = 512;
    void *out;
    CHECK(cudaMalloc(&out, (size_t)N * 16));
    float *fo = (float *)out; u32 *uo = (u32 *)out; float4 *vo = (float4 *)out;
    float *vec = floats(8 * 65536, 1), *mb = floats(S * S, 2);
    RUN("coalescing/copy", coalescing_copy, 1024, 256, N, true, N, 18u, vec, fo)
    RUN("coalescing/stride-2", coalescing_stride_2, 1024, 256, N, true, N, 18u, vec, fo)
    RUN("coalescing/stride-32", coalescing_stride_32, 1024, 256, N, true, N, 18u, vec, fo)
    RUN("coalescing/offset", coalescing_offset, 1024, 256, N, true, N, 18u, vec, fo)
    RUN("coalescing/aos", coalescing_aos, 256, 256, 65536u, true, 65536u, (Particle *)vec, fo)
    RUN("coalescing/soa", coalescing_soa, 256, 256, 65536u, true, 65536u, vec, fo)
    RUN("coalescing/vec4", coalescing_vec4, 256, 256, N, true, N, 18u, (float4 *)vec, vo)
    RUN("coalescing/naive", coalescing_naive, dim3(16, 16), dim3(32, 8), S * S, true, S, vec, fo)
    RUN("coalescing/tiled", coalescing_tiled, dim3(16, 16), dim3(32, 8), S * S, true, S, vec, fo)
    RUN("coalescing/padded", coalescing_padded, dim3(16, 16), dim3(32, 8), S * S, true, S, vec, fo)
    const Dim D = {S, S, S};
    RUN("tiling/naive", tiling_naive, dim3(16, 64), dim3(32, 8), S * S, true, D, vec, mb, fo)
    RUN("tiling/coalesced", tiling_coalesced, dim3(16, 64), dim3(32, 8), S * S, true, D, vec, mb, fo)
    RUN("tiling/tiled", tiling_tiled, dim3(32, 32), dim3(16, 16), S * S, true, D, vec, mb, fo)
    RUN("tiling/register-1d", tiling_register_1d, dim3(16, 8), dim3(32, 8), S * S, true, D, vec, mb, fo)
    RUN("tiling/register-2d", tiling_register_2d, dim3(4, 4), dim3(16, 16), S * S, true, D, vec, mb, fo)
    RUN("tiling/vec4-loads", tiling_vec4_loads, dim3(4, 4), dim3(16, 16), S * S, true, D, vec, mb, fo)
    RUN("tiling/vectorised", tiling_vectorised, dim3(4, 4), dim3(16, 16), S * S, true, D, vec, mb, fo)
    RUN("tiling/prefetched", tiling_prefetched, dim3(4, 4), dim3(16, 16), S * S, true, D, vec, mb, fo)
    RUN("tiling/lane-blocks", tiling_lane_blocks, dim3(4, 4), dim3(16, 16), S * S, true, D, vec, mb, fo)
    const u32 E = 16384, STEPS = 64;
    float4 *starts = (float4 *)vec;
    float *rates = constant(64, 0.375f);
    u32 *kinds = below(E, 3, 64), *trips = trip_counts(E, 4);
#define WAY(NAME, KERNEL) RUN(NAME, KERNEL, 64, 256, 4 * E, true, E, STEPS, 5u, starts, rates, kinds, vo)
    WAY("divergence/uniform", divergence_uniform)
    WAY("divergence/2-way", divergence_2_way)
    WAY("divergence/8-way", divergence_8_way)
    WAY("divergence/64-way", divergence_64_way)
    WAY("divergence/by-subgroup", divergence_by_subgroup)
    WAY("divergence/random", divergence_random)
    WAY("divergence/select", divergence_select)
    RUN("divergence/trips", divergence_trips, 64, 256, 4 * E, true, E, starts, rates, trips, vo)
    u32 *small = below(N, 5, 256), *one = (u32 *)up(std::vector<u32>(N, 7u));
    RUN("reduction/atomic", reduction_atomic, 1024, 256, 1, false, N, small, uo)
    RUN("reduction/atomic+each", reduction_atomic_each, 1024, 256, 1, false, N, small, uo)
    RUN("reduction/interleaved", reduction_interleaved, 1024, 256, 1, false, N, small, uo)
    RUN("reduction/strided", reduction_strided, 1024, 256, 1, false, N, small, uo)
    RUN("reduction/sequential", reduction_sequential, 1024, 256, 1, false, N, small, uo)
    RUN("reduction/global", reduction_global, 64, 256, 256, false, N, small, uo)
    RUN("reduction/workgroup", reduction_workgroup, 64, 256, 256, false, N, small, uo)
    RUN("reduction/replicated", reduction_replicated, 64, 256, 256, false, N, small, uo)
    RUN("reduction/global+one", reduction_global, 64, 256, 256, false, N, one, uo)
    RUN("reduction/workgroup+one", reduction_workgroup, 64, 256, 256, false, N, one, uo)
    RUN("reduction/replicated+one", reduction_replicated, 64, 256, 256, false, N, one, uo)
    RUN("reduction/hillis-steele", reduction_hillis_steele, 1024, 256, N, false, N, small, uo)
    RUN("reduction/blelloch", reduction_blelloch, 1024, 128, N, false, N, small, uo)
    RUN("reduction/padded", reduction_padded, 1024, 128, N, false, N, small, uo)
#define BANKS(NAME, KERNEL, APART) RUN(NAME, KERNEL, 64, 256, E, false, (u32)APART, 128u, E, small, uo)
    BANKS("hierarchy/words+1", hierarchy_words, 1)
    BANKS("hierarchy/words+2", hierarchy_words, 2)
    BANKS("hierarchy/words+32", hierarchy_words, 32)
    BANKS("hierarchy/padded+31", hierarchy_padded, 31)
    BANKS("hierarchy/padded+32", hierarchy_padded, 32)
    BANKS("hierarchy/swizzled+32", hierarchy_swizzled, 32)
    BANKS("hierarchy/swizzled+33", hierarchy_swizzled, 33)
    float *gamma = floats(1024, 6), *beta = floats(1024, 7);
    RUN("fusion/softmax-fused", fusion_softmax_fused, 256, 256, N, true, 256u, 1024u, vec, fo)
    RUN("fusion/chain-fused", fusion_chain_fused, 1024, 256, N, true, N, vec, fo)
    RUN("fusion/norm-fused", fusion_norm_fused, 256, 256, N, true, 256u, 1024u, vec, mb, gamma, beta, fo)
    for (const Pattern &p : PATTERNS) {
        if (!wanted(p.name)) continue;
        u32 *places = (u32 *)up(std::vector<u32>(p.places, p.places + 32));
#define PROBE(T)                                                                                                          \
    if (p.kind == 'l') { RUN(p.name, probe_load_shared<T>, 1, 32, 32 * p.words, true, places, (const T *)vec, (T *)out) }     \
    else if (p.kind == 's') { RUN(p.name, probe_store_shared<T>, 1, 32, 32 * p.words, true, places, (const T *)vec, (T *)out) } \
    else { RUN(p.name, probe_load_global<T>, 1, 32, 32 * p.words, true, places, (const T *)vec, (T *)out) }
        switch (p.words) {
        case 1: PROBE(float) break;
        case 2: PROBE(float2) break;
        default: PROBE(float4)
        }
    }
    return wrong ? 1 : 0;
}
