// A lab's run, and its report: the native one's page. The supervisor runs here, what it supervises in Web Workers.
import init, { conduct } from '../pkg/lockstep_web.js';
import { Apart } from './apart.js';
import { at, make, save } from './dom.js';
import './page.js';

const { lab } = at('form').dataset;
const predictions = [...document.querySelectorAll('.prediction')];
let loaded = null;
let page = null;
let stopped = false;

const follower = {
  cancelled: () => stopped,
  event(text) {
    const { Doing: doing, Enter: enter } = JSON.parse(text);
    if (enter) Object.assign(at('progress'), { max: enter.of, value: enter.done });
    at('status').textContent = doing ?? `${enter.variant}, ${enter.stage}`;
  },
};

async function run() {
  const size = at('size').value.trim();
  if (size && !/^[1-9]\d{0,8}$/.test(size)) throw new Error(`“${size}” is no size: write a whole number, or nothing.`);
  loaded ??= init({ module_or_path: fetch(new URL('lockstep.wasm', import.meta.url)) });
  await loaded;
  const question = { lab, device: at('device').value, ...(size && { size: Number(size) }), quick: at('quick').checked, predicted: predictions.map(({ value }) => value) };
  const answer = JSON.parse(await conduct(JSON.stringify(question), (request) => new Apart(request), follower));
  if (answer.error) throw new Error(answer.error);
  page = answer.page;
  const shown = new DOMParser().parseFromString(page, 'text/html').querySelector('main');
  at('result').innerHTML = answer.review ?? '';
  at('result').append(...shown.children);
  return `${answer.report.variants.length} kernels on ${answer.report.device.name}.`;
}

function busy(is) {
  stopped = false;
  for (const id of ['go', 'device', 'quick', 'size']) at(id).disabled = is;
  at('stop').disabled = !is;
  at('progress').hidden = !is;
  at('save').disabled = is || !page;
}

/** This browser's GPU stands in the list where there is one, and how finely it is timed; where there is none, that is said. */
async function offerGpu() {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null);
  if (adapter) at('device').append(make('option', { value: 'auto' }, "this browser's GPU"));
  const clock = crossOriginIsolated
    ? 'This page is isolated: the browser gives it its finest clocks. A report on the GPU tells their smallest step.'
    : 'This page is not isolated yet: its clocks are coarse. Reload it for finer ones; a report on the GPU tells their smallest step.';
  at('gpu').textContent = adapter ? clock : 'This browser offers no WebGPU: kernels run on the simulator alone.';
}

at('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  busy(true);
  at('progress').removeAttribute('value');
  at('status').textContent = 'It begins.';
  at('status').textContent = await run().catch((error) => error.message);
  busy(false);
});
at('stop').addEventListener('click', () => {
  stopped = true;
});
at('save').addEventListener('click', () => save(`lockstep-${lab}.html`, [page], 'text/html'));
offerGpu();
