import { isSameSecret } from './same-secret';

describe('isSameSecret', () => {
  it.each(['', 'a', 'Ünïcode ☂', 'x'.repeat(10_000)])('is true of a text and itself: %#', (text) => {
    expect(isSameSecret(text, text)).toBe(true);
  });

  it.each([
    ['', 'a'],
    ['a', 'A'],
    ['secret', 'secre'],
    ['secret', 'secret '],
    ['é', 'e\u0301'],
  ])('is false of any other: %j and %j', (one, other) => {
    expect(isSameSecret(one, other)).toBe(false);
    expect(isSameSecret(other, one)).toBe(false);
  });
});
