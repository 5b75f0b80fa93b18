export { compareNamespaces, type ComparedItem, type NamespaceContents } from './compare-namespaces';
export { flagDifferences, segmentDifferences } from './differences';
