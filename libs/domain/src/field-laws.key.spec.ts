import { InvalidArgumentError } from './errors';
import { assertKey, assertKeyLength, assertNotEmpty, MAX_KEY_LENGTH } from './field-laws';

const longest = 'k'.repeat(MAX_KEY_LENGTH);
const tooLong = `${longest}k`;
const mustNotBeEmpty = 'invalid field key: must not be empty';
const mustNotBeLonger = 'invalid field key: must not be longer than 255 characters';
const mustNotHold = 'invalid field key: contains invalid characters';

function refusal(message: string): InvalidArgumentError {
  return new InvalidArgumentError(message);
}

describe('a value that must not be empty', () => {
  it.each(['x', ' ', '\t', '0'])('may be %j', (value) => {
    expect(() => {
      assertNotEmpty('key', value);
    }).not.toThrow();
  });

  it('is refused by the name of its field', () => {
    expect(() => {
      assertNotEmpty('flagKey', '');
    }).toThrow(refusal('invalid field flagKey: must not be empty'));
  });
});

describe('a key of bounded length', () => {
  it.each([longest, 'any characters: "ü"/%', ' '])('may be %j', (key) => {
    expect(() => {
      assertKeyLength('key', key);
    }).not.toThrow();
  });

  it.each([
    ['', mustNotBeEmpty],
    [tooLong, mustNotBeLonger],
  ])('must not be %j', (key, message) => {
    expect(() => {
      assertKeyLength('key', key);
    }).toThrow(refusal(message));
  });
});

describe('a key of a new namespace, flag or segment', () => {
  it.each(['checkout', 'A-Z_0,9', '-', ',', longest])('may be %j', (key) => {
    expect(() => {
      assertKey('key', key);
    }).not.toThrow();
  });

  it.each([
    ['', mustNotBeEmpty],
    ['has space', mustNotHold],
    ['a.b', mustNotHold],
    ['a/b', mustNotHold],
    ['ü', mustNotHold],
    ['a\n', mustNotHold],
    [`${tooLong}!`, mustNotHold],
    [tooLong, mustNotBeLonger],
  ])('must not be %j', (key, message) => {
    expect(() => {
      assertKey('key', key);
    }).toThrow(refusal(message));
  });
});
