import fc from 'fast-check';
import { slugOf } from './slug';

test.each([
  ['New Checkout', 'new-checkout'],
  ['  Größe  ändern ', 'grosse-andern'],
  ['Über_uns, 2026!', 'uber_uns,-2026'],
  ['日本', ''],
])('%j suggests the key %j', (name, key) => {
  expect(slugOf(name)).toBe(key);
});

test('whatever the name, the key holds valid characters only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(slugOf(name)).toMatch(/^[-_,a-z0-9]*$/);
    }),
  );
});
