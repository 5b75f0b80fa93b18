import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Remains } from '../../support/run-server';
import { runPennon } from '../../support/run-pennon';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';
import { attachDeeply } from './attach-deeply';

jest.setTimeout(120_000);

/** A flag whose answer depends on a property, in the smallest document that says so. */
const shop = `
flags:
  - key: checkout
    name: Checkout
    type: VARIANT_FLAG_TYPE
    enabled: true
    variants: [{ key: classic }, { key: express, attachment: { steps: 1 } }]
    rules:
      - { segment: pros, distributions: [{ variant: express, rollout: 100 }] }
segments:
  - key: pros
    name: Pros
    match_type: ALL_MATCH_TYPE
    constraints: [{ type: STRING_COMPARISON_TYPE, property: plan, operator: eq, value: pro }]
`;

/** Another namespace, in JSON. */
const team = JSON.stringify({
  namespace: { key: 'team', name: 'Team' },
  flags: [{ key: 'beta', name: 'Beta', type: 'BOOLEAN_FLAG_TYPE', enabled: true }],
});

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  write('shop.yaml', shop);
});

afterEach(async () => database.remove());

function write(name: string, text: string): void {
  writeFileSync(join(database.directory, name), text);
}

async function pennon(...args: readonly string[]): Promise<Remains> {
  return pennonReading('', ...args);
}

async function pennonReading(input: string, ...args: readonly string[]): Promise<Remains> {
  const { url, directory } = database;
  return runPennon(args, { directory, env: { PENNON_DB_URL: url }, input });
}

test('a document is imported into a database that was not there, and a flag of it evaluated', async () => {
  expect(await pennon('import', 'shop.yaml')).toEqual({
    exitCode: 0,
    stdout: 'namespace default: 2 created, 0 updated, 0 deleted\n',
    stderr: '',
  });
  const evaluate = ['evaluate', '--flag', 'checkout', '--entity', 'u1', '--context'] as const;
  expect(await pennon(...evaluate, 'plan=pro')).toEqual({
    exitCode: 0,
    stdout: 'checkout: express\n  reason: match\n  segments: pros\n  attachment: {"steps":1}\n',
    stderr: '',
  });
  const inWords = await pennon(...evaluate, 'plan=free', '--json');
  expect([inWords.exitCode, JSON.parse(inWords.stdout)]).toEqual([
    0,
    expect.objectContaining({
      match: false,
      flagKey: 'checkout',
      variantKey: '',
      reason: 'UNKNOWN_EVALUATION_REASON',
      segmentKeys: [],
    }),
  ]);
  expect(await pennon('evaluate', '-f', 'nothing', '-e', 'u1')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'pennon: flag "default/nothing" not found\n',
  });
});

test('a second import changes nothing; a dry run tells what one would change', async () => {
  expect((await pennon('import', 'shop.yaml')).exitCode).toBe(0);
  const again = await pennon('import', 'shop.yaml');
  expect([again.exitCode, again.stdout]).toEqual([0, 'namespace default: nothing to change\n']);
  const same = await pennon('import', '--dry-run', 'shop.yaml');
  expect([same.exitCode, same.stdout]).toEqual([0, 'namespace default: nothing to change\n']);

  write('changed.yaml', shop.replace('name: Checkout', 'name: Till').replace('value: pro }', 'value: max }'));
  const dryRun = await pennon('import', '--dry-run', 'changed.yaml');
  expect([dryRun.exitCode, dryRun.stderr]).toEqual([2, '']);
  expect(dryRun.stdout).toContain('  ~ flag checkout\n      name: "Checkout" → "Till"\n');
  expect((await pennon('import', '--dry-run', 'shop.yaml')).exitCode).toBe(0);
  const lines = (await pennon('import', '--dry-run', '--json', 'changed.yaml')).stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ namespace: 'default', dryRun: true, create: 0, delete: 0 }),
  ]);
});

test('what is exported can be imported, and gives the same text again, in both formats', async () => {
  write('team.json', team);
  expect((await pennon('import', 'shop.yaml', 'team.json')).exitCode).toBe(0);
  const yaml = await pennon('export');
  expect([yaml.exitCode, yaml.stderr]).toEqual([0, '']);
  expect(yaml.stdout).toMatch(/^version: "1\.4"\nnamespace:\n {2}key: default\n/);
  expect(yaml.stdout).toContain('\n---\nnamespace:\n  key: team\n');
  const same = await pennonReading(yaml.stdout, 'import', '-');
  expect(same).toEqual({
    exitCode: 0,
    stdout: 'namespace default: nothing to change\nnamespace team: nothing to change\n',
    stderr: '',
  });
  const json = await pennon('export', '--format', 'json', '--namespace', 'team,default');
  expect(
    json.stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { namespace: unknown }).namespace),
  ).toEqual([expect.objectContaining({ key: 'team' }), expect.objectContaining({ key: 'default' })]);
  expect((await pennonReading(json.stdout, 'import', '-', '--format', 'json', '--prune')).stdout).toBe(
    'namespace team: nothing to change\nnamespace default: nothing to change\n',
  );
});

test('an export goes into a file, whole, in the format of its name', async () => {
  write('team.json', team);
  await pennon('import', 'team.json', 'shop.yaml');
  write('out.json', 'before');
  expect(await pennon('export', '-o', 'out.json', '-n', 'team')).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
  expect(JSON.parse(readFileSync(join(database.directory, 'out.json'), 'utf8'))).toMatchObject({
    version: '1.4',
    flags: [{ key: 'beta' }],
  });
  const failed = await pennon('export', '-o', 'out.json', '-n', 'team', '-n', 'nobody');
  expect(failed).toEqual({ exitCode: 1, stdout: '', stderr: 'pennon: namespace "nobody" not found\n' });
  expect(readFileSync(join(database.directory, 'out.json'), 'utf8')).toContain('"beta"');
  expect(readdirSync(database.directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  const nowhere = await pennon('export', '-o', 'absent/out.yaml');
  expect(nowhere).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'pennon: cannot write absent/out.yaml: no such file or directory\n',
  });
});

test('what is not valid anywhere changes nothing, and is told with file, line and column', async () => {
  write('bad.yaml', 'namespace: other\nflags:\n  - { key: one, name: One, enabled: maybe }\n');
  const { exitCode, stdout, stderr } = await pennon('import', 'shop.yaml', 'bad.yaml');
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^pennon: the input is not valid, and nothing was changed\nbad\.yaml:3:\d+: flags\[0\]\.enabled: /,
  );
  // The database was not even opened.
  expect(readdirSync(database.directory).sort()).toEqual(['bad.yaml', 'shop.yaml']);
});

test.each(['', '# the template failed\n', '{}'])(
  'a file that holds only %j is refused by name',
  async (text) => {
    write('empty.yaml', text);
    const { exitCode, stdout, stderr } = await pennon('import', 'shop.yaml', 'empty.yaml');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('\nempty.yaml:1:1: the document is empty; ');
    const piped = await pennonReading(text, 'import', '-');
    expect([piped.exitCode, piped.stdout]).toEqual([1, '']);
    expect(piped.stderr).toContain('\n<stdin>:1:1: the document is empty; ');
    expect(readdirSync(database.directory).sort()).toEqual(['empty.yaml', 'shop.yaml']);
  },
);

test('documents of one namespace in several files are one import, also when it prunes', async () => {
  write('one.yaml', 'namespace: parts\nflags: [{ key: one, name: One }]\n');
  write('two.yaml', 'namespace: parts\nflags: [{ key: two, name: Two }]\n');
  expect((await pennon('import', 'one.yaml', 'two.yaml')).stdout).toBe(
    'namespace parts: 3 created, 0 updated, 0 deleted\n',
  );
  expect((await pennon('import', '--prune', 'one.yaml', 'two.yaml')).stdout).toBe(
    'namespace parts: nothing to change\n',
  );
});

test('without a terminal nothing is deleted unless --yes is given', async () => {
  write('one.yaml', 'namespace: parts\nflags: [{ key: one, name: One }, { key: two, name: Two }]\n');
  await pennon('import', 'one.yaml');
  write('one.yaml', 'namespace: parts\nflags: [{ key: one, name: One }]\n');
  expect((await pennon('import', 'one.yaml')).stdout).toBe('namespace parts: nothing to change\n');
  const refused = await pennon('import', '--prune', 'one.yaml');
  expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(
    /^pennon: this import deletes one thing from \S+, and nobody is there to be asked: say --yes; nothing was changed\n {2}- namespace parts: flag two\n$/,
  );
  expect((await pennon('export', '-n', 'parts')).stdout).toContain('key: two');
  expect(await pennon('import', '--prune', '--yes', 'one.yaml')).toMatchObject({
    exitCode: 0,
    stdout: 'namespace parts: 0 created, 0 updated, 1 deleted\n',
  });
});

test('a flag whose type changes is deleted and made anew, which is asked for too', async () => {
  write('one.yaml', 'flags: [{ key: one, name: One }]\n');
  await pennon('import', 'one.yaml');
  write('one.yaml', 'flags: [{ key: one, name: One, type: BOOLEAN_FLAG_TYPE }]\n');
  expect((await pennon('import', 'one.yaml')).stderr).toContain('this import deletes one thing');
  // What exists is left alone then.
  expect((await pennon('import', '--skip-existing', 'one.yaml')).exitCode).toBe(0);
  expect(await pennon('import', '--yes', '--json', 'one.yaml')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^\{"namespace":"default","dryRun":false,.*"delete":1\}\n$/),
  });
});

test('settings that allow no change are respected, and a database that is not there is not made', async () => {
  const env = { PENNON_DB_URL: database.url, PENNON_STORAGE_READ_ONLY: 'true' };
  const refused = await runPennon(['import', 'shop.yaml'], { directory: database.directory, env });
  expect(refused).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'pennon: storage.read_only is on: nothing may be changed with these settings\n',
  });
  for (const args of [['export'], ['evaluate', '-f', 'a', '-e', 'b'], ['token', 'list']]) {
    const { exitCode, stdout, stderr } = await pennon(...args);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^pennon: the database \S+ is not there yet\n$/);
  }
  expect(readdirSync(database.directory)).toEqual(['shop.yaml']);
});

test('a namespace that no document can hold is named, and the others are exported', async () => {
  await pennon('import', 'shop.yaml');
  await attachDeeply(database.url, 'broken');
  write('team.json', team);
  await pennon('import', 'team.json');
  const error = 'attachment of variant "deep" of flag "f": is nested too deeply';
  const all = await pennon('export');
  expect([all.exitCode, all.stderr]).toEqual([1, `pennon: error: namespace broken: ${error}\n`]);
  expect(all.stdout).toBe((await pennon('export', '--namespace', 'default,team')).stdout);
  const toFile = await pennon('export', '--output', 'all.yaml');
  expect([toFile.exitCode, toFile.stderr]).toEqual([1, all.stderr]);
  const keys = /^ {2}key: (.*)$/gm;
  const written = readFileSync(join(database.directory, 'all.yaml'), 'utf8');
  expect([...written.matchAll(keys)].map(([, key]) => key)).toEqual(['default', 'team']);
  // Nothing is left to write, so the file stays as it is.
  expect(await pennon('export', '--namespace', 'broken', '--output', 'all.yaml')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `pennon: ${error}\n`,
  });
  expect(readFileSync(join(database.directory, 'all.yaml'), 'utf8')).toBe(written);
});
