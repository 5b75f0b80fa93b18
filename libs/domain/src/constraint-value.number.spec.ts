import fc from 'fast-check';
import { parseNumberValue } from './constraint-value';

describe('parseNumberValue', () => {
  it.each([
    ['5', 5],
    ['05', 5],
    ['5.', 5],
    ['.5', 0.5],
    ['+.5', 0.5],
    ['5e0', 5],
    ['1E5', 1e5],
    ['1e+5', 1e5],
    ['-1.25E3', -1250],
    ['-0', -0],
    ['5.e1', 50],
    ['1_000', 1000],
    ['1_0.5', 10.5],
    ['1.5_0', 1.5],
    ['1e1_0', 1e10],
    ['0_1', 1],
    ['9007199254740993', 9007199254740992],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['1e-400', 0],
    ['0e999999999999', 0],
    ['5e-324', 5e-324],
  ])('reads the decimal %s', (text, number) => {
    expect(parseNumberValue(text)).toBe(number);
  });

  it.each([
    ['0x5p0', 5],
    ['0X1P2', 4],
    ['-0x1p-2', -0.25],
    ['+0x1.8p1', 3],
    ['0x.8p0', 0.5],
    ['0x8.p0', 8],
    ['0x_1p0', 1],
    ['0x1_0p1_0', 16384],
    ['0xAbCdEfp0', 0xabcdef],
    ['0x0p99999999999', 0],
    ['0x1p-99999999999', 0],
    ['0x1p-1074', 5e-324],
    ['0x1.fffffffffffffp1023', Number.MAX_VALUE],
    ['0x1.00000000000008p0', 1],
    ['0x1.000000000000080000000000001p0', 1 + Number.EPSILON],
    [`0x1${'0'.repeat(400)}p-1600`, 1],
    [`0x0.${'0'.repeat(399)}1p1600`, 1],
  ])('reads the hexadecimal float %s', (text, number) => {
    expect(parseNumberValue(text)).toBe(number);
  });

  it.each([
    ['inf', Infinity],
    ['Inf', Infinity],
    ['+INF', Infinity],
    ['-Infinity', -Infinity],
    ['nan', NaN],
    ['NaN', NaN],
  ])('reads the word %s', (text, number) => {
    expect(parseNumberValue(text)).toBe(number);
  });

  it.each(
    [
      ['', ' 5', '5 ', '\t5', '5,0', 'five', '１', '5n', '1 000'],
      ['.', '-', '--1', '+-1', '1e', '1e+', 'e5', '.e1', '1.2.3', '1e1.5', '1e1e1'],
      ['_', '_1', '1_', '1__0', '1._5', '1_.5', '1e_5', '1_e5', '1e5_', '+_1'],
      ['0x5', '0b1', '0o7', '0x', '0xp0', '0x.p0', '0x1p', '0x1p+', '0x1pa', 'x1p0', '00x1p0'],
      ['0_x1p0', '0x1_p0', '0x1p_0', '0x_.8p0', '0x1._8p0', '0x__1p0', '0x1p0_'],
      ['+nan', '-nan', 'infinit', 'in', 'infinityy', ' inf', 'i_nf'],
      ['1e400', '-1e400', '1.7976931348623159e308', '0x1p1024', '-0x1p99999999999'],
    ].flat(),
  )('finds no number in %j', (text) => {
    expect(parseNumberValue(text)).toBeUndefined();
  });

  it('reads every finite double as it prints it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(parseNumberValue(String(number))).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  it('reads every finite double from its exact hexadecimal form', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(parseNumberValue(hexadecimalForm(number))).toBe(number);
      }),
    );
  });

  it('takes a time linear in the length of the text', () => {
    const long = 1_000_000;
    for (const text of ['1'.repeat(long), `0x${'f'.repeat(long)}`, '1_'.repeat(long), '.'.repeat(long)]) {
      expect(parseNumberValue(text)).toBeUndefined();
    }
    expect(parseNumberValue(`0x${'f'.repeat(long)}p-${4 * long}`)).toBe(1);
  });
});

function hexadecimalForm(number: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  const bits = view.getBigUint64(0);
  const sign = bits >> 63n === 1n ? '-' : '';
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = (bits & 0xfffffffffffffn).toString(16).padStart(13, '0');
  return exponent === 0 ? `${sign}0x0.${fraction}p-1022` : `${sign}0x1.${fraction}p${exponent - 1023}`;
}
