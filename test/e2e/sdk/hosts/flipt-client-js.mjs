import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { serve } from './serve.mjs';

const { resolve } = createRequire(import.meta.url);

const clients = new Map();

serve({
  /** Makes a client by that name, and has it fetch the snapshot. */
  async open(name, library, entry, options) {
    const { FliptClient } = await import(entry === 'node' ? library : `${library}/${entry}`);
    clients.set(name, await FliptClient.init(options, await engineFor(library, entry)));
  },
  /** Calls a method of a client. */
  use: (name, method, ...args) => clients.get(name)[method](...args),
});

/** The slim entry comes without the engine, and takes it from the application. */
async function engineFor(library, entry) {
  return entry === 'slim' ? { wasm: await readFile(resolve(`${library}/engine.wasm`)) } : undefined;
}
