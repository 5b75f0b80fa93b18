import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pennonChanges, timestampOf } from '@pennon/proto';
import { RemoteChanges } from './remote-changes';
import { ServerCalls } from './server-calls';

const { Change_State: State, ChangeMode, RevertRevisionRequest_Onto: Onto, Verdict } = pennonChanges;

/** A request as the server got it. */
interface Received {
  readonly verb: string | undefined;
  readonly url: string | undefined;
  readonly body: unknown;
}

let listener: Server;
let received: Received[];
/** Answers by the path and query of requests; of all others, an empty message. */
let answers: Readonly<Record<string, object>>;

beforeEach(async () => {
  received = [];
  answers = {};
  listener = createServer((request, response) => {
    const { method: verb, url = '' } = request;
    void text(request).then((body) => {
      received.push({ verb, url, body: body === '' ? undefined : JSON.parse(body) });
      response.end(JSON.stringify(answers[url] ?? {}));
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
});

afterEach(async () => {
  listener.closeAllConnections();
  const closed = once(listener, 'close');
  listener.close();
  await closed;
});

function remote(): RemoteChanges {
  const { port } = listener.address() as AddressInfo;
  return new RemoteChanges(new ServerCalls(`http://127.0.0.1:${port}`, undefined));
}

/** Every request that publishes has one. */
const requestKey: unknown = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

const shop = '/api/v1/namespaces/shop';

test('a change is made with all that was asked for', async () => {
  const outcome = { change: { id: 'c1', state: 'SCHEDULED', revision: '0' }, summary: { create: 2 } };
  answers = { [`${shop}/changes`]: outcome };
  const made = await remote().create('shop', {
    message: 'why',
    baseRevision: '7.rT0cJ8k1xWqZ',
    source: { case: 'promote', value: { fromNamespace: 'staging', flags: ['a'] } },
    when: { at: timestampOf(Date.UTC(2026, 11, 1, 9) * 1000) },
    mode: ChangeMode.PROPOSE,
  });
  expect(made).toMatchObject({ change: { id: 'c1', state: State.SCHEDULED }, summary: { create: 2 } });
  expect(received).toEqual([
    {
      verb: 'POST',
      url: `${shop}/changes`,
      body: {
        message: 'why',
        baseRevision: '7.rT0cJ8k1xWqZ',
        promote: { fromNamespace: 'staging', flags: ['a'] },
        when: { at: '2026-12-01T09:00:00Z' },
        mode: 'PROPOSE',
        requestKey,
      },
    },
  ]);
});

test('a revision is reverted', async () => {
  const choice = { flags: ['checkout'], segments: [], parts: ['rollouts'] };
  const options = { ...choice, onto: Onto.LATEST, message: '', mode: ChangeMode.PROPOSE, validateOnly: true };
  await remote().revert({ namespaceKey: 'shop', revision: '12' }, options);
  expect(received).toEqual([
    {
      verb: 'POST',
      url: `${shop}/revisions/12/revert`,
      body: {
        ...{ onto: 'LATEST', mode: 'PROPOSE', validateOnly: true, requestKey },
        ...{ flags: ['checkout'], parts: ['rollouts'] },
      },
    },
  ]);
});

test('every request has another key', async () => {
  const changes = remote();
  await changes.apply('shop', 'c1');
  await changes.apply('shop', 'c1');
  const keys = received.map(({ body }) => (body as { readonly requestKey: string }).requestKey);
  expect(new Set(keys).size).toBe(2);
});

test('changes are listed page by page up to a limit', async () => {
  const list = `${shop}/changes?limit=3&state=PENDING_REVIEW`;
  answers = {
    [list]: { changes: [{ id: 'a' }, { id: 'b' }], nextPageToken: 'two' },
    [`${list}&pageToken=two`]: { changes: [{ id: 'c' }, { id: 'd' }], nextPageToken: 'three' },
  };
  const ids: string[] = [];
  for await (const { id } of remote().list('shop', State.PENDING_REVIEW, 3)) ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(received).toHaveLength(2);
});

test('one change is shown, reviewed, applied and cancelled', async () => {
  const changes = remote();
  await changes.get('shop', 'c/1');
  await changes.review('shop', 'c1', { verdict: Verdict.APPROVE, comment: 'good' });
  await changes.apply('shop', 'c1');
  await changes.cancel('shop', 'c1', 'late');
  expect(received).toEqual([
    { verb: 'GET', url: `${shop}/changes/c%2F1`, body: undefined },
    {
      verb: 'POST',
      url: `${shop}/changes/c1/reviews`,
      body: { verdict: 'APPROVE', comment: 'good', requestKey },
    },
    { verb: 'POST', url: `${shop}/changes/c1/apply`, body: { requestKey } },
    { verb: 'POST', url: `${shop}/changes/c1/cancel`, body: { reason: 'late', requestKey } },
  ]);
});

test('the base of a change is the latest revision, also of a namespace without a history', async () => {
  answers = {
    [`${shop}/revisions?limit=1`]: { revisions: [{ revision: '7.rT0cJ8k1xWqZ' }], nextPageToken: '7' },
  };
  expect(await remote().base('shop')).toBe('7.rT0cJ8k1xWqZ');
  answers = { [`${shop}/document`]: { revision: '40' } };
  expect(await remote().base('shop')).toBe('40');
});
