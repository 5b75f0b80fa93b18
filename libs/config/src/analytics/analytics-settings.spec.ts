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
    'analytics.enabled: counts are written to the database, and storage.type is local',
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

test('keys of Flipt v1 that mean nothing here are taken', () => {
  const text =
    'analytics: { storage: { clickhouse: { enabled: false } }, buffer: { capacity: 2, flush_period: 20s } }';
  expect(machine.loadText(text).config.analytics.buffer.flushPeriod).toBe(20_000);
});
