import fc from 'fast-check';
import { compareDatetimeValues, normalizeDatetimeValue, parseDatetimeValue } from './constraint-value';

const validForms: readonly [text: string, seconds: number, nanos: number][] = [
  ['1970-01-01T00:00:00Z', 0, 0],
  ['1970-01-01', 0, 0],
  ['2024-01-02T03:04:05Z', 1704164645, 0],
  ['2024-01-02T3:04:05Z', 1704164645, 0],
  ['2024-01-02T05:04:05+02:00', 1704164645, 0],
  ['2024-01-01T22:34:05-04:30', 1704164645, 0],
  ['2024-01-02T03:04:05-00:00', 1704164645, 0],
  ['2024-01-02T03:04:05.5Z', 1704164645, 500_000_000],
  ['2024-01-02T03:04:05,000000001Z', 1704164645, 1],
  ['2024-01-02T03:04:05.123456789999Z', 1704164645, 123_456_789],
  ['2024-01-02T03:04:05+24:00', 1704164645 - 86_400, 0],
  ['2024-01-02T03:04:05+02:60', 1704164645 - 3 * 3600, 0],
  ['2024-02-29', 1709164800, 0],
  ['2000-02-29', 951782400, 0],
  ['0000-01-01', -62_167_219_200, 0],
  ['0001-01-01T00:00:00Z', -62_135_596_800, 0],
  ['0099-12-31', -59_011_545_600, 0],
  ['9999-12-31T23:59:59Z', 253_402_300_799, 0],
  ['1969-12-31T23:59:59.25Z', -1, 250_000_000],
];

const invalidForms = [
  ['', 'bad', '1704164645', '20240102', '2024-1-2', '10000-01-01', '+2024-01-02', '-2024-01-02'],
  ['2024-01-02 03:04:05Z', '2024-01-02t03:04:05Z', '2024-01-02T03:04:05z', '2024-01-02T03:04:05'],
  ['2024-01-02T03:04Z', '2024-01-02T03:4:05Z', '2024-01-02T03:04:5Z', '2024-01-02T003:04:05Z'],
  ['2024-01-02T03:04:05.Z', '2024-01-02T03:04:05;5Z', '2024-01-02Z', '2024-01-02+01:00'],
  ['2024-01-02T03:04:05+0200', '2024-01-02T03:04:05+02', '2024-01-02T03:04:05+2:00'],
  ['2024-01-02T03:04:05+25:00', '2024-01-02T03:04:05+02:61', '2024-01-02T03:04:05Z+01:00'],
  [' 2024-01-02', '2024-01-02 ', '2024-01-02\n', '２024-01-02'],
  ['2024-00-01', '2024-13-01', '2024-01-00', '2024-01-32', '2024-02-30', '2023-02-29', '1900-02-29'],
  ['2024-01-02T24:00:00Z', '2024-01-02T23:60:00Z', '2016-12-31T23:59:60Z'],
].flat();

/** Years a zone cannot carry out of 0000–9999. */
const moments = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9998-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const zones = fc
  .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 60 }))
  .map(([sign, hours, minutes]) => `${sign}${twoDigits(hours)}:${twoDigits(minutes)}`);

describe('parseDatetimeValue', () => {
  it.each(validForms)('reads %s', (text, seconds, nanos) => {
    expect(parseDatetimeValue(text)).toEqual({ seconds, nanos });
  });

  it.each(invalidForms)('finds no datetime in %j', (text) => {
    expect(parseDatetimeValue(text)).toBeUndefined();
  });

  it('agrees with Date on every moment both can write', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { seconds = NaN, nanos = NaN } = parseDatetimeValue(moment.toISOString()) ?? {};
        expect(seconds * 1000 + nanos / 1e6).toBe(moment.getTime());
      }),
    );
  });
});

describe('compareDatetimeValues', () => {
  it('tells moments a nanosecond apart', () => {
    const earlier = { seconds: 1704164645, nanos: 123_456_788 };
    const later = { seconds: 1704164645, nanos: 123_456_789 };
    expect(compareDatetimeValues(earlier, later)).toBeLessThan(0);
    expect(compareDatetimeValues(later, earlier)).toBeGreaterThan(0);
    expect(compareDatetimeValues(later, { ...later })).toBe(0);
  });

  it('lets seconds decide before nanoseconds', () => {
    expect(compareDatetimeValues({ seconds: 1, nanos: 9 }, { seconds: 2, nanos: 0 })).toBeLessThan(0);
  });
});

describe('normalizeDatetimeValue', () => {
  it.each([
    ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05Z'],
    ['2024-01-02T3:04:05Z', '2024-01-02T03:04:05Z'],
    ['2024-01-02T03:04:05.999+02:00', '2024-01-02T01:04:05Z'],
    ['2024-01-01T00:30:00+01:00', '2023-12-31T23:30:00Z'],
    ['1969-12-31T23:59:59.9Z', '1969-12-31T23:59:59Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
    ['2024-01-02', '2024-01-02'],
  ])('stores %s as %s', (text, stored) => {
    expect(normalizeDatetimeValue(text)).toBe(stored);
  });

  it.each(['bad', '2024-02-30', '0000-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'])(
    'does not store %s',
    (text) => {
      expect(normalizeDatetimeValue(text)).toBeUndefined();
    },
  );

  it('keeps the instant but for its fraction, in every zone', () => {
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const text = moment.toISOString().replace('Z', zone);
        const stored = normalizeDatetimeValue(text) ?? '';
        expect(parseDatetimeValue(stored)).toEqual({ ...parseDatetimeValue(text), nanos: 0 });
        expect(normalizeDatetimeValue(stored)).toBe(stored);
      }),
    );
  });
});

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
