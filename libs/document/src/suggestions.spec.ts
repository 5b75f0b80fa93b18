import { comparisonTypes } from '@pennon/domain';
import { matchableOperatorsByType } from '@pennon/state';
import { suggestOperator, suggestWord } from './suggestions';
import { comparisonTypeWords, flagTypeWords, matchTypeWords, segmentOperatorWords } from './words';

const kinds = [matchTypeWords, segmentOperatorWords, flagTypeWords, comparisonTypeWords].map((words) =>
  Object.values<string>(words),
);
const [matchTypes = [], segmentOperators = [], flagTypes = [], types = []] = kinds;

describe('a word', () => {
  it.each([
    ['AND_MATCH_TYPE', matchTypes, 'ALL_MATCH_TYPE'],
    ['and', matchTypes, 'ALL_MATCH_TYPE'],
    ['EVERY_MATCH_TYPE', matchTypes, 'ALL_MATCH_TYPE'],
    ['MATCH_ALL', matchTypes, 'ALL_MATCH_TYPE'],
    ['all', matchTypes, 'ALL_MATCH_TYPE'],
    ['ALL_MATCH_TPYE', matchTypes, 'ALL_MATCH_TYPE'],
    ['VARIANT_FLAG_TYP', flagTypes, 'VARIANT_FLAG_TYPE'],
    ['ALL_MACH_TYPE', matchTypes, 'ALL_MATCH_TYPE'],
    ['OR_MATCH_TYPE', matchTypes, 'ANY_MATCH_TYPE'],
    ['SOME', matchTypes, 'ANY_MATCH_TYPE'],
    ['ONE_MATCH_TYPE', matchTypes, 'ANY_MATCH_TYPE'],
    // As near to one as to the other.
    ['AN_MATCH_TYPE', matchTypes, undefined],
    ['ALY_MATCH_TYPE', matchTypes, undefined],
    ['NONE_MATCH_TYPE', matchTypes, undefined],
    ['NOT_ALL_MATCH_TYPE', matchTypes, undefined],
    ['ALL_SEGMENT_OPERATOR', segmentOperators, 'AND_SEGMENT_OPERATOR'],
    ['ANY_SEGMENT_OPERATOR', segmentOperators, 'OR_SEGMENT_OPERATOR'],
    ['AND', segmentOperators, 'AND_SEGMENT_OPERATOR'],
    ['XOR_SEGMENT_OPERATOR', segmentOperators, undefined],
    ['NOR_SEGMENT_OPERATOR', segmentOperators, undefined],
    ['NAND_SEGMENT_OPERATOR', segmentOperators, undefined],
    ['boolean', flagTypes, 'BOOLEAN_FLAG_TYPE'],
    ['BOOLEN_FLAG_TYPE', flagTypes, 'BOOLEAN_FLAG_TYPE'],
    ['TOGGLE_FLAG_TYPE', flagTypes, 'BOOLEAN_FLAG_TYPE'],
    ['variant_flag_type', flagTypes, 'VARIANT_FLAG_TYPE'],
    ['EXPERIMENT', flagTypes, undefined],
    ['INTEGER_COMPARISON_TYPE', types, 'NUMBER_COMPARISON_TYPE'],
    ['DATE_COMPARISON_TYPE', types, 'DATETIME_COMPARISON_TYPE'],
    ['bool', types, 'BOOLEAN_COMPARISON_TYPE'],
    ['ENTITYID_COMPARISON_TYPE', types, 'ENTITY_ID_COMPARISON_TYPE'],
    ['ENTITY_COMPARISON_TYPE', types, 'ENTITY_ID_COMPARISON_TYPE'],
    ['UNKNOWN_COMPARISON_TYPE', types, undefined],
    ['VERSION_COMPARISON_TYPE', types, undefined],
    ['x'.repeat(100_000), types, undefined],
  ])('%.30s of %p means %s', (written, words, meant) => {
    expect(suggestWord(written, words)).toBe(meant);
  });

  it.each(kinds.flatMap((words) => words.map((word) => [word, words] as const)))(
    '%s is its own meaning',
    (word, words) => {
      expect(suggestWord(word.toLowerCase(), words)).toBe(word);
    },
  );
});

describe('an operator', () => {
  it.each([
    ['string', 'in', 'isoneof'],
    ['string', 'IN', 'isoneof'],
    ['string', 'not in', 'isnotoneof'],
    ['string', 'notin', 'isnotoneof'],
    ['string', 'nin', 'isnotoneof'],
    ['string', '==', 'eq'],
    ['string', '!=', 'neq'],
    ['string', 'equals', 'eq'],
    ['string', 'not_equals', 'neq'],
    ['string', 'starts_with', 'prefix'],
    ['string', 'endsWith', 'suffix'],
    ['string', 'contain', 'contains'],
    ['string', 'NOT_CONTAINS', 'notcontains'],
    ['string', 'present', 'notempty'],
    ['string', 'notpresent', 'empty'],
    ['string', 'lt', undefined],
    ['string', 'matches', undefined],
    ['string', 'notprefix', undefined],
    ['string', 'containss', 'contains'],
    ['string', 'nsuffix', undefined],
    ['entityId', 'startsWith', 'prefix'],
    ['number', '>', 'gt'],
    ['number', '>=', 'gte'],
    ['number', '<', 'lt'],
    ['number', '<=', 'lte'],
    ['number', 'greater-than', 'gt'],
    ['number', 'lessThanOrEqual', 'lte'],
    ['number', 'notlessthan', undefined],
    ['number', 'empty', 'notpresent'],
    ['number', 'prefix', undefined],
    ['boolean', 'is true', 'true'],
    ['boolean', 'eq', undefined],
    ['boolean', 'exists', 'present'],
    ['datetime', 'before', 'lt'],
    ['datetime', 'after', 'gt'],
    ['datetime', 'in', undefined],
    ['number', 'between', undefined],
  ] as const)('of type %s that is written %s means %s', (type, written, meant) => {
    expect(suggestOperator(type, written)).toBe(meant);
  });

  it('is never suggested to a type that does not have it', () => {
    const written = comparisonTypes.flatMap((type) => matchableOperatorsByType[type]);
    for (const type of comparisonTypes) {
      for (const operator of written) {
        const meant = suggestOperator(type, operator);
        expect(meant === undefined || matchableOperatorsByType[type].includes(meant)).toBe(true);
      }
    }
  });
});
