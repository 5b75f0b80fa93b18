import { toJson } from '@bufbuild/protobuf';
import { DurationSchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { durationOf } from './duration';

it.each([
  [0, '0s'],
  [1, '0.000001s'],
  [1_000_000, '1s'],
  [499_999_999.5, '500s'],
  [359_987_654_321, '359987.654321s'],
])('%d microseconds are %s', (micros, text) => {
  expect(toJson(DurationSchema, durationOf(micros))).toBe(text);
});

it('every span of up to a thousand years can be written, and says what it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 31_536_000_000 * 1_000_000 }), (micros) => {
      const text = toJson(DurationSchema, durationOf(micros));
      const [, seconds = '', fraction = ''] = /^(\d+)(?:\.(\d+))?s$/.exec(text) ?? [];
      expect(BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))).toBe(BigInt(micros));
    }),
  );
});
