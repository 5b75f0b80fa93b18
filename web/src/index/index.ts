export { namespaceIndexQuery, useNamespaceIndex, type NamespaceIndexState } from './index-query';
export { NamespaceIndex, type FlagExplanation, type IndexedFlag } from './namespace-index';
export { useNamespaceNews } from './use-namespace-news';
export { wireSnapshot } from './wire-snapshot';
