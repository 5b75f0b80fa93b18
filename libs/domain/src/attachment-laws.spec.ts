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

  it('counts bytes of UTF-8 and accepts exactly 1,024,000 of them', () => {
    const largest = `"${'é'.repeat(511_999)}"`;
    expect(() => {
      assertAttachment(largest);
    }).not.toThrow();
    expect(() => {
      assertAttachment(`${largest} `);
    }).toThrow(new InvalidArgumentError('invalid field attachment: must be less than 1000 KB'));
  });

  it('says first that a text is no JSON, then that it is too large', () => {
    expect(() => {
      assertAttachment('x'.repeat(2_000_000));
    }).toThrow('must be a json string');
  });
});
