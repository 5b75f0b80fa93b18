import { readFileSync } from 'node:fs';

/** Stage of `.ci/run` to the command that it runs. */
function stages(): ReadonlyMap<string, string> {
  const script = readFileSync('.ci/run', 'utf8');
  const oneLiners = script.matchAll(/^(\w+)\(\) \{ run (?:\.ci\/start )?(.+); \}$/gm);
  const programs = /^programs\(\) \{$[^}]*^ {2}run (\.ci\/\w+)$/m.exec(script);
  return new Map(
    [...oneLiners, ['', 'programs', programs?.[1] ?? '']].map(([, stage, command]) => [
      stage ?? '',
      command ?? '',
    ]),
  );
}

/** Command of the contributor's page to its stage of CI, or to the reason why none runs it. */
function documentedCommands(): ReadonlyMap<string, string> {
  const page = readFileSync('docs/contributing.md', 'utf8');
  const rows = page.matchAll(/^\| `([^`]+)` +\| .+ \| (.+?) +\|$/gm);
  return new Map([...rows].map(([, command, stage]) => [command ?? '', stage ?? '']));
}

it('CI runs the two commands of the README, as they are written there', () => {
  const readme = readFileSync('README.md', 'utf8');
  const commands = [...readme.matchAll(/^(npm ci) && (npm \w+) +#/gm)].flatMap(([, install, then]) => [
    install,
    then,
  ]);
  expect(commands).toEqual(['npm ci', 'npm start', 'npm ci', 'npm test']);
  const run = new Set(stages().values());
  for (const command of commands) expect(run).toContain(command);
});

it('CI runs the commands of the page for contributors, as they are written there', () => {
  const run = stages();
  const documented = documentedCommands();
  for (const [stage, command] of run) expect([stage, documented.get(command)]).toEqual([stage, stage]);
  const inStages = [...documented.values()].filter((stage) => run.has(stage));
  expect(inStages).toHaveLength(run.size);
});

it('the page for contributors has all scripts that people call', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const documented = [...documentedCommands().keys()];
  const tests = Object.keys(scripts).filter((name) => /^test(:|$)/.test(name));
  for (const name of tests) {
    expect(documented).toContain(name === 'test' ? 'npm test' : `npm run ${name}`);
  }
});

it('nothing chooses how many test files run at once but the one figure of the configuration', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const choosing = Object.entries(scripts).filter(([, script]) => script.includes('maxWorkers'));
  // Drills have the machine for themselves.
  expect(choosing.map(([name]) => name)).toEqual(['test:drills']);
  expect(readFileSync('.ci/run', 'utf8')).not.toContain('jest');
});

const GIB = 1024 ** 3;
const { workersFor } = jest.requireActual<{ workersFor: (cores: number, freeBytes: number) => number }>(
  '../../.config/jest/workers.cjs',
);

it.each([
  { cores: 2, freeGib: 22, workers: 3 },
  { cores: 2, freeGib: 4, workers: 2 },
  { cores: 8, freeGib: 64, workers: 12 },
  { cores: 8, freeGib: 12, workers: 6 },
  { cores: 64, freeGib: 256, workers: 96 },
  { cores: 64, freeGib: 24, workers: 12 },
  { cores: 1, freeGib: 1, workers: 1 },
])(
  '$cores cores and $freeGib GiB of free memory run $workers test files at once',
  ({ cores, freeGib, workers }) => {
    expect(workersFor(cores, freeGib * GIB)).toBe(workers);
  },
);
