export { compareNamespaces, type ComparedItem, type NamespaceContents } from './compare-namespaces';
export { flagDifferences } from './flag-differences';
export { sortedJson } from './json-equality';
export { segmentDifferences } from './segment-differences';
