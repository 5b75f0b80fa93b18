import fc from 'fast-check';
import { SegmentProbe, type ProbedSegment } from '../constraints';
import { segmentFindings } from './segment-findings';

type Stored = readonly [type: 'string' | 'number' | 'boolean' | 'datetime', operator: string, value?: string];

const constraintsOf = (stored: readonly Stored[]): ProbedSegment['constraints'] =>
  stored.map(([type, operator, value = '']) => ({ type, property: 'p', operator, value }));

const kindsOf = (...stored: readonly Stored[]): readonly string[] =>
  segmentFindings({ matchType: 'all', constraints: constraintsOf(stored) }).map(({ kind }) => kind);

test('a segment without constraints matches everyone', () => {
  expect(kindsOf()).toEqual(['everyone']);
});

test('constraints that say the same, lists in any order', () => {
  const constraints = constraintsOf([
    ['string', 'isoneof', '["a","b"]'],
    ['string', 'eq', 'a'],
    ['string', 'isoneof', '["b","a","a"]'],
  ]);
  expect(segmentFindings({ matchType: 'any', constraints })).toEqual([
    { kind: 'duplicate', position: 3, other: 1 },
  ]);
});

test('numbers that are none, also in a list', () => {
  expect(kindsOf(['number', 'gt', 'ten'])).toEqual(['not-a-number']);
  expect(kindsOf(['number', 'isoneof', '[1,"two"]'])).toEqual(['not-a-number']);
  expect(kindsOf(['number', 'present'])).toEqual([]);
});

const neverMatching: readonly Stored[] = [
  ['datetime', 'isoneof', '["2026-01-01"]'],
  ['string', 'isoneof', 'a,b'],
  ['string', 'prefix', ' x'],
  ['string', 'isoneof', '[]'],
  ['number', 'eq', 'nan'],
  ['string', 'gt', 'a'],
];

test.each(neverMatching.map((stored) => ({ stored })))('$stored can never match', ({ stored }) => {
  expect(kindsOf(stored)).toEqual(['never']);
});

test.each<[Stored, Stored]>([
  [
    ['number', 'gt', '10'],
    ['number', 'lt', '10'],
  ],
  [
    ['number', 'gt', '10'],
    ['number', 'lte', '10'],
  ],
  [
    ['number', 'isoneof', '[1,2]'],
    ['number', 'gt', '2'],
  ],
  [
    ['number', 'notpresent'],
    ['number', 'neq', '2'],
  ],
  [
    ['string', 'eq', 'a'],
    ['string', 'eq', 'b'],
  ],
  [
    ['string', 'eq', 'abc'],
    ['string', 'notcontains', 'b'],
  ],
  [
    ['string', 'prefix', 'ab'],
    ['string', 'prefix', 'ac'],
  ],
  [
    ['string', 'isoneof', '["a","b"]'],
    ['string', 'isnotoneof', '["b","a","c"]'],
  ],
  [
    ['string', 'empty'],
    ['string', 'notempty'],
  ],
  [
    ['boolean', 'true'],
    ['boolean', 'false'],
  ],
  [
    ['datetime', 'lt', '2026-01-01'],
    ['datetime', 'gte', '2026-01-01T00:00:00Z'],
  ],
])('%j contradicts %j under All of', (one, other) => {
  expect(kindsOf(one, other)).toEqual(['contradiction']);
  expect(segmentFindings({ matchType: 'any', constraints: constraintsOf([one, other]) })).toEqual([]);
});

test.each<[Stored, Stored]>([
  [
    ['number', 'gte', '10'],
    ['number', 'lte', '10'],
  ],
  [
    ['number', 'gt', '1'],
    ['number', 'lt', '2'],
  ],
  [
    ['number', 'neq', '1'],
    ['number', 'neq', '2'],
  ],
  [
    ['number', 'isnotoneof', '[9]'],
    ['number', 'lt', '10'],
  ],
  [
    ['string', 'prefix', 'a'],
    ['string', 'suffix', 'b'],
  ],
  [
    ['string', 'contains', 'a'],
    ['string', 'neq', 'a'],
  ],
  [
    ['string', 'notcontains', 'a'],
    ['string', 'isnotoneof', '["b","c"]'],
  ],
  [
    ['string', 'prefix', 'a'],
    ['number', 'gt', '3'],
  ],
  [
    ['boolean', 'present'],
    ['boolean', 'false'],
  ],
  [
    ['datetime', 'gt', '2026-01-01'],
    ['datetime', 'lt', '2026-01-01T00:00:01Z'],
  ],
])('%j and %j can both be true', (one, other) => {
  expect(kindsOf(one, other)).toEqual([]);
});

test('what is called a contradiction matches no value', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 3 });
  const textOperator = fc.constantFrom(
    'eq',
    'neq',
    'prefix',
    'suffix',
    'contains',
    'notcontains',
    'notempty',
  );
  const constraint = fc.tuple(fc.constant('string' as const), textOperator, text);
  fc.assert(
    fc.property(constraint, constraint, fc.array(text, { minLength: 20 }), (one, other, values) => {
      const segment = { matchType: 'all', constraints: constraintsOf([one, other]) } as const;
      const isImpossible = segmentFindings(segment).some(({ kind }) => kind !== 'duplicate');
      const probe = new SegmentProbe(segment);
      const found = values.filter((value) => probe.matches('e', { p: value }));
      expect(isImpossible ? found : []).toEqual([]);
    }),
  );
});
