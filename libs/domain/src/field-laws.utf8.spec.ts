import fc from 'fast-check';
import { utf8Length } from './field-laws';

describe('utf8Length', () => {
  it('counts what an encoder writes, lone surrogates included', () => {
    const units = fc.array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff })));
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        expect(utf8Length(text)).toBe(Buffer.byteLength(text, 'utf8'));
      }),
    );
  });
});
