import { compareTimestamps, formatAbsolute, formatRelative, parseTimestamp } from './time';

describe('parseTimestamp', () => {
  it.each([
    '2026-11-03T09:05:00Z',
    '2026-11-03 09:05:00',
    '2026-11-03T11:05:00+02:00',
    '2026-11-03t09:05:00z',
  ])('reads %s as UTC', (text) => {
    expect(parseTimestamp(text)?.toISOString()).toBe('2026-11-03T09:05:00.000Z');
  });

  it('takes nine digits of a fraction', () => {
    expect(parseTimestamp('2026-11-03T09:05:00.123456789Z')?.getMilliseconds()).toBe(123);
  });

  it.each(['', 'yesterday', '2026-11-03', '2026-13-03T09:05:00Z'])(
    'knows that "%s" is no timestamp',
    (text) => {
      expect(parseTimestamp(text)).toBeUndefined();
    },
  );
});

describe('compareTimestamps', () => {
  it('tells instants apart that differ in the ninth digit only', () => {
    expect(
      compareTimestamps('2026-11-03T09:05:00.000000001Z', '2026-11-03T09:05:00.000000002Z'),
    ).toBeLessThan(0);
    expect(
      compareTimestamps('2026-11-03T09:05:00.000000002Z', '2026-11-03T09:05:00.000000001Z'),
    ).toBeGreaterThan(0);
  });

  it('pads fractions that end in zeros, which the server leaves out', () => {
    expect(compareTimestamps('2026-11-03T09:05:00.1Z', '2026-11-03T09:05:00.100000000Z')).toBe(0);
    expect(compareTimestamps('2026-11-03T09:05:00.09Z', '2026-11-03T09:05:00.1Z')).toBeLessThan(0);
  });

  it('compares instants of different zones and spellings', () => {
    expect(compareTimestamps('2026-11-03T11:05:00+02:00', '2026-11-03 09:05:00')).toBe(0);
    expect(compareTimestamps('2026-11-03T11:05:00+02:00', '2026-11-03T10:00:00Z')).toBeLessThan(0);
  });

  it('puts what is no timestamp first', () => {
    expect(compareTimestamps('never', '2026-11-03T09:05:00Z')).toBeLessThan(0);
  });
});

describe('formatRelative', () => {
  const now = new Date('2026-11-03T12:00:00Z');

  it.each([
    ['2026-11-03T11:59:58Z', 'just now'],
    ['2026-11-03T12:00:30Z', 'in a moment'],
    ['2026-11-03T11:57:00Z', '3 minutes ago'],
    ['2026-11-03T11:00:10Z', '1 hour ago'],
    ['2026-11-03T10:00:00Z', '2 hours ago'],
    ['2026-11-02T12:00:00Z', 'yesterday'],
    ['2026-11-05T12:00:00Z', 'in 2 days'],
    ['2026-09-03T12:00:00Z', '2 months ago'],
    ['2023-11-03T12:00:00Z', '3 years ago'],
  ])('says of %s "%s"', (instant, expected) => {
    expect(formatRelative(new Date(instant), now)).toBe(expected);
  });
});

describe('formatAbsolute', () => {
  it('always prints the zone', () => {
    expect(formatAbsolute(new Date('2026-11-03T09:05:00Z'), 'utc')).toBe('3 Nov 2026, 09:05:00 UTC');
    expect(formatAbsolute(new Date('2026-11-03T09:05:00Z'), 'local')).toMatch(/ \d\d:\d\d:00 \S+$/);
  });
});
