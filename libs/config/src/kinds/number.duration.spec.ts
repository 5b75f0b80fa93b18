import fc from 'fast-check';
import { duration, parseDuration } from './number';

test.each([
  ['0', 0],
  ['-0', 0],
  ['0s', 0],
  ['300ms', 300],
  ['15s', 15_000],
  ['2m', 120_000],
  ['1h30m', 5_400_000],
  ['1h2m3s4ms', 3_723_004],
  ['+5s', 5000],
  ['1.5s', 1500],
  ['.5s', 500],
  ['5.s', 5000],
  ['1.1s', 1100],
  ['30m1h', 5_400_000],
  ['250us', 0.25],
  ['250µs', 0.25],
  ['250μs', 0.25],
  ['1ns', 0.000_001],
])('%s is %d ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['30', '1.5', '-3'])('%s has no unit', (text) => {
  expect(() => parseDuration(text)).toThrow('missing unit; write 30s for seconds or 30ms for milliseconds');
});

test.each(['', 's', '1d', '1 h', '1h30', '1H', 'soon', '1..5s', '.s'])('%p is no duration', (text) => {
  expect(() => parseDuration(text)).toThrow('expected a duration such as 300ms, 15s or 1h30m');
});

test('a negative duration is refused', () => {
  expect(() => parseDuration('-1s')).toThrow('must not be negative');
});

test('a duration stays within its range, and within what a timer can hold', () => {
  const kind = duration({ min: '1ms' });
  expect(() => kind.parse('0s')).toThrow('must be at least 1ms');
  expect(() => kind.parse('597h')).toThrow('must be at most 596h');
  expect(parseDuration('596h')).toBeLessThan(2 ** 31);
});

test('a duration put together from parts is the sum of the parts', () => {
  const parts = fc.record({
    h: fc.nat(500),
    m: fc.nat(59),
    s: fc.nat(59),
    ms: fc.nat(999),
  });
  fc.assert(
    fc.property(parts, ({ h, m, s, ms }) => {
      const text = `${h}h${m}m${s}s${ms}ms`;
      expect(parseDuration(text)).toBe(((h * 60 + m) * 60 + s) * 1000 + ms);
      expect(parseDuration(`${s}.${String(ms).padStart(3, '0')}s`)).toBe(s * 1000 + ms);
    }),
  );
});
