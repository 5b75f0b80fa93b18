import { assertAttachment } from './field-laws';
import { InvalidArgumentError } from './errors';

describe('assertAttachment', () => {
  it.each(['', '{}', '"text"', ' [1, 2] ', 'null'])('accepts %j', (text) => {
    expect(() => {
      assertAttachment(text);
    }).not.toThrow();
  });

  it.each([' ', '{', '{} {}', 'text'])('refuses %j, which is no JSON', (text) => {
    expect(() => {
      assertAttachment(text);
    }).toThrow(new InvalidArgumentError('invalid field attachment: must be a json string'));
  });

  it.each([String.raw`"\u0000"`, String.raw`{"a\\\u0000":1}`])('refuses %s, which holds U+0000', (text) => {
    expect(() => {
      assertAttachment(text);
    }).toThrow(new InvalidArgumentError('invalid field attachment: must not hold the character U+0000'));
  });

  it.each([String.raw`"\\u0000"`, String.raw`["\u00010000"]`, '"u0000"'])(
    'accepts %s, which does not',
    (text) => {
      expect(() => {
        assertAttachment(text);
      }).not.toThrow();
    },
  );

  it('counts bytes of UTF-8 and accepts exactly 1,024,000 of them', () => {
    const largest = `"${'é'.repeat(511_999)}"`;
    expect(() => {
      assertAttachment(largest);
    }).not.toThrow();
    expect(() => {
      assertAttachment(`${largest} `);
    }).toThrow(new InvalidArgumentError('invalid field attachment: must be less than 1000 KB'));
  });

  it.each([
    '['.repeat(189) + ']'.repeat(189),
    `${'{"a":'.repeat(188)}"[[${String.raw`\"`}[["${'}'.repeat(188)}`,
    `[[], {}, ${'[ '.repeat(187)}1${' ]'.repeat(187)}]`,
  ])('accepts a value with 188 lists and objects around it: %#', (text) => {
    expect(() => {
      assertAttachment(text);
    }).not.toThrow();
  });

  it.each([
    '['.repeat(190) + ']'.repeat(190),
    `${'{"a":'.repeat(189)}""${'}'.repeat(189)}`,
    `[[], {}, ${'[ '.repeat(188)}1${' ]'.repeat(188)}]`,
    `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)},"a":1}`,
  ])('refuses a value with more around it: %#', (text) => {
    expect(() => {
      assertAttachment(text);
    }).toThrow(
      new InvalidArgumentError('invalid field attachment: must not be nested deeper than 188 levels'),
    );
  });

  it('says first that a text is no JSON, then that it is too large', () => {
    expect(() => {
      assertAttachment('x'.repeat(2_000_000));
    }).toThrow('must be a json string');
  });
});
