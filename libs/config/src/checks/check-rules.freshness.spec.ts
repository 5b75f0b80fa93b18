import { EmptyMachine, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

function freshness(text: string): () => unknown {
  return () => machine.loadText(`freshness: { ${text} }`).config.freshness;
}

test('nothing is limited by age, and nothing told of it, unless that is asked for', () => {
  expect(machine.load({}).config.freshness).toEqual({
    pollInterval: 1000,
    confirmTimeout: 1000,
    unconfirmed: 'serve',
    loadTimeout: 30_000,
    maxAge: 0,
    headers: false,
    minRevisionWait: 1000,
    push: 'auto',
  });
});

test.each([
  ['max_age: 2s', { maxAge: 2000 }],
  ['max_age: 0s', { maxAge: 0 }],
  ['max_age: 100ms, poll_interval: 50ms', { maxAge: 100, pollInterval: 50 }],
  ['headers: true, min_revision_wait: 0s', { headers: true, minRevisionWait: 0 }],
])('%s is accepted', (text, expected) => {
  expect(freshness(text)()).toMatchObject(expected);
});

test.each([
  ['max_age: 1.9s', 'freshness.max_age: must be at least twice freshness.poll_interval, or 0'],
  [
    'max_age: 5s, poll_interval: 3s',
    'freshness.max_age: must be at least twice freshness.poll_interval, or 0',
  ],
  ['poll_interval: 49ms', 'freshness.poll_interval: must be at least 50ms'],
  ['confirm_timeout: 0s', 'freshness.confirm_timeout: must be at least 10ms'],
  ['load_timeout: 10ms', 'freshness.load_timeout: must be at least 1s'],
  ['min_revision_wait: 2m', 'freshness.min_revision_wait: must be at most 1m'],
  ['push: always', 'freshness.push: expected one of auto, off'],
])('%s is refused', (text, problem) => {
  expect(problemsOf(freshness(text))).toEqual([problem]);
});
