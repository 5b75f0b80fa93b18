import fc from 'fast-check';
import { joined, quoted, quotedList } from './plain-json';

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

describe('joined texts', () => {
  it('are what + makes of them', () => {
    expect(joined('a', '', 'é😀')).toBe('aé😀');
  });
});
