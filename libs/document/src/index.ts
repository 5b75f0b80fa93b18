export { documentAttachment } from './attachment';
export { type DocumentFormat, documentFormats, formatOfFile } from './format';
export {
  type DocumentConstraint,
  type DocumentDistribution,
  type DocumentFlag,
  type DocumentNamespace,
  type DocumentRollout,
  type DocumentRule,
  type DocumentSegment,
  type DocumentVariant,
  type NamespaceDocument,
} from './document';
export { describeProblem, DocumentError, type Problem } from './problem';
export { MAX_PROBLEMS } from './problem-log';
export {
  DocumentReader,
  MAX_DOCUMENT_LENGTH,
  readDocuments,
  readDocumentStream,
  type ReadOptions,
} from './read/document-reader';
export { JsonSyntaxError } from './json/parse-json';
export { KeysRead } from './read/keys-read';
export { namespaceKeysIn } from './read/namespace-keys';
export { type ReadDocument, type UnknownSegment } from './read/read-document';
export { type DocumentVersion, documentVersions, LATEST_VERSION } from './version';
export { DocumentWriteError } from './write/document-write-error';
export {
  type DocumentHeader,
  DocumentWriter,
  writeDocuments,
  type WriteOptions,
} from './write/document-writer';
export { sortByKey } from './write/sort-by-key';
export { versionNeededBy } from './write/version-needed';
export { type BuiltDocument, buildDocument } from './build-document';
export { mergeDocuments } from './merge-documents';
export { AT_ONCE, type NamespaceOutline, partsOf } from './namespace-outline';
export { type NamespaceState } from './namespace-state';
export { describeChange, type PlanLine, type PlanSummary } from './plan/describe-change';
export {
  type ConstraintChange,
  type DistributionChange,
  type FieldChange,
  type FlagChange,
  type FlagFields,
  type ImportChange,
  type ImportMode,
  type NamespaceChange,
  type RolloutChange,
  type RuleChange,
  type SegmentChange,
  type VariantChange,
} from './plan/import-change';
export { type ImportPart, importParts } from './plan/import-parts';
