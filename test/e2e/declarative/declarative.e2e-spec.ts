import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { addFlag } from '../../support/flags';
import { jsonOf, jsonRequest, type Api } from '../../support/http';
import { startServer } from '../../support/server';
import { useProcess, useServer, type SharedServer } from '../../support/use-server';
import { replay } from '../../conformance/replay';
import { readScenarios } from '../../conformance/scenario';
import { BothSides, type Deliver } from './support/both-sides';
import { disagreements, fixtures, fixtureText } from './support/recorded-answers';
import { BUCKET, useBucket } from './support/use-bucket';

/** The scenarios that are about evaluation. What a reader does not answer in them is asked of the writer. */
const scenarios = readScenarios().filter(({ name }) => /^(evaluate-|ofrep|constraints|rollouts)/.test(name));

/** How long a scenario may take, in milliseconds: every change in it has to be polled. */
const REPLAY_TIMEOUT_MS = 240_000;

/** Declares that the reader answers as the reference did, and as the writer does at the same revision. */
function itEvaluatesLikeTheWriter({
  writer,
  reader,
  deliver,
}: {
  readonly writer: Api;
  readonly reader: Api;
  readonly deliver: Deliver;
}): void {
  test.each(scenarios)(
    '$name: is answered as the reference did, and as the writer does',
    async (scenario) => {
      const api = new BothSides(writer, reader, `replay-of-${scenario.name}`, deliver);
      expect(await replay(api, scenario)).toStrictEqual(scenario.answers);
      if (scenario.name.startsWith('evaluate')) expect(api.agreed).toBeGreaterThan(0);
    },
    REPLAY_TIMEOUT_MS,
  );
}

function itIsReadOnly(reader: SharedServer, location: () => string): void {
  test('it refuses management and logins, and says where it lives from', async () => {
    const requests = [
      jsonRequest('POST', '/api/v1/namespaces', { key: 'x', name: 'X' }),
      { path: '/api/v1/namespaces/default/flags' },
      { path: '/auth/v1/tokens' },
      { path: '/api/v1/namespaces/default/document' },
    ];
    for (const request of requests) {
      const answer = await reader.send(request);
      expect(jsonOf(answer)).toMatchObject({
        message: expect.stringContaining(`this instance is read-only and lives from ${location()}`) as string,
      });
    }
    expect(jsonOf(await reader.send({ path: '/meta/info' }))).toMatchObject({ storage: { readOnly: true } });
  });

  test('it has no database', () => {
    expect(reader.logged('INFO').join('\n')).toContain('"database":"none"');
  });
}

/** A directory of files, and a reader of it. */
interface ReaderOfFiles {
  readonly reader: SharedServer;
  /** Where the files lie. */
  readonly path: () => string;
  readonly write: (name: string, text: string) => Promise<void>;
}

/** Starts a reader of these files, and of all others that are written meanwhile, for the surrounding `describe`. */
function useReaderOfFiles(files: Readonly<Record<string, string>>): ReaderOfFiles {
  let directory: string;
  const write = async (name: string, text: string): Promise<void> => {
    const file = join(directory, name);
    await writeFile(`${file}.part`, text);
    await rename(`${file}.part`, file);
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pennon-files-'));
    await write('.flipt.yml', 'include: ["*.yaml", "*.json"]\n');
    for (const [name, text] of Object.entries(files)) await write(name, text);
  });
  afterAll(async () => {
    await rm(directory, { recursive: true });
  });
  const reader = useProcess(async () =>
    startServer({
      tier: 'reader',
      env: {
        PENNON_STORAGE_TYPE: 'local',
        PENNON_STORAGE_LOCAL_PATH: directory,
        PENNON_STORAGE_LOCAL_POLL_INTERVAL: '50ms',
      },
    }),
  );
  return { reader, path: () => directory, write };
}

describe('a reader of the files of others', () => {
  const { reader, path, write } = useReaderOfFiles(
    Object.fromEntries(fixtures.map((name) => [name, fixtureText(name)])),
  );

  test.each(fixtures)('%s evaluates to the recorded answers', async (name) => {
    const { asked, others } = await disagreements(reader, name);
    expect(asked).toBeGreaterThanOrEqual(600);
    expect(others).toEqual([]);
  });

  itIsReadOnly(reader, path);

  test('it keeps what it has when a file is broken, says so once with file and line, and goes on when it is mended', async () => {
    await write('extra.yaml', 'namespace: extra\nflags:\n  - key: a\n    name: A\n    enabled: maybe\n');
    await eventually(async () => {
      expect(reader.logged('ERROR').join('\n')).toContain('extra.yaml:5:14: flags[0].enabled');
      return Promise.resolve();
    });
    expect((await disagreements(reader, 'shop.yaml')).others).toEqual([]);
    const age = Number((await reader.send({ path: '/health' })).headers['x-pennon-age-ms']);
    expect(age).toBeGreaterThan(0);
    const mended = 'namespace: extra\nflags: [{ key: a, name: A, type: BOOLEAN_FLAG_TYPE, enabled: true }]\n';
    await write('extra.yaml', mended);
    const question = { namespaceKey: 'extra', flagKey: 'a', entityId: 'me' };
    await eventually(async () => {
      const answer = await reader.send(jsonRequest('POST', '/evaluate/v1/boolean', question));
      expect(jsonOf(answer)).toMatchObject({ enabled: true });
    });
    expect(reader.logged('ERROR').filter((line) => line.includes('namespaces cannot be read'))).toHaveLength(
      1,
    );
  });
});

describe('a reader of files that say what a writer has', () => {
  const writer = useServer();
  const { reader, write } = useReaderOfFiles({ 'first.yaml': 'namespace: first\n' });
  const deliver: Deliver = async (namespaceKey, { document }) => write(`${namespaceKey}.json`, document);
  itEvaluatesLikeTheWriter({ writer, reader, deliver });
});

describe('a reader of what a writer exports to a bucket', () => {
  const bucket = useBucket();
  const writer = useServer(() => bucket.writerEnv);
  const reader = useProcess(async () => startServer({ tier: 'reader', env: bucket.readerEnv }));

  /** Resolves when the reader has that revision. */
  async function reached(namespaceKey: string, revision: number): Promise<void> {
    const body = { namespaceKey, flagKey: 'no-such-flag-anywhere', entityId: 'me' };
    const request = jsonRequest('POST', '/evaluate/v1/boolean', body);
    const headers = { ...request.headers, 'x-pennon-min-revision': String(revision) };
    await eventually(async () => {
      const { status, headers: told } = await reader.send({ ...request, headers });
      expect(status).toBe(404);
      // Never one that the writer has not shown.
      expect(told['x-pennon-revision']).toBe(String(revision));
    });
  }

  const deliver: Deliver = async (namespaceKey, { revision }) => reached(namespaceKey, revision);
  itEvaluatesLikeTheWriter({ writer, reader, deliver });
  itIsReadOnly(reader, () => `s3://${BUCKET}/prod`);

  test('looks cost one small request each as long as nothing changes', async () => {
    await addFlag(writer, { key: 'settled' });
    const answer = jsonOf(await writer.send({ path: '/api/v1/namespaces/default/document' })) as {
      revision: string;
    };
    await reached('default', Number.parseInt(answer.revision));
    bucket.proxy.forget();
    await eventually(async () => {
      expect(bucket.proxy.requests.length).toBeGreaterThan(10);
      return Promise.resolve();
    });
    const [keys, statuses] = [
      new Set(bucket.proxy.requests.map(({ key }) => key)),
      bucket.proxy.requests.map(({ status }) => status),
    ];
    expect([...keys]).toEqual(['prod/manifest.json']);
    // The last one may be under way.
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([304]));
  });
});
