export { readFlagQuery, type SearchableFlag } from './flag-query';
export { withoutTerm } from './parse';
export { search, type Query } from './query';
export { readSegmentQuery } from './segment-query';
export { segmentSuggestionsFor, suggestionsFor, type QueryValues } from './suggestions';
