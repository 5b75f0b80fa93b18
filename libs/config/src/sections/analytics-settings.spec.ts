import { EmptyMachine, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

test('nothing is counted unless told so; counts wait ten seconds at most, and stay a week', () => {
  expect(machine.load().config.analytics).toEqual({
    enabled: false,
    buffer: { flushPeriod: 10_000, maxCounters: 50_000 },
    writer: { address: undefined, token: undefined, timeout: 5000 },
    retention: 7 * 86_400_000,
  });
});

test.each([
  [
    'analytics: { enabled: true }\nstorage: { read_only: true }',
    'analytics.enabled: counts are written to the database, and storage.read_only is set',
  ],
  [
    'analytics: { enabled: true }\nstorage: { type: local, local: { path: . } }',
    'analytics.enabled: counts are written to the database, and storage.type is local: analytics.writer.address is missing',
  ],
  [
    'analytics: { enabled: true, writer: { address: "http://writer:8080" } }\nstorage: { read_only: true }',
    'analytics.enabled: counts are written to the database, and storage.read_only is set',
  ],
  [
    'analytics: { writer: { address: "http://me:secret@writer:8080" } }',
    'analytics.writer.address: must hold no credentials: a token goes into analytics.writer.token',
  ],
  [
    'analytics: { writer: { address: "writer:8080" } }',
    'analytics.writer.address: expected an http or https URL',
  ],
  [
    'analytics: { writer: { token: "to ken" } }',
    'analytics.writer.token: holds characters that no token has',
  ],
  ['analytics: { buffer: { flush_period: 1ms } }', 'analytics.buffer.flush_period: must be at least 1s'],
  ['analytics: { buffer: { max_counters: 0 } }', 'analytics.buffer.max_counters: must be at least 1'],
  [
    'analytics: { storage: { clickhouse: { enabled: true } } }',
    'analytics.storage.clickhouse.enabled: is not supported by this version of Pennon',
  ],
])('%s is refused', (text, problem) => {
  expect(problemsOf(() => machine.loadText(text))).toEqual([problem]);
});

test('who lives from documents counts where there is a writer to send counts to', () => {
  const writer = 'writer: { address: "https://writer/flags/", token: "${TOKEN}" }';
  const text = `analytics: { enabled: true, ${writer} }\nstorage: { type: local, local: { path: . } }`;
  const { analytics } = machine.loadText(text, { TOKEN: 'to-ken' }).config;
  expect([analytics.writer.address, analytics.writer.token?.reveal()]).toEqual([
    'https://writer/flags',
    'to-ken',
  ]);
});

test('keys of Flipt v1 that mean nothing here are taken', () => {
  const text =
    'analytics: { storage: { clickhouse: { enabled: false } }, buffer: { capacity: 2, flush_period: 20s } }';
  expect(machine.loadText(text).config.analytics.buffer.flushPeriod).toBe(20_000);
});
