// `npm run build:bundle`: the compiled programs in one file, and beside it the code that V8 makes of it. See ADR 24.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { bundle } from './bundle.mjs';
import { makeCodeCache } from './make-code-cache.mjs';
import { outside } from './outside.mjs';

const here = import.meta.dirname;
const directory = resolve(here, '../../dist/bundle');
const programs = join(here, 'programs.cjs');
const loader = 'load.cjs';

// No code of an earlier bundle may stay beside this one: V8 tells texts apart by their length.
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
await bundle(programs, join(directory, 'bundle.cjs'), { outside });
copyFileSync(join(here, loader), join(directory, loader));
for (const program of Object.keys(createRequire(programs)(programs))) writeLauncher(program);
await makeCodeCache(directory);

function writeLauncher(program) {
  const text = `#!/usr/bin/env node\nrequire('./${loader}').run('${program}');\n`;
  writeFileSync(join(directory, `${program}.js`), text, { mode: 0o755 });
}
