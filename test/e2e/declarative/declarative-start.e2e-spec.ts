import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishByHand, PUBLISHED_FLAG } from '../../drills/support/publish-by-hand';
import { eventually } from '../../support/eventually';
import { apiAt, jsonOf, jsonRequest } from '../../support/http';
import { MetricsPage } from '../../support/metrics';
import { GrpcHealthClient } from '../../support/grpc-health-client';
import { expectWaiting, fixedDoors } from '../../support/waiting-reader';
import { startServer } from '../../support/server';
import { ServerProcess } from '../../support/server-process';
import { useProcess, useServer } from '../../support/use-server';
import { authEnv, withTokens } from '../../support/auth-server';
import { BUCKET, useBucket } from './support/use-bucket';

jest.setTimeout(90_000);

const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: PUBLISHED_FLAG, entityId: 'me' });

type Settings = Readonly<Record<string, string>>;

let directory: string;
let started: ServerProcess[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pennon-start-'));
  started = [];
});

// Nothing that a failed test leaves behind lives on.
afterEach(async () => {
  for (const each of started) {
    each.kill('SIGKILL');
    await each.ended;
  }
  await rm(directory, { recursive: true, force: true });
});

function start(app: 'reader' | 'writer', env: Settings): ServerProcess {
  const process = new ServerProcess({
    app,
    directory,
    env: {
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: '0',
      PENNON_SERVER_GRPC_PORT: '0',
      PENNON_LOG_ENCODING: 'json',
      ...env,
    },
  });
  started.push(process);
  return process;
}

function localSettings(): Settings {
  return {
    PENNON_STORAGE_TYPE: 'local',
    PENNON_STORAGE_LOCAL_PATH: directory,
    PENNON_STORAGE_LOCAL_POLL_INTERVAL: '100ms',
  };
}

async function urlOf(server: ServerProcess): Promise<string> {
  const [, url = ''] = await server.wrote(/"url":"([^"]+)"/);
  return url;
}

describe('a reader of a bucket', () => {
  const bucket = useBucket();

  test('waits for a bucket and for a publication, says so, and starts when they are there', async () => {
    bucket.server.deleteBucket(BUCKET);
    const reader = start('reader', bucket.readerEnv);
    await reader.wrote(/"L":"WARN".*bucket.*"M":"waiting for the documents of flags"/i);
    bucket.server.createBucket(BUCKET);
    await reader.wrote(/no document in s3:\/\/flags\/prod.*"M":"waiting for the documents of flags"/);
    await publishByHand(bucket.server, BUCKET, { revision: 5, enabled: true });
    const answer = await apiAt(await urlOf(reader)).send(question);
    expect(jsonOf(answer)).toMatchObject({ enabled: true });
    reader.kill('SIGTERM');
    expect(await reader.ended).toBe(0);
  });

  test('starts from its directory while the bucket is away, and follows the bucket when it is back', async () => {
    const env = { ...bucket.readerEnv, PENNON_SNAPSHOT_DIRECTORY: join(directory, 'snapshots') };
    await publishByHand(bucket.server, BUCKET, { revision: 7, enabled: true });
    const first = start('reader', env);
    await urlOf(first);
    first.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    bucket.proxy.inject({ status: 503 });
    const second = start('reader', env);
    const api = apiAt(await urlOf(second));
    expect(jsonOf(await api.send(question))).toMatchObject({ enabled: true });
    await publishByHand(bucket.server, BUCKET, { revision: 8, enabled: false });
    bucket.proxy.heal();
    await eventually(async () => {
      expect(jsonOf(await api.send(question))).toMatchObject({ enabled: false });
    });
  });

  test('refuses to start with client tokens when none are published', async () => {
    await publishByHand(bucket.server, BUCKET, { revision: 9, enabled: true });
    const reader = start('reader', { ...bucket.readerEnv, ...authEnv });
    expect(await reader.ended).toBe(1);
    expect(reader.stderr).toContain('there are no client tokens in s3://flags/prod');
    expect(reader.stderr).toContain('export.include_token_hashes');
  });
});

describe('a reader of files', () => {
  test('listens while it waits for a file that is broken, and its log says where', async () => {
    const file = join(directory, 'features.yml');
    await writeFile(file, 'flags:\n  - key: a b\n    name: A\n');
    const doors = await fixedDoors();
    const reader = start('reader', { ...localSettings(), ...doors.env, PENNON_SERVER_WORKERS: '2' });
    await reader.wrote(/features\.yml:2:10: flags\[0\]\.key.*"M":"waiting for the documents of flags"/);
    // Where it is broken is for the log alone: anybody can ask.
    await expectWaiting(doors, /NOT_SERVING: waiting for the documents of flags: see the log$/);
    await writeFile(file, 'flags:\n  - { key: a, name: A }\n');
    expect((await apiAt(await urlOf(reader)).send({ path: '/health' })).status).toBe(200);
    const health = new GrpcHealthClient(doors.grpcAddress);
    expect(await health.check()).toEqual({ status: 'SERVING' });
    health.close();
  });

  test('serves the namespaces of good files beside a broken one, and tells of it', async () => {
    const put = async (name: string, text: string): Promise<void> => writeFile(join(directory, name), text);
    const flagIn = (namespace: string, operator: string): string => `namespace: ${namespace}
flags:
  - { key: f, name: F, type: BOOLEAN_FLAG_TYPE, rollouts: [{ segment: { key: s, value: true } }] }
segments:
  - key: s
    name: S
    match_type: ALL_MATCH_TYPE
    constraints:
      - { type: ENTITY_ID_COMPARISON_TYPE, property: entityId, operator: ${operator}, value: emp- }
`;
    await put('shop.features.yml', flagIn('shop', 'prefix'));
    await put('lost.features.yml', flagIn('lost', 'startswith'));
    const reader = start('reader', localSettings());
    const api = apiAt(await urlOf(reader));
    const ask = async (namespaceKey: string, entityId: string): Promise<object> => {
      const answer = await api.send(
        jsonRequest('POST', '/evaluate/v1/boolean', { namespaceKey, flagKey: 'f', entityId }),
      );
      const { enabled, message } = jsonOf(answer) as { enabled?: boolean; message?: string };
      return { status: answer.status, enabled, message };
    };
    const served = (enabled: boolean): object => ({ status: 200, enabled });
    expect(await Promise.all(['emp-7', 'x-1'].map(async (id) => ask('shop', id)))).toEqual([
      served(true),
      served(false),
    ]);
    expect(await ask('lost', 'emp-7')).toMatchObject({
      status: 503,
      message: expect.stringMatching(/^lost\.features\.yml:9:.*did you mean prefix\?/) as string,
    });
    await reader.wrote(/lost\.features\.yml:9:.*"M":"some namespaces cannot be read/);
    const metrics = new MetricsPage(String((await api.send({ path: '/metrics' })).body));
    expect(metrics.sum('pennon_snapshot_refused_namespaces')).toBe(1);
    // The directory itself can be read.
    expect(metrics.sum('pennon_dependency_up', { dependency: 'directory' })).toBe(1);
    await put('lost.features.yml', flagIn('lost', 'suffix'));
    await eventually(async () => {
      expect(await ask('lost', '7emp-')).toEqual(served(true));
    });
    await put('lost.features.yml', '');
    await put('shop.features.yml', flagIn('shop', 'notcontains'));
    await eventually(async () => {
      expect(await ask('shop', 'x-1')).toEqual(served(true));
    });
    expect(await ask('lost', '7emp-')).toEqual(served(true));
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends with exit code 0 while it waits: %s', async (signal) => {
    const reader = start('reader', localSettings());
    await reader.wrote(/"M":"waiting for the documents of flags"/);
    reader.kill(signal);
    expect(await reader.ended).toBe(0);
    expect(reader.stderr).toBe('');
  });
});

describe('a writer', () => {
  test('refuses to start on files', async () => {
    const writer = start('writer', localSettings());
    expect(await writer.ended).toBe(1);
    expect(writer.stderr).toContain('storage.type = "local": is read by readers only, and this is a writer');
  });
});

describe('a reader that wants to know who calls, beside a writer that publishes client tokens', () => {
  const bucket = useBucket();
  const writer = withTokens(
    useServer(() => ({ ...authEnv, ...bucket.writerEnv, PENNON_EXPORT_INCLUDE_TOKEN_HASHES: 'true' })),
  );
  const reader = withTokens(
    useProcess(async () => {
      await eventually(async () => {
        expect(bucket.server.keys(BUCKET)).toContain('prod/manifest.json');
        return Promise.resolve();
      });
      return startServer({ tier: 'reader', env: { ...authEnv, ...bucket.readerEnv } });
    }),
  );
  const anything = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'none', entityId: 'me' });

  test('accepts a token once it is published, and no longer when it was revoked', async () => {
    expect((await apiAt(reader.url).send(anything)).status).toBe(401);
    const { clientToken, authentication } = await writer.issue({ name: 'sidecar' });
    await eventually(async () => {
      expect((await reader.as(clientToken).send(anything)).status).toBe(404);
    });
    await writer.as().send({ verb: 'DELETE', path: `/auth/v1/tokens/${authentication.id}` });
    await eventually(async () => {
      expect((await reader.as(clientToken).send(anything)).status).toBe(401);
    });
    expect((await reader.as().send(anything)).status).toBe(404);
  });
});
