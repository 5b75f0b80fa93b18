import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describeWithPrograms } from '../support/describe-with-programs';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { freePort } from '../support/free-port';
import { apiAt, type Api } from '../support/http';
import { findProgram } from '../support/programs';
import { PENNON } from '../support/run-pennon';
import { ServerProcess } from '../support/server-process';
import { environmentOf, readUnit } from '../support/systemd/unit-file';

jest.setTimeout(60_000);

/** Stands in for /var. */
let place: string;
let log: string;
let server: ServerProcess;
let api: Api;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'pennon-systemd-'));
  for (const directory of ['lib', 'log']) mkdirSync(join(place, directory, 'pennon'), { recursive: true });
  log = join(place, 'log/pennon/pennon.log');
});

afterEach(async () => {
  server.kill('SIGKILL');
  await server.ended;
  rmSync(place, { recursive: true });
});

function inPlace(text: string): string {
  return text.replaceAll('/var/', `${place}/`);
}

/** Starts Pennon with the command and the environment of the unit, and with more settings. */
async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
  const service = readUnit('deploy/systemd/pennon.service').get('Service') ?? new Map<string, string[]>();
  const [program, ...args] = (service.get('ExecStart')?.[0] ?? '').split(' ');
  expect(program).toBe('/usr/local/bin/pennon');
  const environment = JSON.parse(inPlace(JSON.stringify(environmentOf(service)))) as Record<string, string>;
  const port = await freePort();
  server = new ServerProcess({
    executable: process.execPath,
    args: [PENNON, ...args],
    directory: place,
    env: {
      ...environment,
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: `${port}`,
      PENNON_SERVER_GRPC_PORT: '0',
      ...more,
    },
  });
  api = apiAt(`http://127.0.0.1:${port}`);
  await eventually(async () => {
    expect((await api.send({ path: '/health' })).status).toBe(200);
  });
}

function modeOf(file: string): number {
  return statSync(file).mode & 0o777;
}

test('Pennon starts as the unit says, keeps its data in the state directory, and stops in good order', async () => {
  await start();
  await addFlag(api, { key: 'kept' });
  expect(modeOf(join(place, 'lib/pennon/pennon.db'))).toBe(0o600);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const lines = server.stdout.trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { readonly M: string }).M)).toContain('stopped');
  expect(server.stderr).toBe('');
});

describeWithPrograms(['logrotate'], 'the stanza for logrotate', () => {
  /** Rotates the log; `systemctl` then sends the signal that it is told to send to the service. */
  function rotate(): void {
    const programs = join(place, 'programs');
    const stanza = join(place, 'stanza');
    mkdirSync(programs, { recursive: true });
    const systemctl = `#!/bin/sh
      [ "$*" = "kill --signal=HUP pennon.service" ] && kill -HUP ${server.pid}\n`;
    writeFileSync(join(programs, 'systemctl'), systemctl, { mode: 0o700 });
    writeFileSync(stanza, inPlace(readFileSync('deploy/systemd/pennon.logrotate', 'utf8')), { mode: 0o600 });
    execFileSync(findProgram('logrotate') ?? '', ['--force', '--state', join(place, 'state'), stanza], {
      env: { PATH: [programs, process.env.PATH].join(delimiter) },
    });
  }

  test.each(['1', '2'])('rotates the log of %s workers without losing a line', async (workers) => {
    await start({ PENNON_LOG_FILE: log, PENNON_SERVER_WORKERS: workers });
    const added: string[] = [];
    const add = async (): Promise<void> => {
      const key = `flag-${added.length}`;
      await addFlag(api, { key });
      await api.send({ path: `/api/v1/namespaces/default/flags/${key}` });
      added.push(key);
    };
    for (let rotations = 0; rotations < 2; rotations++) {
      await add();
      rotate();
      await eventually(async () => {
        await add();
        expect(readFileSync(log, 'utf8')).toContain(`flags/${added.at(-1) ?? ''}"`);
      });
    }
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const logs = ['pennon.log.2.gz', 'pennon.log.1', 'pennon.log'].map((name) =>
      join(place, 'log/pennon', name),
    );
    const written = execFileSync('zcat', ['--force', ...logs], { encoding: 'utf8' });
    for (const key of added) expect(written).toContain(`/flags/${key}"`);
    expect(logs.map(modeOf)).toEqual([0o600, 0o600, 0o600]);
  });
});
