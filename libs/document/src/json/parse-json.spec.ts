import fc from 'fast-check';
import { runs } from '../../../../test/support/size';
import { Place } from '../place';
import { type TreeNode } from '../tree';
import { jsonTextOf } from './json-text';
import { JsonSyntaxError, parseJson } from './parse-json';

/** What comes of a text; undefined when it is refused. */
function parsed(text: string): TreeNode | undefined {
  try {
    return parseJson(text, Place.root(), () => undefined);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** The same by the language. */
function parsedByLanguage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const characters = '"\\,:{}[]0-+.eEn/ \n\t\u0001\u00a0\ufeff'.split('');

/** JSON, and nearly JSON: one character more or less than there should be. */
const nearlyJson = fc
  .tuple(
    fc.jsonValue({ depthSize: 'medium', stringUnit: 'binary' }),
    fc.constantFrom(undefined, 1),
    fc.option(fc.tuple(fc.nat(), fc.constantFrom('', ...characters))),
  )
  .map(([value, indent, damage]) => {
    const text = JSON.stringify(value, undefined, indent);
    if (damage === null) return text;
    const [place, added] = damage;
    const at = place % text.length;
    const damaged = text.slice(0, at) + added + text.slice(added === '' ? at + 1 : at);
    return damaged.toWellFormed();
  });

it('takes what JSON is, and nothing else', () => {
  fc.assert(
    fc.property(nearlyJson, (text) => {
      const tree = parsed(text);
      const value = tree && (JSON.parse(jsonTextOf(tree)) as unknown);
      expect(value).toEqual(parsedByLanguage(text));
    }),
    { numRuns: runs(3000) },
  );
});

it('keeps every digit, and where everything is', () => {
  const [text, root] = [' {"a": [1.50, 1e400, -0]}', Place.root(10)];
  expect(parseJson(text, root, () => undefined)).toMatchObject({ kind: 'map', offset: 11 });
  const tree = parseJson(' [1.50, 1e400, -0] ', root, () => undefined, 2);
  expect(tree).toEqual({
    kind: 'list',
    offset: 11,
    items: [
      { kind: 'number', offset: 12, json: '1.50' },
      { kind: 'number', offset: 18, json: '1e400' },
      { kind: 'number', offset: 25, json: '-0' },
    ],
  });
});
