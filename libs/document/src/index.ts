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
export { type BuiltDocument, buildDocument, buildingOf } from './build-document';
export { mergeDocuments } from './merge-documents';
export { type NamespaceState } from './namespace-state';
export { describePlan, type PlanLine, type PlanSummary, summarizePlan } from './plan/describe-plan';
export {
  type ConstraintChange,
  type DistributionChange,
  type FieldChange,
  type FlagChange,
  type FlagFields,
  type ImportChange,
  type ImportMode,
  type ImportPlan,
  type NamespaceChange,
  type RolloutChange,
  type RuleChange,
  type SegmentChange,
  type VariantChange,
} from './plan/import-plan';
export { planImport, planningOf } from './plan/plan-import';
export { eachInSteps, type Steps } from './steps';
