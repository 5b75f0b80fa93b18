import { addFlag } from '../../support/flags';
import { jsonOf, jsonRequest } from '../../support/http';
import { runPennon } from '../../support/run-pennon';
import type { Remains } from '../../support/run-server';
import { useServer } from '../../support/use-server';

jest.setTimeout(120_000);

const server = useServer();

/** A command that asks the server. */
async function flagCommand(name: string, ...args: readonly string[]): Promise<Remains> {
  return runPennon(['flag', name, ...args, '--address', server.url], { directory: server.directory });
}

async function set(...args: readonly string[]): Promise<Remains> {
  return flagCommand('set', ...args);
}

async function flag(key: string): Promise<unknown> {
  return jsonOf(await server.send({ path: `/api/v1/namespaces/default/flags/${key}` }));
}

test('flag set changes what is named, and says so in the words of a plan', async () => {
  await addFlag(server, { key: 'search', type: 'BOOLEAN_FLAG_TYPE', enabled: false, metadata: { old: 1 } });
  const options = ['search', '--percentage', '20', '--name', 'Find', '--metadata', 'owner=ana'];
  expect(await set(...options, '--remove-metadata', 'old', '--dry-run')).toMatchObject({
    exitCode: 2,
    stdout: [
      'namespace default: 1 would be created, 1 would be updated, 0 would be deleted',
      '  ~ flag search',
      '      name: "search" → "Find"',
      '      metadata: {"old":1} → {"owner":"ana"}',
      '  + flag search, rollout 1',
      '  flag search: 20% of entities would get another value',
      '',
    ].join('\n'),
  });
  expect(await flag('search')).toMatchObject({ name: 'search' });
  expect(await set(...options, '--remove-metadata', 'old', '--message', 'Launch')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^namespace default: 1 created, 1 updated, 0 deleted; applied as revision \d+\n$/,
    ),
  });
  expect(await flag('search')).toMatchObject({ name: 'Find', enabled: false, metadata: { owner: 'ana' } });
});

test('flag set can wait for a time, for a proposal, and for approvals', async () => {
  await addFlag(server, { key: 'later', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  const options = ['later', '--percentage', '20'];
  expect(await set(...options, '--at', '2099-12-01T09:00:00Z')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('scheduled for 2099-12-01T09:00:00Z'),
  });
  expect(await set(...options, '--propose')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/1 to be created.*waits to be applied/),
  });
  const requireApprovals = async (requiredApprovals: number): Promise<void> => {
    const path = '/api/v1/namespaces/default/policy';
    expect((await server.send(jsonRequest('PUT', path, { policy: { requiredApprovals } }))).status).toBe(200);
  };
  await requireApprovals(1);
  expect(await set(...options)).toMatchObject({
    exitCode: 2,
    stdout: expect.stringContaining('waits for 1 approval'),
  });
  await requireApprovals(0);
});

test('flag set says why a flag cannot be set', async () => {
  await addFlag(server, { key: 'on', type: 'BOOLEAN_FLAG_TYPE', enabled: true });
  expect(await set('on', '--percentage', '20')).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('flag "on" is enabled, so everyone else gets true already'),
  });
  expect(await set('gone', '--name', 'x')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('flag "gone" not found'),
  });
});

test('flag set needs a server, and something to set', async () => {
  const { directory } = server;
  expect(await runPennon(['flag', 'set', 'a', '--name', 'x'], { directory })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('flag set needs a running server'),
  });
  expect(await set('a')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('say what to set, such as --percentage 20'),
  });
});

test('flag off turns a flag off, says why, and flag on turns it on as it was', async () => {
  await addFlag(server, { key: 'pay', type: 'BOOLEAN_FLAG_TYPE' });
  const before = await flag('pay');
  expect(await flagCommand('off', 'pay', '--reason', 'fails', '--dry-run')).toMatchObject({
    exitCode: 2,
    stdout: expect.stringMatching(/\n {2}~ flag pay\n {6}off: none → \{.*"reason":"fails"\}\n/),
  });
  expect(await flag('pay')).toEqual(before);
  const options = ['--reason', 'fails', '--message', 'Stop', '--json'];
  const { exitCode, stdout } = await flagCommand('off', 'pay', ...options);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ change: { state: 'APPLIED', message: 'Stop' } });
  expect(await flag('pay')).toMatchObject({ enabled: true, off: { reason: 'fails' } });
  expect(await flagCommand('off', 'pay')).toMatchObject({ exitCode: 0 });
  expect(await flag('pay')).toMatchObject({ off: { reason: 'fails' } });
  expect(await flagCommand('on', 'pay')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/0 created, 1 updated, 0 deleted; applied as revision \d+\n$/),
  });
  expect(await flag('pay')).toEqual({ ...(before as object), updatedAt: expect.any(String) });
});

test.each(['off', 'on'])('flag %s needs a server, and a flag that there is', async (name) => {
  expect(await runPennon(['flag', name, 'a'], { directory: server.directory })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`flag ${name} needs a running server`),
  });
  expect(await flagCommand(name, 'gone')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('flag "gone" not found'),
  });
});

test('a ramp is listed, shown and moved, with times in both zones', async () => {
  await addFlag(server, { key: 'slow', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  const command = async (...args: readonly string[]): Promise<Remains> =>
    runPennon([...args, '--address', server.url], { directory: server.directory });
  await command('ramp', 'slow', '1,50,100', '--every', '24h');
  const listed = await command('changes', 'series', 'default', '--flag', 'slow', '--json');
  const { id } = JSON.parse(listed.stdout) as { readonly id: string };
  const moved = await command(
    ...['changes', 'move', 'default', id, '--at', '2099-06-01T09:00', '--zone', 'Asia/Tokyo'],
  );
  expect(moved.stderr).toBe('');
  expect(moved.stdout).toMatch(
    /\n {2}step 2: scheduled for 2099-06-01T09:00:00\+09:00 Asia\/Tokyo = 2099-06-01T/,
  );
  expect(moved.stdout).toMatch(/\n {2}step 3: scheduled 1d after the step before /);
  const shown = await command('changes', 'show', 'default', id, '--zone', 'Asia/Tokyo');
  expect(shown).toMatchObject({ exitCode: 0, stdout: moved.stdout });
});

test('a ramp is steered by its own id, and by that of each of its steps', async () => {
  await addFlag(server, { key: 'steep', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  const command = async (...args: readonly string[]): Promise<Remains> =>
    runPennon([...args, '--address', server.url], { directory: server.directory });
  const made = await command('ramp', 'steep', '1,50,100', '--every', '24h');
  const { step = '', series = '' } =
    / \(id (?<step>\S+), step 1 of (?<series>\S+)\)\n$/.exec(made.stdout)?.groups ?? {};
  for (const id of [step, series]) {
    for (const [word, state] of [
      ['pause', 'paused'],
      ['resume', 'running'],
    ] as const) {
      const { stdout } = await command('changes', word, 'default', id);
      expect(stdout).toMatch(new RegExp(`^${series}: ${state}\n`));
    }
  }
  const moved = await command('changes', 'move', 'default', step, '--every', '48h');
  expect(moved.stdout).toMatch(new RegExp(`^${series}: running\n`));
  expect(await command('changes', 'rollback', 'default', step)).toMatchObject({ exitCode: 0 });

  const single = await flagCommand('set', 'steep', '--name', 'Steep', '--propose');
  const [, id = ''] = /\(id (\S+)\)/.exec(single.stdout) ?? [];
  for (const [unknown, message] of [
    [id, `change "${id}" is not a step of a ramp`],
    ['gone', 'namespace "default" has no ramp "gone", and no change; pennon changes series lists ramps'],
  ] as const) {
    expect(await command('changes', 'pause', 'default', unknown)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(message),
    });
  }
});
