import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useAuthServer } from '../../support/auth-server';
import { jsonRequest } from '../../support/http';
import { runPennon } from '../../support/run-pennon';
import type { Remains } from '../../support/run-server';
import { marked } from '../../support/marked';

jest.setTimeout(120_000);

const server = useAuthServer();

/** A command that asks the server, as whoever shows that token. */
async function pennonAs(token: string, ...args: readonly string[]): Promise<Remains> {
  const { directory } = server;
  return runPennon([...args, '--address', server.url], { directory, env: { PENNON_TOKEN: token } });
}

async function pennon(...args: readonly string[]): Promise<Remains> {
  return pennonAs(server.bootstrapToken, ...args);
}

/** A command on the database that the server has open. */
async function beside(...args: readonly string[]): Promise<Remains> {
  const { directory, databaseUrl } = server;
  return runPennon(args, { directory, env: { PENNON_DB_URL: databaseUrl } });
}

async function send(verb: 'POST' | 'PUT', path: string, value: object, token?: string): Promise<void> {
  const answer = await server.as(token).send(jsonRequest(verb, `/api/v1/namespaces${path}`, value));
  if (answer.status !== 200) throw new Error(answer.body.toString());
}

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z`;

/** Four revisions of `shop`, by two authors: the namespace, two flags at once, a new name, and a deletion. */
beforeAll(async () => {
  const { clientToken } = await server.issue({ name: 'ana' });
  const flags = ['banner', 'colour'].map((key) => ({ key, name: key, type: 'BOOLEAN_FLAG_TYPE' }));
  const document = { version: '1.4', namespace: { key: 'shop', name: 'Shop' }, flags };
  await send('POST', '', { key: 'shop', name: 'Shop' });
  await send('POST', '/shop/document', { document: JSON.stringify(document) });
  await send('PUT', '/shop/flags/colour', { name: 'Hue', enabled: true }, clientToken);
  const deleted = await server.as().send({ verb: 'DELETE', path: '/api/v1/namespaces/shop/flags/banner' });
  expect(deleted.status).toBe(200);
});

describe('history', () => {
  test('lists who changed what, the latest first', async () => {
    const { exitCode, stdout, stderr } = await pennon('history', 'shop');
    expect([exitCode, stderr]).toEqual([0, '']);
    const lines = [
      `4  ${time}  initial_bootstrap_token  api`,
      '    - flag banner',
      `3  ${time}  ana  api`,
      '    ~ flag colour, name: "colour" → "Hue"',
      '    ~ flag colour, enabled: false → true',
      `2  ${time}  initial_bootstrap_token  import`,
      String.raw`    \+ flag banner`,
      String.raw`    \+ flag colour`,
      `1  ${time}  initial_bootstrap_token  api`,
      String.raw`    \+ namespace shop`,
    ];
    expect(stdout).toMatch(new RegExp(`^${lines.join('\n')}\n$`));
  });

  test.each([
    [
      ['--flag', 'colour'],
      ['3', '2'],
    ],
    [['--actor', 'ana'], ['3']],
    [['--actor', 'nobody'], []],
    [['--origin', 'import'], ['2']],
    [
      ['--limit', '2'],
      ['4', '3'],
    ],
  ])('leaves out what is not asked for: %p', async (args, revisions) => {
    const { exitCode, stdout } = await pennon('history', 'shop', ...args);
    expect(exitCode).toBe(0);
    expect([...stdout.matchAll(/^(\d+) /gm)].map(([, revision]) => revision)).toEqual(revisions);
  });

  test('says so when what is asked for never was', async () => {
    const { exitCode, stdout, stderr } = await pennon('history', 'shop', '--segment', 'colour');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('segment "colour"');
  });

  test('reads page by page up to its limit', async () => {
    await send('POST', '', { key: 'busy', name: 'Busy' });
    for (let index = 0; index < 120; index++) {
      await send('POST', '/busy/segments', { key: `s${index}`, name: 's' });
    }
    const revisionsOf = async (...args: readonly string[]): Promise<readonly number[]> =>
      [...(await pennon('history', 'busy', ...args)).stdout.matchAll(/^(\d+) /gm)].map((line) =>
        Number(line[1]),
      );
    expect(await revisionsOf()).toEqual(Array.from({ length: 20 }, (_, index) => 121 - index));
    expect(await revisionsOf('--limit', '110')).toEqual(
      Array.from({ length: 110 }, (_, index) => 121 - index),
    );
    expect(await revisionsOf('--limit', '1000')).toHaveLength(121);
  });

  test('shows one revision with its differences', async () => {
    const { exitCode, stdout } = await pennon('history', 'shop', '--revision', '3');
    expect(exitCode).toBe(0);
    const [head, ...rest] = stdout.split('\n');
    expect(head).toMatch(new RegExp(`^3  ${time}  ana  api$`));
    expect(rest.slice(0, 2)).toEqual(['--- shop@2 flag colour', '+++ shop@3 flag colour']);
    expect(rest.filter((line) => /^[-+] /.test(line))).toEqual([
      '-  "name": "colour",',
      '+  "name": "Hue",',
      '-  "enabled": false',
      '+  "enabled": true',
    ]);
  });

  test('is for scripts too', async () => {
    const list = await pennon('history', 'shop', '--limit', '1', '--json');
    expect(JSON.parse(list.stdout)).toMatchObject({
      revision: marked(4),
      origin: 'api',
      subjects: [{ kind: 'flag', key: 'banner', action: 'deleted' }],
    });
    const one = await pennon('history', 'shop', '--revision', '4', '--json');
    expect(JSON.parse(one.stdout)).toMatchObject({
      revision: { revision: marked(4) },
      items: [{ kind: 'flag', key: 'banner', before: expect.any(String) }],
    });
  });

  test('says what there is not', async () => {
    expect(await pennon('history', 'nowhere')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'pennon: namespace "nowhere" not found\n',
    });
    expect((await pennon('history', 'shop', '--revision', '9')).stderr).toBe(
      'pennon: revision 9 of namespace "shop" not found: the latest is 4\n',
    );
    expect((await pennonAs('bad', 'history', 'shop')).stderr).toMatch(/refuses the token/);
  });
});

describe('diff', () => {
  test('shows what differs from the latest revision, and from another one', async () => {
    const toLatest = await pennon('diff', 'shop@2');
    expect([toLatest.exitCode, toLatest.stderr]).toEqual([2, '']);
    expect(toLatest.stdout.split('\n').filter((line) => /^(---|\+\+\+|@@)/.test(line))).toEqual([
      '--- shop@2 flag banner',
      '+++ shop@4 flag banner (absent)',
      '@@ -1,6 +0,0 @@',
      '--- shop@2 flag colour',
      '+++ shop@4 flag colour',
      '@@ -1,6 +1,6 @@',
    ]);
    const back = await pennon('diff', 'shop@3', 'shop@2');
    expect(back.stdout).toContain('\n-  "name": "Hue",\n+  "name": "colour",\n');
    expect(back.stdout).not.toContain('banner');
  });

  test('says by its exit code when nothing differs', async () => {
    for (const args of [['shop@4'], ['shop@4', 'shop'], ['shop', 'shop'], ['default', 'default@latest']]) {
      expect(await pennon('diff', ...args)).toMatchObject({ exitCode: 0, stdout: '' });
    }
    expect((await pennon('diff', 'shop@4')).stderr).toBe(
      'pennon: nothing differs between shop@4 and shop@4\n',
    );
  });

  test('compares two namespaces', async () => {
    const { exitCode, stdout } = await pennon('diff', 'default', 'shop');
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(
      /^--- default@0 flag colour \(absent\)\n\+\+\+ shop@4 flag colour\n@@ -0,0 \+1,6 @@\n\+\{\n/,
    );
  });

  test('is for scripts too', async () => {
    const { exitCode, stdout } = await pennon('diff', 'shop@3', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ to: marked(4), items: [{ kind: 'flag', key: 'banner' }] });
  });

  test('says what there is not', async () => {
    expect(await pennon('diff', 'nowhere', 'shop')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'pennon: namespace "nowhere" not found\n',
    });
  });
});

describe('export --revision', () => {
  test('writes a namespace as it was, from the server and beside it', async () => {
    const past = await pennon('export', '--namespace', 'shop', '--revision', '2');
    expect(past).toMatchObject({ exitCode: 0, stderr: '' });
    expect(past.stdout).toContain('key: banner');
    expect(past.stdout).not.toContain('Hue');
    expect(await beside('export', '--namespace', 'shop', '--revision', '2')).toEqual(past);
    const file = join(server.directory, 'then.json');
    expect((await pennon('export', '-n', 'shop', '--revision', '3', '-o', file)).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('Hue');
  });

  test('says what there is not, and leaves the file that was there', async () => {
    const file = join(server.directory, 'kept.yaml');
    writeFileSync(file, 'kept');
    for (const run of [pennon, beside]) {
      for (const [revision, reason] of [
        ['0', 'namespace "shop" not found at revision 0'],
        ['9', 'revision 9 of namespace "shop" not found: the latest is 4'],
      ] as const) {
        const { exitCode, stderr } = await run('export', '-n', 'shop', '--revision', revision, '-o', file);
        expect([exitCode, stderr]).toEqual([1, `pennon: ${reason}\n`]);
      }
    }
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });
});
