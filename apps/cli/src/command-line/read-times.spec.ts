import { endOfLifetime, readMoment } from './read-times';

const now = Date.UTC(2026, 10, 1) * 1000;

test.each([
  ['2026-12-01T09:00:00Z', Date.UTC(2026, 11, 1, 9) * 1000],
  ['2026-12-01T09:00:00+01:00', Date.UTC(2026, 11, 1, 8) * 1000],
  ['2026-12-01T09:00:00.000001-05:30', Date.UTC(2026, 11, 1, 14, 30) * 1000 + 1],
])('%s is a moment', (text, instant) => {
  expect(readMoment(text, now)).toBe(instant);
});

test.each([
  '',
  'tomorrow',
  '2026-12-01',
  '2026-12-01T09:00:00',
  '2026-12-01 09:00:00Z',
  '2026-12-01T9:00:00Z',
  '2026-12-01T09:00Z',
  '2026-02-30T09:00:00Z',
  '2026-12-01T24:00:00Z',
  '1764579600',
])('%p is none', (text) => {
  expect(() => readMoment(text, now)).toThrow(
    `--at takes a date, a time and a zone, such as 2026-12-01T09:00:00Z or 2026-12-01T09:00:00+01:00, not "${text}"`,
  );
});

test.each(['2026-10-31T23:59:59Z', '2026-11-01T00:00:00Z', '0000-01-01T00:00:00Z'])(
  '%s is in the past',
  (text) => {
    expect(() => readMoment(text, now)).toThrow(`--at must be in the future: ${text} is in the past`);
  },
);

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
