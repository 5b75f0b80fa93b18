export { Importer, type ApplyChange, type ImportOptions } from './importer';
export { type ImportOutcome, type LineLimits } from './import-outcome';
export { NamespaceExports, type ListedNamespace, type NamespaceExport } from './namespace-exports';
