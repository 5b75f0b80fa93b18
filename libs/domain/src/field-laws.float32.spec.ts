import fc from 'fast-check';
import { shortestFloat32 } from './field-laws';

describe('the shortest decimal of a 32-bit float', () => {
  it.each([
    [33.33, '33.33'],
    [66.666666666, '66.666664'],
    [Math.fround(33.33), '33.33'],
    [0, '0'],
    [-0, '0'],
    [100, '100'],
    [0.1, '0.1'],
    [16777217, '16777216'],
    [1e-7, '1e-7'],
    [1e30, '1e+30'],
    [-12.5, '-12.5'],
  ])('of %d prints as %s', (value, printed) => {
    expect(String(shortestFloat32(value))).toBe(printed);
  });

  it.each([Infinity, -Infinity, Number.NaN])('of %d is itself', (value) => {
    expect(shortestFloat32(value)).toBe(value);
  });

  it('of a number too large for a 32-bit float is infinite', () => {
    expect(shortestFloat32(3.5e38)).toBe(Infinity);
  });

  it('means the same 32-bit float, and no shorter decimal does', () => {
    // Adding 0 takes the sign off zero, which no decimal keeps.
    const anyFloat = fc.float({ noNaN: true, noDefaultInfinity: true }).map((float) => float + 0);
    fc.assert(
      fc.property(anyFloat, (float) => {
        const shortest = shortestFloat32(float);
        expect(Math.fround(shortest)).toBe(float);
        const digits = shortest.toExponential().replace(/e.*$/, '').replace(/[-.]/g, '').length;
        if (digits > 1) expect(Math.fround(Number(float.toPrecision(digits - 1)))).not.toBe(float);
      }),
    );
  });

  it('is found again from itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const once = shortestFloat32(value);
        expect(shortestFloat32(once)).toBe(once);
      }),
    );
  });
});
