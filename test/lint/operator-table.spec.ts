import { readFileSync } from 'node:fs';
import {
  type ComparisonType,
  comparisonTypes,
  operatorNames,
  operatorRow,
  type ValueKind,
} from '@pennon/domain';

const valueWords: Readonly<Record<ValueKind, string>> = {
  none: 'none',
  text: 'one',
  number: 'one',
  datetime: 'one',
  texts: 'list',
  numbers: 'list',
  datetimes: 'list',
};

/** A comparison type as the page writes it, with a star where requests cannot create such a constraint. */
function typeWord(type: ComparisonType, isStoredOnly: boolean): string {
  return `\`${type.replace(/[A-Z]/, '_$&').toUpperCase()}\`${isStoredOnly ? '\\*' : ''}`;
}

test('the table in docs/concepts.md has every operator, with its types and values, in order', () => {
  const page = readFileSync('docs/concepts.md', 'utf8');
  const documented = [...page.matchAll(/^\| `([a-z]+)` +\| (.+?) +\| (\w+) +\| .+ \|$/gm)];
  const expected = operatorNames.map((operator) => {
    const { values = {}, storedOnly = [] } = operatorRow(operator) ?? {};
    const types = comparisonTypes.filter((type) => values[type] !== undefined);
    const words = types.map((type) => typeWord(type, storedOnly.includes(type)));
    const taken = new Set(Object.values(values).map((kind) => valueWords[kind]));
    return [operator, words.join(', '), [...taken].join(' or ')];
  });
  expect(documented.map(([, ...cells]) => cells)).toEqual(expected);
});
