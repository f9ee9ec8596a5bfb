// naive.wgsl in OpenCL C, for Oclgrind.
kernel void matmul(global const float* a, global const float* b, global float* c, uint n) {
    const uint row = get_global_id(1);
    const uint col = get_global_id(0);
    if (row >= n || col >= n) {
        return;
    }
    float sum = 0.0f;
    for (uint k = 0; k < n; k++) {
        sum += a[row * n + k] * b[k * n + col];
    }
    c[row * n + col] = sum;
}
