import { InvalidArgumentError } from './errors';
import type { JsonObject } from './flag';
import { assertMetadata } from './flag-metadata';

/** An object with a value that has so many objects and lists around it. */
function nested(levels: number, value: number): JsonObject {
  const lists = levels - 1;
  return { a: JSON.parse(`${'['.repeat(lists)}${value}${']'.repeat(lists)}`) as JsonObject };
}

it.each<[JsonObject]>([
  [{}],
  [{ a: null, b: [1.5, -0, 1e308, 5e-324, ''], c: { d: true } }],
  [nested(188, 1)],
])('accepts %j', (metadata) => {
  expect(() => {
    assertMetadata(metadata);
  }).not.toThrow();
});

it.each<[path: string, metadata: JsonObject]>([
  ['metadata.n', { n: JSON.parse('1e400') as number }],
  ['metadata.limits[1].max', { limits: [1, { max: -Infinity }] }],
  ['metadata."per day\\n".a', { 'per day\n': { a: Number.NaN } }],
])('refuses %s, which JSON cannot say', (path, metadata) => {
  expect(() => {
    assertMetadata(metadata);
  }).toThrow(
    new InvalidArgumentError(`invalid field ${path}: must be a number within the range of a 64-bit float`),
  );
});

it.each([189, 5000])('refuses a value with %d objects and lists around it', (levels) => {
  expect(() => {
    assertMetadata(nested(levels, 1));
  }).toThrow(new InvalidArgumentError('invalid field metadata: must not be nested deeper than 188 levels'));
});
