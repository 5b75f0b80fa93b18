import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Plugin } from 'vite';

/** Text; fonts are compressed already. */
const compressible = /\.(css|html|js|json|svg|txt)$/;

/** Smaller files are sent as they are: they fit into the first packet anyway. Bytes. */
const THRESHOLD = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes `.br` and `.gz` beside what is built, as small as they can be, so that the server never has to. */
export function compress(): Plugin {
  return {
    name: 'pennon:compress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => compressible.test(name));
      await Promise.all(names.map(async (name) => compressFile(join(dir, name))));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const plain = await readFile(file);
  if (plain.byteLength < THRESHOLD) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength };
  await writeFile(`${file}.br`, await toBrotli(plain, { params }));
  await writeFile(`${file}.gz`, await toGzip(plain, { level: constants.Z_BEST_COMPRESSION }));
}
