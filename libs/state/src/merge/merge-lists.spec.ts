import { MAX_LIST_LENGTH } from '../operators/value-laws';
import { mergeLists } from './merge-lists';
import { MergeReport, Spot } from './merge-report';

/** What becomes of three texts, with a line for what is told: that mine changed it, that others did, or a conflict. */
function merged(base: string, mine: string, latest: string): readonly string[] {
  const report = new MergeReport({ kind: 'segment', key: 'eu' });
  const text = mergeLists({ base, mine, latest }, new Spot(report, 'constraints', 'country'));
  if (report.conflicts.length > 0) return ['conflict'];
  const isTheirs = report.theirs.length > 0;
  // What others changed is kept once mine has changed something.
  report.keep('name', '', 'Europe');
  return [text, ...(report.kept.length > 0 ? ['mine'] : []), ...(isTheirs ? ['theirs'] : [])];
}

it.each<[what: string, base: string, mine: string, latest: string, outcome: readonly string[]]>([
  ['what both add', '["a"]', '["a","b"]', '["c","a"]', ['["c","a","b"]', 'mine', 'theirs']],
  [
    'what both add alike once',
    '["a"]',
    '["a","b","c"]',
    '["a","b","d"]',
    ['["a","b","d","c"]', 'mine', 'theirs'],
  ],
  ['what mine takes away', '["a","b"]', '["a"]', '["a","b","c"]', ['["a","c"]', 'mine', 'theirs']],
  ['what latest takes away', '["a","b"]', '["a","b","c"]', '["a"]', ['["a","c"]', 'mine', 'theirs']],
  ['what both take away', '["a","b"]', '["a","c"]', '["a","d"]', ['["a","d","c"]', 'mine', 'theirs']],
  ['no other order by mine', '["a","b"]', '["b","a"]', '["a","b","c"]', ['["a","b","c"]', 'theirs']],
  ['no other order by latest', '["a","b"]', '["a","b","c"]', '["b","a"]', ['["a","b","c"]', 'mine']],
  ['latest where both are the same', '["a"]', '["b","a"]', '["a","b"]', ['["a","b"]']],
  ['a conflict if nothing is left', '["a","b"]', '["a"]', '["b"]', ['conflict']],
  ['letters as JSON writes them', '["é"]', '["é","\\""]', '["é",","]', ['["é",",","\\""]', 'mine', 'theirs']],
  [
    'numbers with all their digits',
    ' [1, 2] ',
    '[2, 12345678901234567890]',
    '[1,2,0.10]',
    ['[2,0.10,12345678901234567890]', 'mine', 'theirs'],
  ],
  ['a value that mine changes', 'a', 'b', 'a', ['b', 'mine']],
  ['a value that latest changes', 'a', 'a', 'b', ['b', 'theirs']],
  ['a value that both change alike', 'a', 'b', 'b', ['b']],
  ['a conflict of values', 'a', 'b', 'c', ['conflict']],
  ['a conflict of lists that replace a value', 'a', '["a"]', '["b"]', ['conflict']],
  ['a conflict of a list and a value', '["a"]', '["b"]', 'b', ['conflict']],
  ['a conflict where a list has more than texts', '["a"]', '["a",1]', '["a",2]', ['conflict']],
])('has %s: %s, %s, %s', (_, base, mine, latest, outcome) => {
  expect(merged(base, mine, latest)).toEqual(outcome);
});

it('is a conflict if the list would be too long', () => {
  const list = (...numbers: readonly number[]): string => JSON.stringify(numbers);
  const some = Array.from({ length: MAX_LIST_LENGTH - 2 }, (_, index) => index);
  expect(merged(list(...some), list(...some, 997), list(...some, 998))[0]).toBe(list(...some, 998, 997));
  expect(merged(list(...some), list(...some, 997), list(...some, 998, 999))).toEqual(['conflict']);
});
