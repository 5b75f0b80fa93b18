import { isBlank, trimSpace } from './trim-space';

const space = [
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
];

describe('trimSpace', () => {
  it('removes exactly the white space of Go', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => unit);
    expect(units.filter((unit) => trimSpace(String.fromCharCode(unit)) === '')).toEqual(space);
  });

  it('trims both ends and leaves the middle', () => {
    expect(trimSpace('\u3000 a \u0085 b\t\n')).toBe('a \u0085 b');
    expect(trimSpace('abc')).toBe('abc');
    expect(trimSpace('\ufeffa')).toBe('\ufeffa');
  });
});

describe('isBlank', () => {
  it.each(['', ' ', '\t\n', '\u0085', String.fromCharCode(...space)])('holds for %j', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(['x', ' x ', '\ufeff', '\u200b', '\u180e'])('does not hold for %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});
