import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useAuthServer } from '../../support/auth-server';
import { jsonOf, jsonRequest } from '../../support/http';
import { runPennon } from '../../support/run-pennon';
import type { Remains } from '../../support/run-server';
import { marked } from '../../support/marked';

jest.setTimeout(120_000);

const server = useAuthServer({ PENNON_AUTHORIZATION_REQUIRED: 'true' });

let ana: string;
let bob: string;

beforeAll(async () => {
  // Programs review in a role of their own.
  const roles = { 'io.service.auth.role': 'admin, approver' };
  ana = (await server.issue({ name: 'ana', metadata: roles })).clientToken;
  bob = (await server.issue({ name: 'bob', metadata: roles })).clientToken;
});

/** A command that asks the server, as whoever shows that token. */
async function pennonAs(token: string, ...args: readonly string[]): Promise<Remains> {
  const { directory } = server;
  return runPennon([...args, '--address', server.url], { directory, env: { PENNON_TOKEN: token } });
}

async function pennon(...args: readonly string[]): Promise<Remains> {
  return pennonAs(ana, ...args);
}

async function send(verb: 'POST' | 'PUT', path: string, value: object): Promise<void> {
  const answer = await server.as(ana).send(jsonRequest(verb, `/api/v1/namespaces${path}`, value));
  if (answer.status !== 200) throw new Error(answer.body.toString());
}

/** The name of a flag; undefined when there is none. */
async function nameOf(namespaceKey: string, flagKey: string): Promise<string | undefined> {
  const path = `/api/v1/namespaces/${namespaceKey}/flags/${flagKey}`;
  const answer = await server.as(ana).send({ path });
  return answer.status === 404 ? undefined : (jsonOf(answer) as { readonly name: string }).name;
}

/** Writes a document of one flag. @returns its file. */
function documentOf(namespaceKey: string, name: string): string {
  const flags = [{ key: 'colour', name, type: 'BOOLEAN_FLAG_TYPE' }];
  const document = { version: '1.4', namespace: { key: namespaceKey, name: namespaceKey }, flags };
  const file = join(server.directory, `${namespaceKey}.json`);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** The id of a change, out of what a command wrote. */
function idIn({ stdout }: Remains): string {
  const [, id = ''] = /\(id (\S+)\)/.exec(stdout) ?? [];
  expect(id).not.toBe('');
  return id;
}

let count = 0;
let shop: string;

/** A namespace for each test, with a flag: two revisions. */
beforeEach(async () => {
  count++;
  shop = `shop-${count}`;
  await send('POST', '', { key: shop, name: shop });
  await send('POST', `/${shop}/flags`, { key: 'colour', name: 'Colour', type: 'BOOLEAN_FLAG_TYPE' });
});

test('in an emergency, commands change flags without approvals, and say why', async () => {
  await send('PUT', `/${shop}/flags/colour`, { name: 'Hue' });
  const policy = { requiredApprovals: 1, bypass: ['admin'] };
  await send('PUT', `/${shop}/policy`, { policy });
  const bypass = ['--bypass-review', 'it burns'];
  expect(await pennon('revert', shop, '3')).toMatchObject({ exitCode: 2 });
  expect(await pennon('revert', shop, '3', ...bypass)).toMatchObject({ exitCode: 0 });
  expect(await nameOf(shop, 'colour')).toBe('Colour');
  const proposed = await pennon('import', documentOf(shop, 'Tint'), '--propose');
  expect(await pennon('changes', 'apply', shop, idIn(proposed), ...bypass)).toMatchObject({ exitCode: 0 });
  expect(await pennon('import', documentOf(shop, 'Shade'), ...bypass)).toMatchObject({ exitCode: 0 });
  expect(await nameOf(shop, 'colour')).toBe('Shade');
  const { stdout } = await pennon('history', shop);
  expect(stdout.split('review bypassed: it burns')).toHaveLength(4);
  const unsendable = await pennon('revert', shop, '3', '--bypass-review', 'es brennt – schnell');
  expect(unsendable).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('--bypass-review must be a reason in printable ASCII') as string,
  });
});

describe('revert', () => {
  beforeEach(async () => {
    await send('PUT', `/${shop}/flags/colour`, { name: 'Hue' });
  });

  test('tells what it would do, and does it', async () => {
    const dry = await pennon('revert', shop, '3', '--dry-run');
    expect(dry).toMatchObject({ exitCode: 2, stderr: '' });
    expect(dry.stdout).toMatch(
      /: 0 would be created, 1 would be updated, 0 would be deleted\n {2}~ flag colour\n {6}name: /,
    );
    expect(await nameOf(shop, 'colour')).toBe('Hue');
    const done = await pennon('revert', shop, '3', '--message', 'Too slow');
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    expect(done.stdout).toMatch(/applied as revision 4\n$/);
    expect(await nameOf(shop, 'colour')).toBe('Colour');
    expect((await pennon('history', shop, '--limit', '1')).stdout).toMatch(
      /^4 {2}\S+ {2}ana {2}restore {2}Too slow\n {4}~ flag colour, name: "Hue" → "Colour"\n$/,
    );
  });

  test('names every conflict, and restores what is in conflict with --onto-latest', async () => {
    await send('PUT', `/${shop}/flags/colour`, { name: 'Tint' });
    const refused = await pennon('revert', shop, '3');
    expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('flag colour: name was changed in revision 4 by ana\n');
    expect(refused.stderr).toContain('say --onto-latest');
    expect(await nameOf(shop, 'colour')).toBe('Tint');
    expect(await pennon('revert', shop, '3', '--onto-latest')).toMatchObject({ exitCode: 0 });
    expect(await nameOf(shop, 'colour')).toBe('Colour');
  });

  test('waits with --propose', async () => {
    const { exitCode, stdout } = await pennon('revert', shop, '3', '--propose');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/waits to be applied \(id \S+\)\n$/)]);
    expect(await nameOf(shop, 'colour')).toBe('Hue');
  });

  test('says that there is no such revision', async () => {
    const { exitCode, stderr } = await pennon('revert', shop, '9');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('revision 9')]);
  });
});

describe('promote', () => {
  test('brings flags to another namespace', async () => {
    await send('POST', `/${shop}/flags`, { key: 'size', name: 'Size', type: 'BOOLEAN_FLAG_TYPE' });
    const to = `${shop}-live`;
    await send('POST', '', { key: to, name: to });
    const dry = await pennon('promote', shop, to, '--dry-run');
    expect(dry.exitCode).toBe(2);
    expect(dry.stdout).toMatch(/: 2 would be created, .*\n {2}\+ flag colour\n/);
    const one = await pennon('promote', shop, to, '--flag', 'size', '--message', 'Sizes');
    expect(one).toMatchObject({ exitCode: 0, stderr: '' });
    expect(one.stdout).toMatch(/: 1 created, .*; applied as revision 2\n$/);
    expect([await nameOf(to, 'size'), await nameOf(to, 'colour')]).toEqual(['Size', undefined]);
    expect(await pennon('promote', shop, to)).toMatchObject({ exitCode: 0 });
    expect(await pennon('promote', shop, to, '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout: `namespace ${to}: nothing to change\n`,
    });
    expect((await pennon('history', to, '--origin', 'promotion')).stdout).toMatch(
      /^3 .*\n.*\n2 .* {2}Sizes\n/,
    );
  });

  test('waits for its time', async () => {
    const to = `${shop}-live`;
    await send('POST', '', { key: to, name: to });
    const made = await pennon('promote', shop, to, '--at', '2999-12-01T09:00:00+01:00');
    expect(made.exitCode).toBe(0);
    expect(made.stdout).toMatch(/; scheduled for 2999-12-01T08:00:00Z \(id \S+\)\n$/);
    const id = idIn(made);
    expect(await nameOf(to, 'colour')).toBeUndefined();
    expect((await pennon('changes', 'list', to, '--state', 'scheduled')).stdout).toMatch(
      new RegExp(`^${id}  \\S+  ana  scheduled for 2999-12-01T08:00:00Z\n$`),
    );
    expect(await pennon('changes', 'cancel', to, id, '--reason', 'no')).toMatchObject({
      exitCode: 0,
      stdout: `namespace ${to}: cancelled: no (id ${id})\n`,
    });
    expect((await pennon('changes', 'list', to, '--state', 'scheduled')).stdout).toBe('');
    expect((await pennon('changes', 'apply', to, id)).exitCode).toBe(1);
  });
});

describe('import', () => {
  test('with a message is a change that says why', async () => {
    const done = await pennon('import', documentOf(shop, 'Hue'), '--message', 'New names');
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    expect(done.stdout).toMatch(/: 0 created, 1 updated, 0 deleted; applied as revision 3\n$/);
    expect((await pennon('history', shop, '--limit', '1')).stdout).toMatch(/^3 .* {2}New names\n/);
    expect(await pennon('import', documentOf(shop, 'Hue'), '--message', 'x', '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout: `namespace ${shop}: nothing to change\n`,
    });
  });

  test('asks before a change deletes something', async () => {
    const rollouts = { rank: 1, threshold: { percentage: 50, value: true } };
    await send('POST', `/${shop}/flags/colour/rollouts`, rollouts);
    const file = documentOf(shop, 'Colour');
    const { exitCode, stderr } = await pennon('import', file, '--propose');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('this import deletes one thing')]);
    expect(await pennon('import', file, '--propose', '--yes')).toMatchObject({ exitCode: 0 });
  });

  test('proposes, and the change is shown and applied', async () => {
    const made = await pennon('import', documentOf(shop, 'Hue'), '--propose');
    expect(made.exitCode).toBe(0);
    const id = idIn(made);
    expect(await nameOf(shop, 'colour')).toBe('Colour');
    const shown = await pennonAs(bob, 'changes', 'show', shop, id);
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toMatch(new RegExp(`^${id}: waits .*\n  author: ana\n  created: \\S+\n`));
    expect(shown.stdout).toContain('\n  based on: revision 2\n');
    expect(shown.stdout).toContain(`\n--- ${shop} flag colour\n+++ change flag colour\n`);
    expect(shown.stdout).toContain('\n-  "name": "Colour",\n+  "name": "Hue",\n');
    const applied = await pennonAs(bob, 'changes', 'apply', shop, id);
    expect(applied.exitCode).toBe(0);
    expect(applied.stdout).toMatch(new RegExp(`applied as revision 3 \\(id ${id}\\)\n$`));
    expect(await nameOf(shop, 'colour')).toBe('Hue');
    const json = await pennon('changes', 'show', shop, id, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ change: { id, state: 'APPLIED', revision: marked(3) } });
  });
});

describe('a namespace that requires an approval', () => {
  beforeEach(async () => {
    await send('PUT', `/${shop}/policy`, { policy: { requiredApprovals: 1, restrictDirectWrites: false } });
  });

  test('applies a change once somebody else has approved it', async () => {
    const made = await pennon('import', documentOf(shop, 'Hue'), '--message', 'why');
    // It was to be applied now.
    expect(made.exitCode).toBe(2);
    expect(made.stdout).toMatch(/; waits for 1 approval \(id \S+\)\n$/);
    const id = idIn(made);
    expect((await pennon('changes', 'approve', shop, id)).exitCode).toBe(1);
    const approved = await pennonAs(bob, 'changes', 'approve', shop, id, '--comment', 'Good');
    expect(approved.exitCode).toBe(0);
    expect(approved.stdout).toMatch(new RegExp(`applied as revision 3 \\(id ${id}\\)\n$`));
    expect(await nameOf(shop, 'colour')).toBe('Hue');
    expect((await pennon('changes', 'show', shop, id)).stdout).toMatch(/\n {2}approved by bob, \S+: Good\n/);
  });

  test('does not apply a change that was rejected', async () => {
    const id = idIn(await pennon('import', documentOf(shop, 'Hue'), '--propose'));
    const rejected = await pennonAs(bob, 'changes', 'reject', shop, id, '--comment', 'No');
    expect(rejected.exitCode).toBe(0);
    expect(rejected.stdout).toMatch(new RegExp(`^namespace ${shop}: rejected.* \\(id ${id}\\)\n$`));
    expect((await pennon('changes', 'apply', shop, id)).exitCode).toBe(1);
    expect(await nameOf(shop, 'colour')).toBe('Colour');
    expect((await pennon('changes', 'list', shop, '--state', 'rejected')).stdout).toContain(id);
  });

  test('lets a revert wait as well', async () => {
    await send('PUT', `/${shop}/flags/colour`, { name: 'Hue' });
    const { exitCode, stdout } = await pennon('revert', shop, '3');
    expect([exitCode, stdout]).toEqual([2, expect.stringMatching(/waits for 1 approval \(id \S+\)\n$/)]);
    expect(await nameOf(shop, 'colour')).toBe('Hue');
  });
});
