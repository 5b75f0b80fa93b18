import { readableOn } from './topbar-colour';

/** Every colour in steps of 15. */
const colours = Array.from({ length: 18 ** 3 }, (_, index) => [
  (index % 18) * 15,
  (Math.floor(index / 18) % 18) * 15,
  Math.floor(index / 18 ** 2) * 15,
]).map(([red = 0, green = 0, blue = 0]) => [red, green, blue] as const);

describe('readableOn', () => {
  it('SH-2: chooses black or white, whichever has the higher contrast', () => {
    expect(readableOn([255, 255, 255])).toBe('black');
    expect(readableOn([255, 204, 0])).toBe('black');
    expect(readableOn([0, 0, 0])).toBe('white');
    expect(readableOn([102, 51, 153])).toBe('white');
    // The middle of the scale of luminance, not of the channels.
    expect(readableOn([117, 117, 117])).toBe('white');
    expect(readableOn([118, 118, 118])).toBe('black');
  });

  it('SH-2: finds every opaque colour readable with one of the two', () => {
    expect(colours.filter((colour) => readableOn(colour) === undefined)).toEqual([]);
  });
});
