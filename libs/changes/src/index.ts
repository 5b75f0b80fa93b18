export {
  Changes,
  type ChangeNote,
  type ChangesOptions,
  type ChangeWork,
  type Subject,
} from './commit/changes';
export { Trail } from './commit/trail';
export { touchDeletedNamespace } from './history/touch-deleted-namespace';
export { Importer, type ImportChanges, type ImportOptions } from './import/importer';
export { type ImportOutcome, type LineLimits } from './import/tally';
export { NamespaceExports, type ListedNamespace, type NamespaceExport } from './reading/namespace-exports';
export {
  NamespaceHistory,
  type NamespaceDifference,
  type StateChange,
  type SubjectPage,
} from './history/namespace-history';
export { stateText, type SubjectState } from './history/subject-state';
export { compareDocuments } from './reading/compare-documents';
