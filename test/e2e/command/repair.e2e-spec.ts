import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@pennon/config';
import { openDatabase, UnitOfWork } from '@pennon/storage';
import { type Remains } from '../../support/run-server';
import { runPennon } from '../../support/run-pennon';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';
import { attachDeeply } from './attach-deeply';

jest.setTimeout(120_000);

const flags = `
flags:
  - { key: a, name: A, type: VARIANT_FLAG_TYPE, enabled: true, variants: [{ key: va }] }
  - key: b
    name: B
    type: VARIANT_FLAG_TYPE
    enabled: true
    variants: [{ key: vb }]
    rules: [{ segment: everyone, distributions: [{ variant: vb, rollout: 100 }] }]
segments:
  - { key: everyone, name: Everyone, match_type: ALL_MATCH_TYPE }
`;

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  writeFileSync(join(database.directory, 'flags.yaml'), flags);
  expect((await pennon('import', 'flags.yaml')).exitCode).toBe(0);
});

afterEach(async () => database.remove());

async function pennon(...args: readonly string[]): Promise<Remains> {
  const { url, directory } = database;
  return runPennon(args, { directory, env: { PENNON_DB_URL: url } });
}

/** Has the rule of flag `b` distribute the variant of flag `a`, as earlier versions let it. */
async function borrow(): Promise<void> {
  const { config } = loadConfig({ env: { PENNON_DB_URL: database.url }, root: '/nonexistent' });
  const opened = await openDatabase(config.db, 'writer');
  await new UnitOfWork(opened).change('default', async ({ contents, distributions }) => {
    const { variants, distributions: rows } = await contents.read('default');
    const variantId = variants.find(({ key }) => key === 'va')?.id ?? '';
    const borrowing = rows.map((row) => ({
      ...row,
      namespaceKey: 'default',
      variantId,
      rolloutPercent: 100,
    }));
    await distributions.replaceAll(borrowing.slice(0, 1));
  });
  await opened.close();
}

async function answer(): Promise<string> {
  return (await pennon('evaluate', '--flag', 'b', '--entity', 'u1')).stdout;
}

test('repair gives a flag its own variant in place of that of another one, once', async () => {
  expect(await pennon('repair')).toMatchObject({ exitCode: 0, stdout: 'nothing has to be repaired\n' });
  await borrow();
  const before = await answer();
  expect(before).toContain('va');
  const dry = await pennon('repair', '--dry-run');
  expect(dry).toMatchObject({ exitCode: 2, stderr: '' });
  expect(dry.stdout).toMatch(
    /^namespace default: 1 would be created, 1 would be updated, 0 would be deleted\n/,
  );
  expect(dry.stdout).toContain('flag b, variant va');
  expect(await pennon('repair')).toEqual({
    exitCode: 0,
    stdout: 'namespace default: 1 created, 1 updated, 0 deleted\n',
    stderr: '',
  });
  expect(await answer()).toBe(before);
  expect(await pennon('repair', '--namespace', 'default')).toMatchObject({
    stdout: 'nothing has to be repaired\n',
  });
});

test('repair names a namespace of which no document can be made, and goes on with the others', async () => {
  await borrow();
  await attachDeeply(database.url, 'broken');
  const error =
    'pennon: error: namespace broken: attachment of variant "deep" of flag "f": is nested too deeply\n';
  expect(await pennon('repair', '--dry-run')).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('flag b, variant va') as string,
    stderr: error,
  });
  expect(await pennon('repair')).toEqual({
    exitCode: 1,
    stdout: 'namespace default: 1 created, 1 updated, 0 deleted\n',
    stderr: error,
  });
});

test('repair names a flag that has another variant of the key, and leaves it', async () => {
  writeFileSync(
    join(database.directory, 'flags.yaml'),
    flags.replace('{ key: vb }', '{ key: vb }, { key: va }'),
  );
  await pennon('import', 'flags.yaml');
  await borrow();
  expect(await pennon('repair')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'pennon: error: namespace default: Rule 1 of flag "b" distributes variant "va" of flag "a". Flag "b" has another variant ' +
      '"va": rename one of them.\n',
  });
});
