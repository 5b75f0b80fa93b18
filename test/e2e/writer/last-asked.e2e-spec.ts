import { addFlag } from '../../support/flags';
import { jsonOf, jsonRequest, type Api } from '../../support/http';
import { useServer } from '../../support/use-server';
import { useWorkers } from '../../support/use-workers';

interface LastAsked {
  readonly scope: string;
  readonly at?: string;
  readonly since?: string;
  readonly processes: number;
}

async function lastAsked(api: Api, key: string, revision = 'latest'): Promise<LastAsked | undefined> {
  const path = `/api/v1/namespaces/default/revisions/${revision}/subject?kind=flag&key=${key}`;
  const answer = await api.send({ path });
  expect(answer.status).toBe(200);
  return (jsonOf(answer) as { readonly lastAsked?: LastAsked }).lastAsked;
}

async function post(api: Api, path: string, body: object): Promise<void> {
  expect((await api.send(jsonRequest('POST', path, body))).status).toBe(200);
}

/** Asks for a boolean flag. */
async function ask(api: Api, flagKey: string): Promise<void> {
  await post(api, '/evaluate/v1/boolean', { namespaceKey: '', flagKey, entityId: 'me' });
}

/** How much earlier than it was asked the server may say that it was, on a busy machine. Milliseconds. */
const EARLY = 5_000;

describe('a writer without analytics', () => {
  const server = useServer();

  beforeAll(async () => {
    for (const key of ['single', 'batch', 'ofrep', 'explained', 'none'])
      await addFlag(server, { key, type: 'BOOLEAN_FLAG_TYPE' });
  });

  it.each<[api: string, key: string, path: string, body: object]>([
    ['a single evaluation', 'single', '/evaluate/v1/boolean', { flagKey: 'single', entityId: 'me' }],
    ['a batch', 'batch', '/evaluate/v1/batch', { requests: [{ flagKey: 'batch', entityId: 'me' }] }],
    ['OFREP', 'ofrep', '/ofrep/v1/evaluate/flags/ofrep', { context: { targetingKey: 'me' } }],
  ])('knows at once that a flag was asked by %s', async (_, key, path, body) => {
    const before = await lastAsked(server, key);
    expect(before).toMatchObject({ scope: 'INSTANCE', processes: 1, since: expect.any(String) as string });
    expect(before).not.toHaveProperty('at');
    const asked = Date.now();
    await post(server, path, body);
    const { at = '', since = '' } = (await lastAsked(server, key)) ?? {};
    expect(Date.parse(at)).toBeGreaterThan(asked - EARLY);
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.parse(at));
  });

  it('takes neither an explanation nor another flag for it', async () => {
    await post(server, '/evaluate/v1/explain', { flagKey: 'explained', entityId: 'me' });
    for (const key of ['explained', 'none']) expect(await lastAsked(server, key)).not.toHaveProperty('at');
  });

  it('says it of the present flag alone', async () => {
    const path = '/api/v1/namespaces/default/revisions?limit=1';
    const { revisions } = jsonOf(await server.send({ path })) as {
      readonly revisions: readonly { readonly revision: string }[];
    };
    expect(await lastAsked(server, 'single', revisions[0]?.revision)).toBeUndefined();
  });
});

describe('a writer whose flags are counted together', () => {
  const server = useServer({ PENNON_METRICS_MAX_FLAGS: '1' });

  it('knows of those that are counted by themselves, and says that it does not know of others', async () => {
    for (const key of ['one', 'other', 'none']) await addFlag(server, { key, type: 'BOOLEAN_FLAG_TYPE' });
    for (const key of ['one', 'other']) await ask(server, key);
    expect(Object.keys((await lastAsked(server, 'one')) ?? {})).toEqual([
      'scope',
      'at',
      'since',
      'processes',
    ]);
    for (const key of ['other', 'none'])
      expect(await lastAsked(server, key)).toEqual({ scope: 'INSTANCE', processes: 1 });
  });
});

describe('a writer without metrics', () => {
  const server = useServer({ PENNON_METRICS_ENABLED: 'false' });

  it('says that it does not know', async () => {
    await addFlag(server, { key: 'one', type: 'BOOLEAN_FLAG_TYPE' });
    await ask(server, 'one');
    expect(await lastAsked(server, 'one')).toEqual({ scope: 'INSTANCE', processes: 1 });
  });
});

describe('a writer that does not evaluate', () => {
  const server = useServer({ PENNON_EVALUATION_ENABLED: 'false' });

  it('says that its readers do', async () => {
    await addFlag(server, { key: 'one', type: 'BOOLEAN_FLAG_TYPE' });
    expect(await lastAsked(server, 'one')).toEqual({ scope: 'READERS', processes: 0 });
  });
});

describe('a writer of three workers', () => {
  const workers = useWorkers(() => ({ env: { PENNON_SERVER_WORKERS: '3' } }));

  it('knows what each of them was asked, whichever answers', async () => {
    const { api } = workers;
    const keys = Array.from({ length: 6 }, (_, index) => `flag-${index}`);
    for (const key of keys) await addFlag(api, { key, type: 'BOOLEAN_FLAG_TYPE' });
    const asked = Date.now();
    // Each by a connection of its own, and connections are given to the workers in turn.
    for (const key of keys) await ask(api, key);
    for (const key of [...keys, ...keys]) {
      const { at = '', processes } = (await lastAsked(api, key)) ?? {};
      expect([key, processes]).toEqual([key, 3]);
      expect(Date.parse(at)).toBeGreaterThan(asked - EARLY);
    }
  });
});
