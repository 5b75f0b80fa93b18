import { create } from '@bufbuild/protobuf';
import { pennonChanges, timestampOf } from '@pennon/proto';
import { revisionLines } from './revision-lines';

const at = timestampOf(Date.UTC(2026, 11, 1, 9) * 1000);

function lines(more: object): readonly string[] {
  const revision = {
    revision: '12.rT0cJ8k1xWqZ',
    at,
    origin: 'import',
    author: { displayName: 'ana@example.com' },
  };
  return revisionLines(create(pennonChanges.RevisionSchema, { ...revision, ...more }));
}

test('a revision says who did what, and when', () => {
  const subjects = [
    { kind: 'flag', key: 'a', action: 'created' },
    { kind: 'segment', key: 'b', action: 'updated' },
    { kind: 'flag', key: 'c', action: 'deleted' },
    { kind: 'namespace', key: '', action: 'updated' },
  ];
  expect(lines({ message: 'Launch', subjects, subjectsLeftOut: 5 })).toEqual([
    '12  2026-12-01T09:00:00Z  ana@example.com  import  Launch',
    '    + flag a',
    '    ~ segment b',
    '    - flag c',
    '    ~ namespace',
    '    and 5 more',
  ]);
});

test('a revision says what it changed, if the server tells', () => {
  const subjects = [{ kind: 'flag', key: 'a', action: 'updated' }];
  const told = ['~ flag a, name: "A" → "B"', '- flag a, rule 1'];
  expect(lines({ subjects, lines: told }).slice(1)).toEqual(told.map((line) => `    ${line}`));
  expect(
    lines({ subjects, subjectsLeftOut: 9, lines: ['+ flag a\u009b'], linesLeftOut: 4 }).slice(1),
  ).toEqual(['    + flag a\\u009b', '    and 4 more']);
});

test('what is not known is not shown, and a message stays on its line', () => {
  expect(lines({ author: {} })).toEqual(['12  2026-12-01T09:00:00Z  unknown  import']);
  expect(lines({ message: 'one\ntwo' })[0]).toMatch(/ {2}one\\ntwo$/);
});
