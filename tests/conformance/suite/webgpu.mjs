// As much of WebGPU as compute on buffers needs, with `lockstep exec` as the device.
//
// Everything happens at once, in `queue.submit`: promises are there for the interface only. What is not served
// (textures, samplers, render pipelines) ends the case with `NoResult`.

import { adapt } from './adapt.mjs';
import { NoResult } from './exec.mjs';

const FLAGS = {
  GPUBufferUsage: {
    MAP_READ: 1, MAP_WRITE: 2, COPY_SRC: 4, COPY_DST: 8, INDEX: 16, VERTEX: 32, UNIFORM: 64, STORAGE: 128,
    INDIRECT: 256, QUERY_RESOLVE: 512,
  },
  GPUTextureUsage: { COPY_SRC: 1, COPY_DST: 2, TEXTURE_BINDING: 4, STORAGE_BINDING: 8, RENDER_ATTACHMENT: 16 },
  GPUShaderStage: { VERTEX: 1, FRAGMENT: 2, COMPUTE: 4 },
  GPUMapMode: { READ: 1, WRITE: 2 },
  GPUColorWrite: { RED: 1, GREEN: 2, BLUE: 4, ALPHA: 8, ALL: 15 },
};

const FEATURES = ['core-features-and-limits', 'shader-f16', 'subgroups'];
const LANGUAGE_FEATURES = [
  'packed_4x8_integer_dot_product',
  'pointer_composite_access',
  'readonly_and_readwrite_storage_textures',
];

class GPUError {
  constructor(message) {
    this.message = message;
  }
}
class GPUValidationError extends GPUError {}
class GPUInternalError extends GPUError {}
class GPUOutOfMemoryError extends GPUError {}
class GPUPipelineError extends Error {}

class GPUBuffer {
  constructor({ size, usage, label, mappedAtCreation }) {
    Object.assign(this, { size, usage, label, ranges: [], mapped: Boolean(mappedAtCreation) });
    this.bytes = new Uint8Array(size);
  }
  async mapAsync() {
    this.mapped = true;
  }
  getMappedRange(offset = 0, size = this.size - offset) {
    const range = this.bytes.slice(offset, offset + size).buffer;
    this.ranges.push([offset, range]);
    return range;
  }
  unmap() {
    // A map for reading gives its bytes back as they were.
    for (const [offset, range] of this.ranges) this.bytes.set(new Uint8Array(range), offset);
    this.ranges = [];
    this.mapped = false;
  }
  get mapState() {
    return this.mapped ? 'mapped' : 'unmapped';
  }
  destroy() {}
}

class GPUComputePassEncoder {
  constructor(commands) {
    this.commands = commands;
    this.groups = new Map();
  }
  setPipeline(pipeline) {
    this.pipeline = pipeline;
  }
  setBindGroup(index, group, offsets = []) {
    this.groups.set(index, { group, offsets });
  }
  dispatchWorkgroups(x, y = 1, z = 1) {
    const { pipeline } = this;
    const groups = new Map(this.groups);
    this.commands.push((device) => device.dispatch(pipeline, groups, [x, y, z]));
  }
  dispatchWorkgroupsIndirect(buffer, offset) {
    const { pipeline } = this;
    const groups = new Map(this.groups);
    this.commands.push((device) => {
      const counts = new Uint32Array(buffer.bytes.slice(offset, offset + 12).buffer);
      device.dispatch(pipeline, groups, [...counts]);
    });
  }
  pushDebugGroup() {}
  popDebugGroup() {}
  insertDebugMarker() {}
  end() {}
}

class GPUCommandEncoder {
  constructor() {
    this.commands = [];
  }
  beginComputePass() {
    return new GPUComputePassEncoder(this.commands);
  }
  copyBufferToBuffer(source, ...rest) {
    // The offsets may be left out.
    const [from, target, to, size] = typeof rest[0] === 'number' ? rest : [0, rest[0], 0, rest[1]];
    const bytes = size ?? source.size - from;
    this.commands.push(() => target.bytes.set(source.bytes.subarray(from, from + bytes), to));
  }
  clearBuffer(buffer, offset = 0, size = buffer.size - offset) {
    this.commands.push(() => buffer.bytes.fill(0, offset, offset + size));
  }
  pushDebugGroup() {}
  popDebugGroup() {}
  insertDebugMarker() {}
  finish() {
    return { commands: this.commands };
  }
}

class GPUQueue {
  constructor(device) {
    this.device = device;
  }
  submit(buffers) {
    for (const { commands } of buffers) for (const command of commands) command(this.device);
  }
  writeBuffer(buffer, offset, data, from = 0, size) {
    const view = ArrayBuffer.isView(data) ? data : new Uint8Array(data);
    const unit = view.BYTES_PER_ELEMENT ?? 1;
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const end = size === undefined ? bytes.length : (from + size) * unit;
    buffer.bytes.set(bytes.subarray(from * unit, end), offset);
  }
  async onSubmittedWorkDone() {}
}

class GPUDevice extends EventTarget {
  constructor(adapter, lockstep, findings) {
    super();
    Object.assign(this, { lockstep, findings, features: adapter.features, limits: adapter.limits });
    this.adapterInfo = adapter.info;
    this.queue = new GPUQueue(this);
    this.scopes = 0;
    this.lost = new Promise((resolve) => (this.lose = resolve));
  }
  createBuffer(descriptor) {
    return new GPUBuffer(descriptor);
  }
  createShaderModule({ code }) {
    return { code: this.lockstep.adapt ? adapt(code) : code, getCompilationInfo: async () => ({ messages: [] }) };
  }
  createBindGroupLayout(descriptor) {
    return descriptor;
  }
  createPipelineLayout(descriptor) {
    return descriptor;
  }
  createBindGroup({ entries }) {
    return { entries: [...entries] };
  }
  createComputePipeline({ compute }) {
    return { ...compute, getBindGroupLayout: () => ({}) };
  }
  async createComputePipelineAsync(descriptor) {
    return this.createComputePipeline(descriptor);
  }
  createCommandEncoder() {
    return new GPUCommandEncoder();
  }
  pushErrorScope() {
    this.scopes += 1;
  }
  async popErrorScope() {
    if (this.scopes === 0) throw new DOMException('no error scope', 'OperationError');
    this.scopes -= 1;
    return null;
  }
  destroy() {
    this.lose({ reason: 'destroyed', message: '' });
  }
  dispatch({ module, entryPoint, constants }, groups, workgroups) {
    if (workgroups.includes(0)) return;
    const buffers = [];
    for (const [group, { group: bound, offsets }] of groups) {
      const dynamic = [...offsets];
      for (const { binding, resource } of bound?.entries ?? []) {
        const { buffer, offset = 0, size } = resource instanceof GPUBuffer ? { buffer: resource } : resource;
        if (!(buffer instanceof GPUBuffer)) throw new NoResult('out', 'a texture or a sampler is bound');
        const start = offset + (dynamic.shift() ?? 0);
        const bytes = buffer.bytes.subarray(start, size === undefined ? undefined : start + size);
        buffers.push({ place: `${group}.${binding}`, bytes });
      }
    }
    const { code } = module;
    const found = this.lockstep.dispatch({ code, entry: entryPoint, workgroups, overrides: constants ?? {}, buffers });
    this.findings.push(...found);
  }
}
for (const name of ['createTexture', 'createSampler', 'createRenderPipeline', 'createRenderPipelineAsync',
  'createQuerySet', 'importExternalTexture', 'createRenderBundleEncoder']) {
  GPUDevice.prototype[name] = () => {
    throw new NoResult('out', `${name}: compute on buffers only`);
  };
}

class GPUAdapter {
  constructor(limits) {
    this.features = new Set(FEATURES);
    this.limits = limits;
    this.info = { vendor: 'lockstep', architecture: 'sim', device: '', description: '', subgroupMinSize: 32, subgroupMaxSize: 32 };
  }
}

/** `navigator.gpu`: dispatches go to `lockstep`, and what it finds wrong with a kernel is added to `findings`. */
export function createGPU(lockstep, limits, findings) {
  Object.assign(globalThis, FLAGS, {
    GPUError, GPUValidationError, GPUInternalError, GPUOutOfMemoryError, GPUPipelineError, GPUBuffer, GPUDevice,
    GPUAdapter, GPUQueue, GPUCommandEncoder, GPUComputePassEncoder,
  });
  const adapter = new GPUAdapter(limits);
  adapter.requestDevice = async () => new GPUDevice(adapter, lockstep, findings);
  return { wgslLanguageFeatures: new Set(LANGUAGE_FEATURES), requestAdapter: async () => adapter };
}
