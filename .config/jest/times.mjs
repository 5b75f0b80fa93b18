// `npm run test:times [-- arguments of jest]`: runs tests, and says what each file costs in processor time.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HELP = `Usage: npm run test:times [-- arguments of jest]

Runs the tests and lists what each file cost, in seconds of processor time:
  jest       the runner's own preparation
  load       loading the file and all it imports; modules that the worker has loaded before cost nothing
  tests      its tests and hooks, in the worker
  processes  servers and commands that it started and that have ended
  modules    how many modules the worker loaded for it

The dearest files are listed, and the sum of all. For the suites on databases, with one worker:
  npm run test:times -- --config .config/jest.services.cjs --selectProjects postgres --maxWorkers=1
`;
const MOST_FILES = 40;
const parts = ['jest', 'load', 'tests', 'processes'];

const args = process.argv.slice(2);
if (args.includes('--help')) {
  process.stdout.write(HELP);
} else {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-times-'));
  const record = join(directory, 'record');
  const { status } = spawnSync('jest', args, {
    stdio: 'inherit',
    env: { ...process.env, PENNON_TEST_TIMES: record },
  });
  report(readFileSync(record, { encoding: 'utf8', flag: 'a+' }));
  rmSync(directory, { recursive: true });
  process.exitCode = status ?? 1;
}

/** Prints the files of a record, a line of JSON each, and their sum. */
function report(record) {
  const files = record
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const cost = (file) => parts.reduce((sum, part) => sum + file[part], 0);
  const seconds = (milliseconds) => (milliseconds / 1000).toFixed(2).padStart(10);
  const row = (file, name) =>
    [
      seconds(cost(file)),
      ...parts.map((part) => seconds(file[part])),
      `${file.modules}`.padStart(8),
      ` ${name}`,
    ].join('');
  const total = Object.fromEntries(
    [...parts, 'modules'].map((part) => [part, files.reduce((sum, file) => sum + file[part], 0)]),
  );
  console.log(
    ['', 'all', ...parts]
      .map((name) => name.padStart(10))
      .join('')
      .slice(10) + ' modules',
  );
  for (const file of files.sort((a, b) => cost(b) - cost(a)).slice(0, MOST_FILES)) {
    console.log(row(file, [file.project, file.file].filter(Boolean).join(' ')));
  }
  console.log(row(total, `${files.length} files in all`));
}
