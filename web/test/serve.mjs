// The built site, served as any host of plain files would.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm' };
export const dist = new URL('../dist/', import.meta.url);

/** A server that listens to nobody but this machine, once it does; resolves to itself. */
export const listening = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
export const port = (server) => server.address().port;

/** Serves it, with what `before` has for a script before the script's own. */
export function serve(before = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://x').pathname.slice(1);
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    try {
      const bytes = await readFile(new URL(file, dist));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] }).end(before[file] ? before[file] + bytes : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return listening(server);
}
