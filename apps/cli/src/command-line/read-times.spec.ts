import { durationText, endOfLifetime, readDuration } from './read-times';

const now = Date.UTC(2026, 10, 1) * 1000;

test.each([
  ['90s', 90],
  ['12h', 43_200],
  ['1h30m', 5400],
  ['30d', 2_592_000],
  ['2w1d', 1_296_000],
])('%s from now is %d seconds later', (text, seconds) => {
  expect(endOfLifetime(text, now)).toBe(now + seconds * 1_000_000);
});

test.each(['', '30', 'd', '-1d', '1.5h', '1 d', '0d', '30 days', '2y'])('%p is no lifetime', (text) => {
  expect(() => endOfLifetime(text, now)).toThrow('--expires-in takes a lifetime such as 12h');
});

test('what is longer than a century is refused', () => {
  expect(() => endOfLifetime('5300w', now)).toThrow('longer than a century');
});

test('a duration is in seconds, and a day has 24 hours', () => {
  expect([readDuration('--every', '1d'), readDuration('--every', '1h30m')]).toEqual([86_400, 5400]);
  for (const text of ['', '0h', '24', '1 h', 'daily', '200000000w'])
    expect(() => readDuration('--every', text)).toThrow(
      `--every takes a duration such as 30m, 24h or 7d, not ${JSON.stringify(text)}`,
    );
});

test.each([
  [600, '10m'],
  [86_400, '1d'],
  [131_401, '1d12h30m1s'],
  [60.1, '1m0.1s'],
  [0, '0s'],
])('%d seconds are told as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
