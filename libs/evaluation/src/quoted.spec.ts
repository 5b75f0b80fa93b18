import fc from 'fast-check';
import { keptQuoted, quoted, quotedList } from './quoted';

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));

describe('a quoted text', () => {
  it('is what JSON.stringify makes of it, letter by letter', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(quoted(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each(['', '"', '\\', '\n', '\u007f', '\u2028', '\ud800', 'é', '😀', '/'])(
    'is so for what JSON has rules about: %j',
    (value) => {
      expect(quoted(value)).toBe(JSON.stringify(value));
    },
  );

  it('is the same when it is kept, and when it is found again', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(keptQuoted(value)).toBe(JSON.stringify(value));
        expect(keptQuoted(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('is the same when there is no room to keep it, or for what was kept before', () => {
    const longs = ['a', 'b', 'c'].map((letter) => `"${letter.repeat(400_000)}`);
    const tooLong = `"${'d'.repeat(2_000_000)}`;
    for (const value of [...longs, tooLong, ...longs])
      expect(keptQuoted(value) === JSON.stringify(value)).toBe(true);
  });
});

describe('a list of quoted texts', () => {
  it('is what JSON.stringify makes of it, letter by letter', () => {
    fc.assert(
      fc.property(fc.array(text), (values) => {
        expect(quotedList(values)).toBe(JSON.stringify(values));
      }),
    );
  });
});
