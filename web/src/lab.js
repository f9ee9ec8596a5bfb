// A lab's run, and its report: the native one's page. The supervisor runs here, what it supervises in Web Workers.
import { conduct } from '../pkg/lockstep_web.js';
import { Apart } from './apart.js';
import { at, make, save } from './dom.js';
import { keep, kept } from './keep.js';
import { load } from './module.js';
import './page.js';
import { counted, THREADS } from './threads.js';

const GPU = 'auto';
/** Where the GPU's name is kept. */
const NAME = 'gpu';
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
  if (size && !/^[1-9]\d{0,8}$/.test(size)) throw new Error(`“${size}” is not a size: write a whole number, or nothing.`);
  loaded ??= load();
  await loaded;
  const question = { lab, device: at('device').value, ...(size && { size: Number(size) }), quick: at('quick').checked, gpu: at('device').value === GPU ? at('name').value : '', predicted: predictions.map(({ value }) => value) };
  const answer = JSON.parse(await conduct(JSON.stringify(question), (request) => new Apart(request), follower));
  if (answer.error) throw new Error(answer.error);
  page = answer.page;
  const shown = new DOMParser().parseFromString(page, 'text/html').querySelector('main');
  at('result').innerHTML = answer.review ?? '';
  at('result').append(...shown.children);
  const [on, why] = question.device === GPU ? ['', ''] : counted(Apart.threads);
  return `${answer.report.variants.length} kernels on ${answer.report.device.name}${on && `, on ${on}`}${why}.`;
}

function busy(is) {
  stopped = false;
  for (const id of ['go', 'device', 'quick', 'size', 'name']) at(id).disabled = is;
  at('stop').disabled = !is;
  at('progress').hidden = !is;
  at('save').disabled = is || !page;
}

/** A browser hides what its GPU is called: by its name, which is kept for all labs, its peaks are known. */
at('name').addEventListener('change', () => keep(NAME, at('name').value));

/** This browser's GPU stands in the list where there is one, and how finely it is timed; where there is none, that is said. */
async function offerGpu() {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null);
  if (adapter) {
    at('device').append(make('option', { value: GPU }, "this browser's GPU"));
    at('name').value = kept(NAME) ?? '';
    // Where it is none, but the processor in its place, no name helps.
    const ask = () => (at('named').hidden = at('device').value !== GPU || adapter.info?.isFallbackAdapter);
    at('device').addEventListener('change', ask);
  }
  const threads = THREADS > 1 ? `${THREADS} threads` : 'one thread';
  const place = crossOriginIsolated
    ? `This page is isolated: the simulator has ${threads}, and the browser gives its finest clocks.`
    : 'This page is not isolated yet: the simulator has one thread, and clocks are coarse. Reload it for more.';
  const gpu = adapter ? 'A report on the GPU tells the smallest step of its clock.' : 'This browser offers no WebGPU: kernels run on the simulator alone.';
  at('gpu').textContent = `${place} ${gpu}`;
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
