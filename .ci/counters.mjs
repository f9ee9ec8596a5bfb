// Prints what the simulator's example `counters` counts, from its WebAssembly module: it yields its text byte by byte.
import { readFile } from 'node:fs/promises';

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const bytes = [];
for (let byte; (byte = instance.exports.text_byte(bytes.length)) >= 0; ) bytes.push(byte);
process.stdout.write(Buffer.from(bytes));
