export { Importer, type ImportChanges, type ImportOptions } from './importer';
export { type ImportOutcome, type LineLimits } from './tally';
export { NamespaceExports, type ListedNamespace, type NamespaceExport } from './namespace-exports';
