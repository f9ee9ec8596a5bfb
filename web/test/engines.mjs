// The engines of other browsers, behind one face: Firefox, driven by puppeteer, and WebKit, which Safari has, by its WebDriver.
import { spawn } from 'node:child_process';
import puppeteer from 'puppeteer-core';

const PATIENCE = 120_000;
const SOON = 100;
const soon = () => new Promise((done) => setTimeout(done, SOON));

/** Firefox, with what it said. */
export async function firefox() {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    // Where there is no GPU, Firefox has to be told to offer one.
    extraPrefsFirefox: { 'dom.webgpu.enabled': true, 'dom.webgpu.workers.enabled': true, 'gfx.webgpu.ignore-blocklist': true },
    timeout: PATIENCE,
    protocolTimeout: 600_000,
  });
  const page = await browser.newPage();
  const said = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  return {
    said,
    open: (address) => page.goto(address),
    evaluate: (script, ...args) => page.evaluate(script, ...args),
    close: () => browser.close(),
  };
}

/** WebKit, on a screen that nobody sees where there is none. */
export async function webkit() {
  const port = 20_000 + (process.pid % 20_000);
  const [program, ...args] = [...(process.env.DISPLAY ? [] : ['xvfb-run', '--auto-servernum']), 'WebKitWebDriver', `--port=${port}`];
  const driver = spawn(program, args, { stdio: 'ignore', detached: true, env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } });
  const ask = async (method, path, body) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await reply.json();
    if (!reply.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  for (const began = Date.now(); ; await soon()) {
    if (await ask('GET', '/status').then(() => true, () => false)) break;
    if (Date.now() - began > PATIENCE) throw new Error('WebKitWebDriver does not answer');
  }
  const { sessionId } = await ask('POST', '/session', { capabilities: { alwaysMatch: { timeouts: { script: PATIENCE } } } });
  const session = `/session/${sessionId}`;
  return {
    said: [],
    open: (url) => ask('POST', `${session}/url`, { url }),
    evaluate: (script, ...args) => ask('POST', `${session}/execute/async`, {
      script: `const [done, ...args] = [arguments[arguments.length - 1], ...Array.from(arguments).slice(0, -1)]; Promise.resolve((${script})(...args)).then(done);`,
      args,
    }),
    async close() {
      await ask('DELETE', session);
      process.kill(-driver.pid);
    },
  };
}

/** Waits until `script`, run in the page, says yes. */
export async function until(engine, script, ...args) {
  for (const began = Date.now(); !(await engine.evaluate(script, ...args)); await soon()) {
    if (Date.now() - began > PATIENCE) throw new Error(`it did not come to pass: ${script}, ${args}; the page says: ${await engine.evaluate(() => document.body.innerText)}`);
  }
}
