import fc from 'fast-check';
import { crc32 as zlibCrc32 } from 'node:zlib';
import { runs } from '../../../test/support/size';
import { crc32 } from './crc32';

/** UTF-16 code units at random, so lone and paired surrogates in every position. */
const texts = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff })))
  .map((units) => String.fromCharCode(...units));

describe('crc32', () => {
  it('equals the CRC of zlib for any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(crc32(text)).toBe(zlibCrc32(text));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('continues from what came before', () => {
    fc.assert(
      fc.property(texts, texts, (first, second) => {
        const bytes = Buffer.concat([Buffer.from(first), Buffer.from(second)]);
        expect(crc32(second, crc32(first))).toBe(zlibCrc32(bytes));
      }),
    );
  });

  it('hashes half a surrogate pair as U+FFFD, and never joins halves of two texts', () => {
    expect(crc32('\ud83d')).toBe(crc32('\ufffd'));
    expect(crc32('\ude00', crc32('\ud83d'))).toBe(crc32('\ufffd\ufffd'));
  });
});
