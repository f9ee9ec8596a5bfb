// Figures of a machine file, measured on the NVIDIA GPU that is there: a CSV line a figure, `name,value,unit,how`.
// Usage: figures [SECTION...]   (launch barrier atomics arithmetic loads flight divergence constant; all where none is named)
// Build: nvcc -O3 -arch=native -o figures figures.cu
// What is timed is PTX, inline and volatile, and its results are used, so that the compiler leaves it as it is. Clocks are those of
// the SMs: each warp notes when it began and ended, and on which SM.
#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>
#include <cuda_runtime.h>
typedef uint32_t u32;
typedef unsigned long long u64;
#define DI __device__ __forceinline__
#define FULL __launch_bounds__(1024, 2) // 64 warps on an SM: 32 registers a thread

// ---- on the device: noting times
struct Rec { long long begin, end; u32 sm, pad; };
DI long long now() { long long t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory"); return t; }
DI u32 smid() { u32 s; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); return s; }
DI u32 lane() { return threadIdx.x & 31; }
DI u32 gwarp() { return (blockIdx.x * blockDim.x + threadIdx.x) >> 5; }
DI void note(Rec *rec, long long begin, long long end) {
    if (lane() == 0) rec[gwarp()] = {begin, end, smid(), 0};
}
DI void sink(u32 *out, u32 x) { if (x == 0x9e3779b9u) *out = x; } // never true as far as the compiler knows

// ---- on the host: running and reading
static int sms, shared_most, threads_most;
static Rec *rec;
static u32 *out;
static double hz = 1e9;
static const size_t RECS = 1 << 20;
static double begun;

static double seconds() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
static double median(std::vector<double> v) {
    if (v.empty()) return 0;
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}
static std::string form(const char *f, ...) {
    char s[256];
    va_list l;
    va_start(l, f);
    vsnprintf(s, sizeof s, f, l);
    va_end(l);
    return s;
}
// Prints a figure, or what went wrong with its launches.
static void row(const std::string &name, double value, const char *unit, const std::string &how) {
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) printf("%s,%.6g,%s,%s\n", name.c_str(), value, unit, how.c_str());
    else printf("%s,error,%s,%s\n", name.c_str(), cudaGetErrorName(e), how.c_str());
    fflush(stdout);
}

struct Times {
    double sm;   // clocks of an SM for a warp's work
    double gpu;  // warps' work that all SMs do in a clock
    double warp; // clocks that a warp takes for its work
};
static Times read_times(size_t warps) {
    std::vector<Rec> r(warps);
    if (cudaMemcpy(r.data(), rec, warps * sizeof(Rec), cudaMemcpyDeviceToHost) != cudaSuccess) return {0, 0, 0};
    struct Sm { long long begin = INT64_MAX, end = 0; double n = 0; };
    std::map<u32, Sm> by;
    std::vector<double> one, each;
    for (auto &x : r) {
        auto &s = by[x.sm];
        s.begin = std::min(s.begin, x.begin), s.end = std::max(s.end, x.end), s.n++;
        one.push_back(double(x.end - x.begin));
    }
    double all = 0;
    for (auto &p : by) {
        double clocks = double(p.second.end - p.second.begin);
        each.push_back(clocks / p.second.n);
        all += p.second.n / std::max(clocks, 1.0);
    }
    return {median(each), all, median(one)};
}
// The median of three runs, after one to warm up.
template <class F> static Times times(size_t warps, F launch) {
    std::vector<double> sm, gpu, warp;
    for (int i = 0; i < 4; i++) {
        launch();
        if (cudaPeekAtLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) break;
        Times t = read_times(warps);
        if (i) sm.push_back(t.sm), gpu.push_back(t.gpu), warp.push_back(t.warp);
    }
    return {median(sm), median(gpu), median(warp)};
}
// Seconds of what `launch` puts in the stream: the median of five, after one to warm up.
template <class F> static double elapsed(F launch) {
    cudaEvent_t a, b;
    cudaEventCreate(&a), cudaEventCreate(&b);
    std::vector<double> v;
    for (int i = 0; i < 6; i++) {
        cudaEventRecord(a);
        launch();
        cudaEventRecord(b);
        if (cudaPeekAtLastError() != cudaSuccess || cudaEventSynchronize(b) != cudaSuccess) break;
        float ms = 0;
        cudaEventElapsedTime(&ms, a, b);
        if (i) v.push_back(ms * 1e-3);
    }
    cudaEventDestroy(a), cudaEventDestroy(b);
    return median(v);
}
static size_t full() { return size_t(sms) * 64; } // warps of 2 blocks of 1024 on each SM

// ---- 1. launches and workgroups
__global__ void empty() {}
__global__ void spin(long long clocks) { // as long as it says, without a store
    long long begin = now();
    while (now() - begin < clocks) {}
}
__global__ void spin_store(long long clocks, u32 *p) {
    long long begin = now();
    while (now() - begin < clocks) {}
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void spin_noted(Rec *rec, long long clocks) { // how long a spin is indeed
    long long begin = now(), end;
    do end = now();
    while (end - begin < clocks);
    note(rec, begin, end);
}
__global__ void store(u32 *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void block_times(Rec *rec, long long clocks) { // when the first warp of each block began and ended
    long long begin = now();
    while (now() - begin < clocks) {}
    if (threadIdx.x == 0) {
        Rec *mine = rec + blockIdx.x;
        mine->begin = begin, mine->sm = smid();
        mine->end = now();
    }
}
__global__ void first_address(Rec *rec, u32 *p) { // from the first instruction to that of the first load, and to its result
    long long begin = now();
    const u32 *mine = p + blockIdx.x * blockDim.x + threadIdx.x;
    u32 v;
    asm volatile("ld.global.u32 %0,[%1];" : "=r"(v) : "l"(mine) : "memory");
    long long issued = now();
    asm volatile("xor.b32 %0,%0,1;" : "+r"(v)::"memory");
    sink(p, v);
    note(rec, begin, issued);
}
// Clocks of an SM from one block to the next: the slope between two sizes of grid.
template <class F> static double block_clocks(int few, int many, F launch) {
    double a = elapsed([&] { launch(sms * few); }), b = elapsed([&] { launch(sms * many); });
    return (b - a) * hz / (many - few);
}
static void measure_clock() {
    long long clocks = 20000000; // long enough that what a launch costs does not count
    hz = clocks / elapsed([&] { spin<<<sms, 32>>>(clocks); });
    row("clock_hz", hz, "Hz", "a spin of 2e7 clocks on all SMs");
}
static void launches(u32 *buffer) {
    measure_clock();
    for (int t : {32, 1024}) {
        double s = elapsed([&] { for (int i = 0; i < 500; i++) empty<<<1, t>>>(); }) / 500;
        row(form("launch_back_to_back_%d", t), s, "s", "500 empty launches of a block in a stream");
    }
    for (int k : {1, 4, 16}) {
        double s = elapsed([&] { for (int i = 0; i < 200; i++) empty<<<sms * k, 256>>>(); }) / 200;
        row(form("launch_back_to_back_grid_%d", k), s, "s", "empty; blocks of 256; as many an SM as the name says");
    }
    double s = elapsed([&] { for (int i = 0; i < 200; i++) store<<<1, 32>>>(buffer); }) / 200;
    row("launch_back_to_back_store", s, "s", "a block of 32 that stores a word each");
    s = elapsed([&] { for (int i = 0; i < 200; i++) store<<<sms, 256>>>(buffer); }) / 200;
    row("launch_back_to_back_store_grid", s, "s", "a block of 256 an SM that stores a word each");

    // One resident: workgroup memory takes the rest of the SM.
    int most = shared_most;
    cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    cudaFuncSetAttribute(spin_store, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    cudaFuncSetAttribute(block_times, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    const int D = 3000;
    for (int t : {32, 1024}) {
        Times s = times(t / 32, [&] { spin_noted<<<1, t>>>(rec, D); });
        row(form("spin_over_%d", t), s.warp - D, "clocks", "what a spin of 3000 clocks takes beyond them: in the figures that follow");
    }
    for (int t : {32, 64, 128, 256, 512, 1024}) {
        double c = block_clocks(20, 220, [&](int n) { spin<<<n, t, most>>>(D); });
        row(form("block_alone_%d", t), c - D, "clocks", "from block to block; one resident; less the 3000 clocks that each spins");
        c = block_clocks(20, 220, [&](int n) { spin_store<<<n, t, most>>>(D, buffer); });
        row(form("block_alone_store_%d", t), c - D, "clocks", "as before; a word stored at its end");
        int n = sms * 64;
        std::vector<Rec> r(n);
        block_times<<<n, t, most>>>(rec, D);
        block_times<<<n, t, most>>>(rec, D);
        cudaMemcpy(r.data(), rec, n * sizeof(Rec), cudaMemcpyDeviceToHost);
        std::map<u32, std::vector<Rec>> by;
        for (auto &x : r) by[x.sm].push_back(x);
        std::vector<double> gaps;
        for (auto &p : by) {
            auto &v = p.second;
            std::sort(v.begin(), v.end(), [](const Rec &a, const Rec &b) { return a.begin < b.begin; });
            for (size_t i = 1; i < v.size(); i++) gaps.push_back(double(v[i].begin - v[i - 1].end));
        }
        row(form("block_gap_%d", t), median(gaps), "clocks", "from the last instruction of a block's first warp to the first of the next; one resident; median");
        int resident = std::min(32, threads_most / t);
        c = block_clocks(resident * 4, resident * 104, [&](int n) { spin<<<n, t>>>(D); }) * resident;
        row(form("block_place_%d", t), c - D, "clocks", form("as block_alone; %d resident; for each place", resident));
        c = block_clocks(resident * 4, resident * 104, [&](int n) { spin_store<<<n, t>>>(D, buffer); }) * resident;
        row(form("block_place_store_%d", t), c - D, "clocks", form("as block_alone_store; %d resident; for each place", resident));
        c = block_clocks(256, 2304, [&](int n) { empty<<<n, t>>>(); });
        row(form("block_empty_%d", t), c, "clocks", "a block and SM: slope between grids of 256 and 2304 empty blocks an SM");
        int fit = std::min(2048, int((size_t(1) << 27) / (size_t(sms) * t)));
        c = block_clocks(fit / 8, fit, [&](int n) { store<<<n, t>>>(buffer); });
        row(form("block_store_%d", t), c, "clocks", form("as before; each invocation stores a word; up to %d blocks an SM", fit));
    }
    Times t = times(sms, [&] { first_address<<<sms, 32>>>(rec, buffer); });
    row("first_address_cold", t.warp, "clocks", "from a warp's first instruction until its first load has issued; the first block of an SM");
    t = times(size_t(sms) * 64, [&] { first_address<<<sms * 64, 32>>>(rec, buffer); });
    row("first_address", t.warp, "clocks", "as before; median of 64 blocks of 32 an SM");
}

// ---- 2. barriers
__global__ __launch_bounds__(1024, 2) void barrier(Rec *rec, int n) {
    asm volatile("bar.sync 0;" ::: "memory");
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int u = 0; u < 32; u++) asm volatile("bar.sync 0;" ::: "memory");
    }
    note(rec, begin, now());
}
static void barriers() {
    const int N = 32, B = N * 32;
    for (int w : {1, 2, 4, 8, 16, 32}) {
        Times t = times(w, [&] { barrier<<<1, w * 32>>>(rec, N); });
        row(form("barrier_latency_%d", w), t.warp / B, "clocks", "a barrier of a block of that many warps; alone on its SM");
    }
    for (int w : {1, 2, 4, 8, 16, 32}) {
        int resident = std::min(32, 64 / w), blocks = sms * resident;
        Times t = times(size_t(blocks) * w, [&] { barrier<<<blocks, w * 32>>>(rec, N); });
        row(form("barrier_rate_%d", w), 32 * B / t.sm, "lanes/clock/SM", form("blocks of that many warps; %d on an SM", resident));
    }
    for (int resident : {2, 4}) {
        Times t = times(size_t(sms) * resident * 8, [&] { barrier<<<sms * resident, 256>>>(rec, N); });
        row(form("barrier_rate_8_of_%d", resident), 32 * B / t.sm, "lanes/clock/SM", "blocks of 8 warps; as many on an SM as the name ends in");
    }
}

// ---- 3. atomics
enum Kind { RED, ATOM, REDF };
// Each lane's word is `mine`, plus a random one up to `mask`. Lanes from `lanes` on do nothing.
template <Kind K> __global__ FULL void atomics(Rec *rec, u32 *p, int n, u32 lane_step, u32 warp_step, u32 mask, u32 lanes) {
    u32 mine = lane() * lane_step + gwarp() * warp_step, sum = 0;
    u32 h = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
    h ^= h >> 15, h *= 2246822519u;
    u32 one = K == REDF ? 0x3f800000u : 1;
    long long begin = now();
    if (lane() < lanes) {
#pragma unroll 1
        for (int i = 0; i < n; i++) {
#pragma unroll
            for (int u = 0; u < 4; u++) {
                h = h * 1664525u + 1013904223u;
                u32 *q = p + (mine + ((h >> 5) & mask));
                if (K == RED) asm volatile("red.global.add.u32 [%0],%1;" ::"l"(q), "r"(one) : "memory");
                if (K == REDF) asm volatile("red.global.add.f32 [%0],%1;" ::"l"(q), "r"(one) : "memory");
                if (K == ATOM) {
                    u32 v;
                    asm volatile("atom.global.add.u32 %0,[%1],%2;" : "=r"(v) : "l"(q), "r"(one) : "memory");
                    sum ^= v;
                }
            }
        }
    }
    // Without a result, the end of the queue is not waited for: a fence does.
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    sink(p, sum);
    note(rec, begin, now());
}
__global__ void atomic_chain(Rec *rec, u32 *p, int n, u32 zero) {
    u32 v = 0;
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        u32 *q = p + (v & zero);
        asm volatile("atom.global.add.u32 %0,[%1],1;" : "=r"(v) : "l"(q) : "memory");
    }
    sink(p, v);
    note(rec, begin, now());
}
enum SharedKind { SINC, SRED, SATOM, SFLOAT, SCHAIN };
template <SharedKind K> __global__ FULL void shared_atomics(Rec *rec, u32 *out, int n, u32 distinct_mask, u32 warp_step, u32 zero) {
    const u32 value = lane() + 1 + zero;
    __shared__ u32 words[1024];
    words[threadIdx.x & 1023] = 0;
    __syncthreads();
    u32 a = (u32)__cvta_generic_to_shared(words) + 4 * (((threadIdx.x >> 5) * warp_step + (lane() & distinct_mask)) & 1023), sum = 0;
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int u = 0; u < 4; u++) {
            u32 v = 0;
            if (K == SINC) asm volatile("red.shared.add.u32 [%0],1;" ::"r"(a) : "memory");
            if (K == SRED) asm volatile("red.shared.add.u32 [%0],%1;" ::"r"(a), "r"(value) : "memory");
            if (K == SATOM) asm volatile("atom.shared.add.u32 %0,[%1],%2;" : "=r"(v) : "r"(a), "r"(value) : "memory");
            if (K == SFLOAT) asm volatile("{.reg .f32 f; atom.shared.add.f32 f,[%0],0f3f800000;}" ::"r"(a) : "memory");
            if (K == SCHAIN) {
                asm volatile("atom.shared.add.u32 %0,[%1],%2;" : "=r"(v) : "r"(a), "r"(value) : "memory");
                a += v & zero;
            }
            sum ^= v;
        }
    }
    sink(out, sum);
    note(rec, begin, now());
}
template <Kind K> static void global_atomics(const char *kind, u32 *p) {
    struct { const char *name; u32 lane_step, warp_step, mask, lanes; int n; const char *how; } cases[] = {
        {"same", 0, 0, 0, 32, 8, "all lanes of all warps at one address"},
        {"same_one_lane", 0, 0, 0, 1, 32, "one lane of each warp; all at one address"},
        {"line", 1, 0, 0, 32, 8, "a warp's lanes in the 32 words of a line; all warps in the same"},
        {"own", 1, 32, 0, 32, 64, "each warp its own line; within L2"},
        {"spread", 8, 256, 0, 32, 32, "each warp its own 32 sectors; within L2"},
        {"random_4MiB", 0, 0, (1u << 20) - 1, 32, 32, "random words in 4 MiB"},
        {"random_256MiB", 0, 0, (1u << 26) - 1, 32, 16, "random words in 2^28 bytes"},
    };
    for (auto &c : cases) {
        Times t = times(full(), [&] { atomics<K><<<sms * 2, 1024>>>(rec, p, c.n, c.lane_step, c.warp_step, c.mask, c.lanes); });
        row(form("%s_%s", kind, c.name), t.gpu * c.n * 4 * c.lanes, "lanes/clock/GPU", c.how);
    }
}
template <SharedKind K> static void local_atomics(const char *kind, const char *what) {
    const int N = K == SFLOAT ? 8 : 256;
    for (u32 d : {1, 2, 4, 8, 16, 32}) {
        Times t = times(full(), [&] { shared_atomics<K><<<sms * 2, 1024>>>(rec, out, N, d - 1, 32, 0); });
        row(form("%s_%d", kind, d), t.sm / (N * 4), "clocks/request/SM", form("%s; lanes in that many words; each warp its own words", what));
    }
    Times t = times(full(), [&] { shared_atomics<K><<<sms * 2, 1024>>>(rec, out, N, 0, 0, 0); });
    row(form("%s_block", kind), t.sm / (N * 4), "clocks/request/SM", form("%s; all lanes of a block at one word", what));
}
static void all_atomics(u32 *p) {
    global_atomics<RED>("red", p);
    global_atomics<ATOM>("atom", p);
    global_atomics<REDF>("redf", p);
    Times t = times(1, [&] { atomic_chain<<<1, 1>>>(rec, p, 256, 0); });
    row("atom_latency", t.warp / 256, "clocks", "atomicAdd after atomicAdd that needs its result; one lane; in L2; with two instructions for the address");
    local_atomics<SINC>("shared_inc", "red.shared.add.u32 of the constant 1: ATOMS.POPC.INC");
    local_atomics<SRED>("shared_red", "red.shared.add.u32 of other values: ATOMS.ADD");
    local_atomics<SATOM>("shared_atom", "atom.shared.add.u32 whose result is used");
    local_atomics<SFLOAT>("shared_float", "atom.shared.add.f32");
    for (u32 d : {1, 32}) {
        t = times(1, [&] { shared_atomics<SCHAIN><<<1, 32>>>(rec, out, 64, d - 1, 32, 0); });
        row(form("shared_atom_latency_%d", d), t.warp / 256, "clocks", "one warp; each needs the result before; with two instructions for the address; lanes in that many words");
    }
}

// ---- 4. arithmetic: %0 is changed; %1 and %2 are other chains, %3 and %4 the same all along
#define OP(NAME, PTX)                                                                                                              \
    struct NAME {                                                                                                                  \
        static DI void go(u32 &x, u32 y, u32 z, u32 a, u32 b) { asm volatile(PTX : "+r"(x) : "r"(y), "r"(z), "r"(a), "r"(b)); }   \
    };
OP(Fma, "fma.rn.f32 %0,%0,%3,%4;")
OP(Fma3, "fma.rn.f32 %0,%0,%1,%2;")
OP(Fadd, "add.rn.f32 %0,%0,%3;")
OP(Fmul, "mul.rn.f32 %0,%0,%3;")
OP(Fmin, "min.f32 %0,%0,%1;")
OP(Iadd, "add.u32 %0,%0,%1;")
OP(Iadd3, "add.u32 %0,%0,%1; add.u32 %0,%0,%2;")
OP(Logic, "lop3.b32 %0,%0,%1,%2,0xe8;")
OP(Shift, "shl.b32 %0,%0,%3;")
OP(Imin, "min.s32 %0,%0,%1;")
OP(Imul, "mul.lo.u32 %0,%0,%1;")
OP(Mad, "mad.lo.u32 %0,%0,%1,%3;")
OP(Mulhi, "mul.hi.u32 %0,%0,%1;")
OP(CmpSel, "{.reg .pred p; setp.lt.u32 p,%0,%3; selp.b32 %0,%1,%4,p;}")
OP(FcmpSel, "{.reg .pred p; setp.lt.f32 p,%0,%3; selp.b32 %0,%1,%4,p;}")
OP(I2f, "cvt.rn.f32.s32 %0,%0;")
OP(U2f, "cvt.rn.f32.u32 %0,%0;")
OP(F2i, "cvt.rzi.s32.f32 %0,%0;")
OP(F2h, "cvt.rn.f16x2.f32 %0,%0,%1;")
OP(H2f, "{.reg .b16 l,h; mov.b32 {l,h},%0; cvt.f32.f16 %0,l;}")
OP(Popc, "popc.b32 %0,%0;")
OP(Clz, "clz.b32 %0,%0;")
OP(Brev, "brev.b32 %0,%0;")
OP(Rcp, "rcp.approx.ftz.f32 %0,%0; add.rn.f32 %0,%0,%4;") // the reciprocal of a reciprocal would be nothing
OP(Rsqrt, "rsqrt.approx.ftz.f32 %0,%0;")
OP(Sqrt, "sqrt.approx.ftz.f32 %0,%0;")
OP(Ex2, "ex2.approx.ftz.f32 %0,%0;")
OP(Lg2, "lg2.approx.ftz.f32 %0,%0;")
OP(Sin, "sin.approx.ftz.f32 %0,%0;")
OP(Tanh, "tanh.approx.f32 %0,%0;")
OP(Fdiv, "div.rn.f32 %0,%3,%0;")
OP(Fsqrt, "sqrt.rn.f32 %0,%0;")
OP(Hfma2, "fma.rn.f16x2 %0,%0,%3,%4;")
OP(Hadd2, "add.rn.f16x2 %0,%0,%3;")
OP(Shfl, "shfl.sync.bfly.b32 %0,%0,1,31,-1;")
OP(ShflIdx, "shfl.sync.idx.b32 %0,%0,%1,31,-1;")
OP(Div, "div.u32 %0,%0,%1;")
OP(Rem, "rem.u32 %0,%0,%1;")
OP(DivLat, "div.u32 %0,%3,%0;")
OP(Prmt, "prmt.b32 %0,%0,%1,%3;")

// Eight chains, even ones of A, odd ones of B. An operand from another chain is from two before it, of its own kind.
template <class A, class B, int U> __global__ FULL void rate(Rec *rec, u32 *out, int n, u32 a, u32 b) {
    u32 x[8];
#pragma unroll
    for (int c = 0; c < 8; c++) x[c] = a + threadIdx.x * 64 + c * 7;
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int u = 0; u < U; u++)
#pragma unroll
            for (int c = 0; c < 8; c += 2) {
                A::go(x[c], x[(c + 2) & 7], x[(c + 4) & 7], a, b);
                B::go(x[c + 1], x[(c + 3) & 7], x[(c + 5) & 7], a, b);
            }
    }
    long long end = now();
    u32 s = 0;
#pragma unroll
    for (int c = 0; c < 8; c++) s ^= x[c];
    sink(out, s);
    note(rec, begin, end);
}
// One chain. Where sums of the same could be drawn together, two registers that take turns, each the sum of both.
template <class A, int U, bool TURNS> __global__ void latency(Rec *rec, u32 *out, int n, u32 a, u32 b) {
    u32 x = a + threadIdx.x * 64, y = b + threadIdx.x, z = b ^ threadIdx.x;
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int u = 0; u < U; u += 2) {
            A::go(x, TURNS ? y : a, z, a, b);
            if (TURNS) A::go(y, x, b, a, b);
            else A::go(x, y, b, a, b);
        }
    }
    long long end = now();
    sink(out, x ^ y);
    note(rec, begin, end);
}
template <class A, class B, int U> static double per_clock(u32 a, u32 b) {
    const int N = 2048 / U;
    Times t = times(full(), [&] { rate<A, B, U><<<sms * 2, 1024>>>(rec, out, N, a, b); });
    return 32.0 * N * U * 8 / t.sm;
}
template <class A, int U, bool TURNS> static void op(const char *name, u32 a, u32 b, const char *how) {
    row(form("rate_%s", name), per_clock<A, A, U>(a, b), "lanes/clock/SM", how);
    const int N = 64, V = 128; // the branch back, which the chain waits for too, is a small part of a pass
    Times t = times(1, [&] { latency<A, V, TURNS><<<1, 32>>>(rec, out, N, a, b); });
    row(form("latency_%s", name), t.warp / (N * V), "clocks", how);
}
template <class A, class B> static void mix(const char *name, u32 a, u32 b) {
    row(form("rate_%s", name), per_clock<A, B, 16>(a, b), "lanes/clock/SM", "half of them each; both counted");
}
static void arithmetic() {
    const u32 F = 0x3f7ff000, G = 0x3a000000; // a little less than one, and a little
    op<Fma, 16, false>("f32_fma", F, G, "x * a + b");
    row("rate_f32_fma_3", per_clock<Fma3, Fma3, 16>(F, G), "lanes/clock/SM", "x * y + z; three registers that no neighbour reads in the same place");
    op<Fadd, 16, false>("f32_add", F, G, "one instruction");
    op<Fmul, 16, false>("f32_mul", F, G, "one instruction");
    op<Fmin, 16, true>("f32_min", F, G, "one instruction");
    op<Iadd, 16, true>("i32_add", 3, 5, "as compiled: half of them go to the pipe of products as IMAD.IADD");
    op<Iadd3, 16, true>("i32_add3", 3, 5, "three operands; one instruction");
    op<Logic, 16, false>("logic", 3, 5, "three operands; one instruction");
    op<Shift, 16, false>("shift", 1, 5, "left by a run-time amount");
    op<Imin, 16, true>("i32_min", 3, 5, "one instruction");
    op<Imul, 16, false>("i32_mul", 3, 5, "mul.lo");
    op<Mad, 16, false>("i32_mad", 3, 5, "mad.lo");
    op<Mulhi, 16, false>("u32_mulhi", 0x30000000, 5, "one instruction");
    op<CmpSel, 16, false>("cmp_select", 0x3f000000, 0x3f000100, "a comparison of integers and a selection: two instructions");
    op<FcmpSel, 16, false>("f32_cmp_select", F, G, "a comparison of floats and a selection: two instructions");
    op<I2f, 16, false>("i2f", 3, 5, "i32 to f32");
    op<U2f, 16, false>("u2f", 3, 5, "u32 to f32");
    op<F2i, 16, false>("f2i", F, G, "f32 to i32");
    op<F2h, 16, false>("f32_to_f16", F, G, "two f32 into a pair of f16");
    op<H2f, 16, false>("f16_to_f32", F, G, "one instruction");
    op<Popc, 16, false>("popc", 3, 5, "one instruction");
    op<Clz, 16, false>("clz", 3, 5, "and a subtraction");
    op<Brev, 16, false>("brev", 3, 5, "one instruction");
    op<Rcp, 16, false>("rcp", F, G, "and a sum");
    op<Rsqrt, 16, false>("rsqrt", F, G, "one instruction");
    op<Sqrt, 16, false>("sqrt_approx", F, G, "one instruction");
    op<Ex2, 16, false>("ex2", F, G, "one instruction");
    op<Lg2, 16, false>("lg2", F, G, "one instruction");
    op<Sin, 16, false>("sin_approx", F, G, "a product and the sine");
    op<Tanh, 16, false>("tanh_approx", F, G, "one instruction");
    op<Hfma2, 16, false>("f16x2_fma", 0x3bff3bff, 0x10001000, "lanes; two halves each");
    op<Hadd2, 16, false>("f16x2_add", 0x3bff3bff, 0x10001000, "lanes; two halves each");
    op<Shfl, 16, false>("shfl_bfly", 3, 5, "one instruction");
    op<ShflIdx, 16, true>("shfl_idx", 3, 5, "from a run-time lane; each lane another");
    op<Prmt, 16, false>("prmt", 0x1234, 5, "one instruction");
    row("rate_u32_div", per_clock<Div, Div, 1>(0x12345678, 5), "lanes/clock/SM", "divisions by a run-time divisor; each a dozen instructions or more");
    row("rate_u32_rem", per_clock<Rem, Rem, 1>(0x12345678, 5), "lanes/clock/SM", "as before; the rest");
    Times t = times(1, [&] { latency<DivLat, 2, false><<<1, 32>>>(rec, out, 256, 0x12345678, 5); });
    row("latency_u32_div", t.warp / 512, "clocks", "a / x");
    row("rate_f32_div", per_clock<Fdiv, Fdiv, 1>(F, G), "lanes/clock/SM", "div.rn");
    row("rate_f32_sqrt", per_clock<Fsqrt, Fsqrt, 1>(F, G), "lanes/clock/SM", "sqrt.rn");
    mix<Fma, Iadd>("mix_fma_iadd", F, G);
    mix<Fma, Logic>("mix_fma_logic", F, G);
    mix<Fma, Iadd3>("mix_fma_iadd3", F, G);
    mix<Fma, Imul>("mix_fma_imul", F, G);
    mix<Fma, Ex2>("mix_fma_ex2", F, G);
    mix<Fma, Hfma2>("mix_fma_hfma2", F, G);
    mix<Fma, Fmin>("mix_fma_fmin", F, G);
    mix<Fma, Shfl>("mix_fma_shfl", F, G);
    mix<Imul, Iadd3>("mix_imul_iadd3", 3, 5);
    mix<Imul, Logic>("mix_imul_logic", 3, 5);
    mix<Imul, Iadd>("mix_imul_iadd", 3, 5);
    mix<Iadd3, Logic>("mix_iadd3_logic", 3, 5);
    mix<Logic, Shift>("mix_logic_shift", 1, 5);
    mix<Logic, Hfma2>("mix_logic_hfma2", 3, 5);
    mix<Logic, I2f>("mix_logic_i2f", 3, 5);
    mix<Ex2, F2i>("mix_ex2_f2i", F, G);
    mix<Ex2, Popc>("mix_ex2_popc", F, G);
    mix<Ex2, Shfl>("mix_ex2_shfl", F, G);
    mix<Shfl, Popc>("mix_shfl_popc", 3, 5);
}

// ---- 5. loads and stores
// A ring of pointers; the next of node i is a * i + 1, modulo their number, a power of two: all of them, as if at random.
__global__ void make_ring(char *p, u32 nodes, u64 bytes, u32 a) {
    for (u64 i = blockIdx.x * blockDim.x + threadIdx.x; i < nodes; i += gridDim.x * blockDim.x)
        *(u64 *)(p + i * bytes) = (u64)(p + u64((u32(i) * a + 1) & (nodes - 1)) * bytes);
}
template <bool L1> __global__ void chase(Rec *rec, u32 *out, u64 *p, int warm, int n) {
    u64 q = (u64)p;
    auto eight = [&] {
#pragma unroll
        for (int u = 0; u < 8; u++) {
            if (L1) asm volatile("ld.global.u64 %0,[%0];" : "+l"(q)::"memory");
            else asm volatile("ld.global.cg.u64 %0,[%0];" : "+l"(q)::"memory");
        }
    };
#pragma unroll 1
    for (int i = 0; i < warm; i += 8) eight();
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i += 8) eight();
    sink(out, u32(q));
    note(rec, begin, now());
}
__global__ void chase_shared(Rec *rec, u32 *out, int n) {
    __shared__ u32 ring[1024];
    u32 base = (u32)__cvta_generic_to_shared(ring);
    for (u32 i = threadIdx.x; i < 1024; i += blockDim.x) ring[i] = base + 4 * ((i * 5 + 32) & 1023);
    __syncthreads();
    u32 q = base;
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++)
#pragma unroll
        for (int u = 0; u < 8; u++) asm volatile("ld.shared.u32 %0,[%0];" : "+r"(q)::"memory");
    sink(out, q);
    note(rec, begin, now());
}
struct Offsets { u32 of[32]; }; // bytes, of each lane
template <int BYTES> DI u32 load(u64 p) {
    u32 a, b, c, d;
    if (BYTES == 4) { asm volatile("ld.global.u32 %0,[%1];" : "=r"(a) : "l"(p) : "memory"); return a; }
    if (BYTES == 8) { asm volatile("ld.global.v2.u32 {%0,%1},[%2];" : "=r"(a), "=r"(b) : "l"(p) : "memory"); return a ^ b; }
    asm volatile("ld.global.v4.u32 {%0,%1,%2,%3},[%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p) : "memory");
    return a ^ b ^ c ^ d;
}
template <int BYTES> DI u32 load_shared(u32 p) {
    u32 a, b, c, d;
    if (BYTES == 4) { asm volatile("ld.shared.u32 %0,[%1];" : "=r"(a) : "r"(p) : "memory"); return a; }
    if (BYTES == 8) { asm volatile("ld.shared.v2.u32 {%0,%1},[%2];" : "=r"(a), "=r"(b) : "r"(p) : "memory"); return a ^ b; }
    asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3},[%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(p) : "memory");
    return a ^ b ^ c ^ d;
}
// Eight requests a pass, SPAN bytes apart. `step` is zero, which the compiler does not know.
template <int BYTES, int SPAN> __global__ FULL void l1_loads(Rec *rec, u32 *out, const char *p, Offsets o, int n, u32 step) {
    u64 q = (u64)p + o.of[lane()];
    u32 sum = 0;
#pragma unroll
    for (int u = 0; u < 8; u++) sum ^= load<BYTES>(q + u * SPAN); // into level 1
    __syncthreads();
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int u = 0; u < 8; u++) sum ^= load<BYTES>(q + u * SPAN);
        q += step;
    }
    sink(out, sum);
    note(rec, begin, now());
}
template <int BYTES, int SPAN, bool STORE> __global__ FULL void shared_loads(Rec *rec, u32 *out, Offsets o, int n, u32 step) {
    __shared__ __align__(128) char words[8 * SPAN + 4096];
    for (u32 i = threadIdx.x; i < sizeof words / 4; i += blockDim.x) ((u32 *)words)[i] = i;
    __syncthreads();
    u32 q = (u32)__cvta_generic_to_shared(words) + o.of[lane()], sum = 0;
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int u = 0; u < 8; u++) {
            if (STORE) asm volatile("st.shared.u32 [%0],%1;" ::"r"(q + u * SPAN), "r"(sum) : "memory");
            else sum ^= load_shared<BYTES>(q + u * SPAN);
        }
        q += step;
    }
    sink(out, sum);
    note(rec, begin, now());
}
static Offsets strided(u32 bytes) {
    Offsets o;
    for (u32 i = 0; i < 32; i++) o.of[i] = i * bytes;
    return o;
}
static Offsets scattered(u32 words) {
    Offsets o;
    u32 h = 12345;
    for (u32 i = 0; i < 32; i++) h = h * 1664525u + 1013904223u, o.of[i] = 4 * ((h >> 12) % words);
    return o;
}
template <int BYTES, int SPAN> static void l1(const char *name, const char *p, Offsets o, const char *how) {
    const int N = 256;
    Times t = times(full(), [&] { l1_loads<BYTES, SPAN><<<sms * 2, 1024>>>(rec, out, p, o, N, 0); });
    row(form("l1_%s", name), t.sm / (N * 8), "clocks/request/SM", how);
}
template <int BYTES, int SPAN, bool STORE = false> static void shared(const char *name, Offsets o, const char *how) {
    const int N = 256;
    Times t = times(full(), [&] { shared_loads<BYTES, SPAN, STORE><<<sms * 2, 1024>>>(rec, out, o, N, 0); });
    row(form("shared_%s", name), t.sm / (N * 8), "clocks/request/SM", how);
}
// All SMs over a set that level 2 holds, again and again. Each lane takes BYTES, STEP bytes from the next lane's.
template <int BYTES, int STEP, bool STORE> __global__ FULL void l2_sweep(Rec *rec, u32 *out, char *p, u32 size, int n) {
    u32 warps = gridDim.x * (blockDim.x >> 5), stride = warps * 32 * STEP;
    // Neighbouring blocks run on different SMs; a warp's next piece is as far off as all warps' pieces are together.
    u32 at = (gwarp() * 32 + lane()) * STEP, sum = 0;
    while (at >= size) at -= size;
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int u = 0; u < 4; u++) {
            char *q = p + at;
            if (STORE && BYTES == 4) asm volatile("st.global.u32 [%0],%1;" ::"l"(q), "r"(at) : "memory");
            if (STORE && BYTES == 16) asm volatile("st.global.v4.u32 [%0],{%1,%1,%1,%1};" ::"l"(q), "r"(at) : "memory");
            u32 a, b, c, d;
            if (!STORE && BYTES == 4) { asm volatile("ld.global.cg.u32 %0,[%1];" : "=r"(a) : "l"(q) : "memory"); sum ^= a; }
            if (!STORE && BYTES == 16) {
                asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3},[%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(q) : "memory");
                sum ^= a ^ b ^ c ^ d;
            }
            at += stride;
            if (at >= size) at -= size; // the stride is less than the set
        }
    }
    if (STORE) asm volatile("fence.acq_rel.gpu;" ::: "memory");
    sink(out, sum);
    note(rec, begin, now());
}
template <int BYTES, int STEP, bool STORE> static void l2(const char *name, char *p, u32 mib, const char *how) {
    u32 size = mib << 20, stride = sms * 64 * 32 * STEP;
    if (stride >= size) { printf("%s,error,too many SMs for the set,%s\n", name, how); return; }
    const int N = std::max(4, int(u64(8) * size / stride / 4)); // eight times over it
    Times t = times(full(), [&] { l2_sweep<BYTES, STEP, STORE><<<sms * 2, 1024>>>(rec, out, p, size, N); });
    row(name, t.gpu * N * 4 * 32 * BYTES, "bytes/clock/GPU", how);
}
enum Way { READ, WRITE, COPY };
template <Way W> __global__ __launch_bounds__(256) void stream(uint4 *to, const uint4 *from, u32 n, u32 *out) { // four pieces a thread
    u32 at = blockIdx.x * 1024 + threadIdx.x, sum = 0;
    uint4 v[4] = {};
    if (W != WRITE)
#pragma unroll
        for (int u = 0; u < 4; u++)
            asm volatile("ld.global.v4.u32 {%0,%1,%2,%3},[%4];" : "=r"(v[u].x), "=r"(v[u].y), "=r"(v[u].z), "=r"(v[u].w) : "l"(from + at + u * 256) : "memory");
#pragma unroll
    for (int u = 0; u < 4; u++) {
        if (W == READ) sum ^= v[u].x ^ v[u].y ^ v[u].z ^ v[u].w;
        else to[at + u * 256] = v[u];
    }
    sink(out, sum);
}
template <bool L1> static void ring(const char *name, char *p, u32 log_nodes, u64 bytes, u32 a, int warm, int n, char *other, size_t evict, const char *how) {
    make_ring<<<sms * 4, 256>>>(p, 1u << log_nodes, bytes, a);
    Times t = times(1, [&] {
        if (evict) cudaMemsetAsync(other, 0, evict); // so that none of the ring is left in level 2
        chase<L1><<<1, 1>>>(rec, out, (u64 *)p, warm, n);
    });
    row(name, t.warp / n, "clocks", how);
}
static void loads(char *p, size_t half) {
    char *other = p + half;
    const size_t evict = std::min(half, size_t(256) << 20);
    ring<true>("l1_latency", p, 7, 128, 5, 256, 4096, other, 0, "pointers; 16 KiB");
    ring<false>("l2_latency_2MiB", p, 14, 128, 1664525, 16384, 8192, other, 0, "pointers past L1; at random in 2 MiB");
    ring<false>("l2_latency_16MiB", p, 17, 128, 1664525, 0, 8192, other, 0, "pointers past L1; at random in 16 MiB just written");
    // 512 MiB, or what there is
    u32 log_nodes = 21;
    while ((u64(256) << log_nodes) > half) log_nodes--;
    ring<false>("dram_latency_random", p, log_nodes, 256, 1664525, 0, 2048, other, evict, "pointers; at random in 512 MiB that L2 does not hold");
    ring<false>("dram_latency_linear", p, log_nodes, 256, 1, 0, 2048, other, evict, "pointers; every 256 bytes in turn; L2 does not hold them");
    Times t = times(1, [&] { chase_shared<<<1, 32>>>(rec, out, 512); });
    row("shared_latency", t.warp / 4096, "clocks", "pointers; a warp");

    cudaMemset(p, 0, 1 << 20);
    l1<4, 128>("4_bytes", p, strided(4), "4 bytes a lane; consecutive");
    l1<8, 256>("8_bytes", p, strided(8), "8 bytes a lane; consecutive");
    l1<16, 512>("16_bytes", p, strided(16), "16 bytes a lane; consecutive");
    l1<4, 256>("stride_2", p, strided(8), "lanes 2 words apart");
    l1<4, 512>("stride_4", p, strided(16), "lanes 4 words apart");
    l1<4, 1024>("stride_8", p, strided(32), "lanes 8 words apart");
    l1<4, 2048>("stride_16", p, strided(64), "lanes 16 words apart");
    l1<4, 4096>("stride_32", p, strided(128), "lanes 32 words apart");
    l1<4, 4096 + 128>("stride_33", p, strided(132), "lanes 33 words apart");
    l1<4, 128>("one_address", p, strided(0), "all lanes at one address");
    l1<4, 4096>("random_4KiB", p, scattered(1024), "lanes at random in 4 KiB");
    l1<4, 128>("random_line", p, scattered(32), "lanes at random in a line");
    l1<16, 128>("16_bytes_one_address", p, strided(0), "16 bytes; all lanes at one address");

    shared<4, 128>("4_bytes", strided(4), "4 bytes a lane; consecutive");
    shared<8, 256>("8_bytes", strided(8), "8 bytes a lane; consecutive");
    shared<16, 512>("16_bytes", strided(16), "16 bytes a lane; consecutive");
    shared<4, 256>("stride_2", strided(8), "lanes 2 words apart");
    shared<4, 512>("stride_3", strided(12), "lanes 3 words apart");
    shared<4, 512>("stride_4", strided(16), "lanes 4 words apart");
    shared<4, 1024>("stride_8", strided(32), "lanes 8 words apart");
    shared<4, 2048>("stride_16", strided(64), "lanes 16 words apart");
    shared<4, 4096>("stride_32", strided(128), "lanes 32 words apart");
    shared<8, 512>("8_bytes_stride_2", strided(16), "8 bytes; lanes 16 bytes apart");
    shared<16, 1024>("16_bytes_stride_2", strided(32), "16 bytes; lanes 32 bytes apart");
    shared<4, 128>("one_address", strided(0), "all lanes at one address");
    shared<4, 4096>("random_4KiB", scattered(1024), "lanes at random in 4 KiB");
    shared<4, 128>("random_line", scattered(32), "lanes at random in 32 words");
    shared<4, 128, true>("store", strided(4), "stores of 4 bytes; consecutive");
    shared<4, 256, true>("store_stride_2", strided(8), "stores; lanes 2 words apart");

    cudaMemset(p, 0, 64 << 20);
    l2<16, 16, false>("l2_read_8MiB", p, 8, "16 bytes a lane");
    l2<16, 16, false>("l2_read_20MiB", p, 20, "16 bytes a lane");
    l2<16, 16, false>("l2_read_32MiB", p, 32, "16 bytes a lane");
    l2<4, 4, false>("l2_read_words", p, 20, "4 bytes a lane; consecutive");
    l2<4, 32, false>("l2_read_sectors", p, 20, "a word of each sector: 32 bytes are moved for 4 that are counted");
    l2<16, 16, true>("l2_write_20MiB", p, 20, "16 bytes a lane");
    l2<4, 4, true>("l2_write_words", p, 20, "4 bytes a lane; consecutive");
    l2<4, 32, true>("l2_write_sectors", p, 20, "a word of each sector; 4 bytes are counted for each");

    u32 n = u32(half / 16 / 1024 * 1024);
    double moved = double(n) * 16;
    double s = elapsed([&] { stream<READ><<<n / 1024, 256>>>((uint4 *)other, (uint4 *)p, n, out); });
    row("dram_read", moved / s, "bytes/s", form("%.2f GiB; 16 bytes a lane; a launch", moved / (1 << 30)));
    s = elapsed([&] { stream<WRITE><<<n / 1024, 256>>>((uint4 *)other, (uint4 *)p, n, out); });
    row("dram_write", moved / s, "bytes/s", "as before; writes");
    s = elapsed([&] { stream<COPY><<<n / 1024, 256>>>((uint4 *)other, (uint4 *)p, n, out); });
    row("dram_copy", 2 * moved / s, "bytes/s", "as before; both ways counted");
    s = elapsed([&] { cudaMemcpyAsync(other, p, half, cudaMemcpyDeviceToDevice); });
    row("dram_copy_driver", 2.0 * half / s, "bytes/s", "the driver's own copy; both ways counted");
}

// ---- 6. loads in flight
// Rounds of N loads; a round begins when all of the one before have come. The first, which waits for its instructions, does not count.
template <int N> __global__ void in_flight(Rec *rec, u32 *out, const char *p, u64 mask, u32 turn, u32 lane_step, int n) {
    u32 h = (turn + 1) * 2654435761u;
    long long clocks = 0;
#pragma unroll 1
    for (int i = 0; i <= n; i++) {
        u32 sum = 0, v[N];
        const char *q[N];
#pragma unroll
        for (int k = 0; k < N; k++) { // a place of its own each, at random
            h = h * 1664525u + 1013904223u;
            q[k] = p + ((u64(h >> 4) << 8) & mask) + lane() * lane_step;
        }
        asm volatile("bar.sync 0;" ::: "memory");
        long long begin = now();
#pragma unroll
        for (int k = 0; k < N; k++) asm volatile("ld.global.cg.u32 %0,[%1];" : "=r"(v[k]) : "l"(q[k]) : "memory");
#pragma unroll
        for (int k = 0; k < N; k++) sum ^= v[k];
        sink(out, sum); // needs all of them: it comes before the time is taken
        long long end = now();
        if (i > 0) clocks += end - begin;
    }
    note(rec, 0, clocks);
}
template <int N> static void flight(char *p, size_t half, u32 lane_step, const char *name) {
    u64 size = 1 << 20;
    while (size * 2 <= half) size *= 2;
    const int n = 32;
    std::vector<double> v;
    static u32 turn = 0; // never the same lines again
    for (int i = 0; i < 9; i++) {
        in_flight<N><<<1, 32>>>(rec, out, p, size - 1 - 0xfff, turn++ + N * 1000 + lane_step, lane_step, n);
        v.push_back(read_times(1).warp / n);
    }
    row(form("in_flight_%s%d", name, N), median(v), "clocks",
        form("from the first of so many loads of a warp until the last result; %s; at random in DRAM", lane_step == 4 ? "a line each" : "32 lines each"));
}
static void flights(char *p, size_t half) {
    cudaMemset(p, 0, half);
    cudaMemset(p + half, 0, std::min(half, size_t(256) << 20)); // level 2 holds something else
    flight<1>(p, half, 4, ""), flight<2>(p, half, 4, ""), flight<4>(p, half, 4, ""), flight<8>(p, half, 4, ""), flight<16>(p, half, 4, "");
    flight<1>(p, half, 128, "32_lines_"), flight<4>(p, half, 128, "32_lines_"), flight<16>(p, half, 128, "32_lines_");
}

// ---- 7. branches and loops
DI void fma32(u32 *x, u32 a, u32 b) {
#pragma unroll
    for (int i = 0; i < 32; i++) asm volatile("fma.rn.f32 %0,%0,%1,%2;" : "+r"(x[i & 3]) : "r"(a), "r"(b));
}
template <bool BRANCH> __global__ FULL void branches(Rec *rec, u32 *out, int n, u32 of_lane, u32 of_pass, u32 a, u32 b) {
    u32 x[4] = {a, a + lane(), b, b + lane()};
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        if (!BRANCH) fma32(x, a, b);
        else if (((lane() & of_lane) + i) & of_pass) fma32(x, a, b);
        else fma32(x, b, a);
    }
    long long end = now();
    sink(out, x[0] ^ x[1] ^ x[2] ^ x[3]);
    note(rec, begin, end);
}
__global__ FULL void loop(Rec *rec, u32 *out, int n, u32 a) {
    u32 x = a;
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) asm volatile("xor.b32 %0,%0,%1;" : "+r"(x) : "r"(i));
    long long end = now();
    sink(out, x);
    note(rec, begin, end);
}
template <bool BRANCH> static void branch(const char *name, u32 of_lane, u32 of_pass, const char *how) {
    const int N = 512;
    const u32 A = 0x3f7ff000, B = 0x3a000000;
    Times t = times(1, [&] { branches<BRANCH><<<1, 32>>>(rec, out, N, of_lane, of_pass, A, B); });
    row(form("branch_%s_warp", name), t.warp / N, "clocks/pass", form("%s; one warp", how));
    t = times(full(), [&] { branches<BRANCH><<<sms * 2, 1024>>>(rec, out, N, of_lane, of_pass, A, B); });
    row(form("branch_%s_full", name), t.sm / N, "clocks/pass/SM", form("%s; of a warp; 64 warps", how));
}
static void divergence() {
    branch<false>("none", 0, 0, "32 fma in four chains; no branch");
    branch<true>("uniform_same", 0, 0, "32 fma on either side; all passes the same way");
    branch<true>("uniform_turns", 0, 1, "as before; passes take turns");
    branch<true>("half", 1, 1, "as before; every other lane the other way");
    branch<true>("half_warp", 16, 16, "as before; half a warp the other way");
    Times t = times(1, [&] { loop<<<1, 32>>>(rec, out, 4096, 3); });
    row("loop_pass_warp", t.warp / 4096, "clocks/pass", "a counted loop of one xor; one warp");
    t = times(full(), [&] { loop<<<sms * 2, 1024>>>(rec, out, 1024, 3); });
    row("loop_pass_full", t.sm / 1024, "clocks/pass/SM", "as before; of a warp; 64 warps");
}

// ---- 8. constants
__constant__ u32 table[4096];
DI u32 word(u32 byte) { return *(const u32 *)((const char *)table + byte); }
__global__ FULL void constants(Rec *rec, u32 *out, int n, u32 distinct_mask, u32 step) {
    u32 at = (lane() & distinct_mask) * 4, sum = 0; // bytes: nothing is left to compute for a load
    sum ^= word(at) ^ word(at + 128) ^ word(at + 256) ^ word(at + 384);
    __syncthreads();
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int u = 0; u < 4; u++) sum ^= word(at + u * 128);
        at += step; // zero
    }
    sink(out, sum);
    note(rec, begin, now());
}
__global__ void constant_chain(Rec *rec, u32 *out, int n, u32 first) { // the table is zeros
    u32 v = first;
    for (int i = 0; i < 8; i++) v = word(v);
    long long begin = now();
#pragma unroll 1
    for (int i = 0; i < n; i += 8)
#pragma unroll
        for (int u = 0; u < 8; u++) v = word(v);
    sink(out, v);
    note(rec, begin, now());
}
static void constant() {
    for (u32 d : {1, 2, 4, 8, 16, 32}) {
        Times t = times(full(), [&] { constants<<<sms * 2, 1024>>>(rec, out, 512, d - 1, 0); });
        row(form("constant_%d", d), t.sm / 2048, "clocks/request/SM", "lanes at that many words of a constant table");
    }
    Times t = times(1, [&] { constant_chain<<<1, 32>>>(rec, out, 1024, 0); });
    row("constant_latency", t.warp / 1024, "clocks", "a word whose place is the word read before");
}

int main(int count, char **names) {
    alarm(60); // ends it whatever happens
    begun = seconds();
    auto wanted = [&](const char *section) {
        bool is = count == 1;
        for (int i = 1; i < count; i++) is |= !strcmp(names[i], section);
        if (is && seconds() - begun > 40) { printf("%s,error,no time left,\n", section); return false; }
        return is;
    };
    cudaDeviceProp device;
    if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) { printf("device,error,none,\n"); return 1; }
    sms = device.multiProcessorCount, threads_most = device.maxThreadsPerMultiProcessor;
    shared_most = int(device.sharedMemPerBlockOptin);
    size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    size_t half = size_t(1) << 30; // two halves of 1 GiB, or what there is
    while (half > (size_t(1) << 28) && 2 * half + (size_t(256) << 20) > free) half /= 2;
    char *memory = nullptr;
    cudaMalloc(&memory, 2 * half), cudaMalloc(&rec, RECS * sizeof(Rec)), cudaMalloc(&out, 256);
    cudaMemset(memory, 0, 2 * half), cudaMemset(rec, 0, RECS * sizeof(Rec));
    printf("name,value,unit,how\n");
    row("sms", sms, "SMs", device.name);
    row("l2_bytes", device.l2CacheSize, "bytes", form("compute capability %d.%d", device.major, device.minor));
    if (wanted("launch")) launches((u32 *)memory);
    if (wanted("barrier")) barriers();
    if (wanted("atomics")) all_atomics((u32 *)memory);
    if (wanted("arithmetic")) arithmetic();
    if (wanted("loads")) loads(memory, half);
    if (wanted("flight")) flights(memory, half);
    if (wanted("divergence")) divergence();
    if (wanted("constant")) constant();
    measure_clock();
    row("seconds", seconds() - begun, "s", "all of it");
    return 0;
}
