// `npm run build`: compiles everything to dist/, unless dist/ has been made of the same sources. Every suite of tests begins
// with it.
import { spawnSync } from 'node:child_process';
import { BuiltOf } from './built-of.mjs';

const steps = ['build:server', 'build:web', 'build:bundle'];

const builtOf = new BuiltOf('.');
if (!builtOf.isCurrent) {
  builtOf.forget();
  for (const step of steps) {
    const { status, signal } = spawnSync('npm', ['run', '--silent', step], { stdio: 'inherit' });
    if (signal) process.kill(process.pid, signal);
    if (status) process.exit(status);
  }
  builtOf.remember();
}
