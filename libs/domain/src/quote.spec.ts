import { quote, quotePath } from './quote';

describe('quote', () => {
  it.each([
    ['', '""'],
    ['plain', '"plain"'],
    ['say "hi"', String.raw`"say \"hi\""`],
    ['back\\slash', String.raw`"back\\slash"`],
    ['a\nb\rc\td', String.raw`"a\nb\rc\td"`],
    ['\b\f\v\u0007', String.raw`"\b\f\v\a"`],
    ['\u0000\u001b\u007f', String.raw`"\x00\x1b\x7f"`],
    ['grüße 🎉 <&>', '"grüße 🎉 <&>"'],
  ])('shows %j as %s', (text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });
});

describe('quotePath', () => {
  it.each([
    ['shop', 'checkout', '"shop/checkout"'],
    ['shop', '', '"shop"'],
    ['', 'checkout', '"checkout"'],
    ['', '', '"."'],
    ['shop', './a', '"shop/a"'],
    ['shop', 'a//b', '"shop/a/b"'],
    ['shop', '../b', '"b"'],
    ['shop', '../../b', '"../b"'],
    ['shop', '..', '"."'],
    ['shop', 'a"b', String.raw`"shop/a\"b"`],
  ])('joins %j and %j to %s', (namespaceKey, key, path) => {
    expect(quotePath(namespaceKey, key)).toBe(path);
  });
});
