export { documentAttachment } from './json/json-text';
export { type DocumentFormat, documentFormats, formatOfFile } from './format';
export { type DocumentNamespace, type NamespaceDocument, sortByKey, mergeDocuments } from './document';
export { describeProblem, describeProblems, DocumentError, type Problem, MAX_PROBLEMS } from './problem';
export {
  DocumentReader,
  MAX_DOCUMENT_LENGTH,
  readDocuments,
  readDocumentStream,
  type ReadOptions,
} from './read/document-reader';
export { JsonSyntaxError } from './json/parse-json';
export { KeysRead, type ReadDocument, type UnknownSegment } from './read/read-document';
export { namespaceKeysIn } from './read/namespace-keys';
export { type DocumentVersion, documentVersions, LATEST_VERSION } from './version';
export { DocumentWriteError } from './fields/written-json';
export { versionNeededBy } from './write/version-needed';
export {
  type DocumentHeader,
  DocumentWriter,
  writeDocuments,
  type WriteOptions,
} from './write/document-writer';
export { forFlipt } from './write/for-flipt';
export { partWord } from './part-words';
export { partText } from './write/part-text';
export { flagText, segmentText, wantedFlagText, withMembersOf } from './write/subject-text';
export { type BuiltDocument, buildDocument } from './write/build-document';
export {
  AT_ONCE,
  onlyFlags,
  type NamespaceOutline,
  type NamedContents,
  partsOf,
  onlySegments,
} from './namespace-contents';
export {
  isEmptySummary,
  type PlanSummary,
  type ConstraintChange,
  type Deletions,
  type DistributionChange,
  type FieldChange,
  type FlagChange,
  type ImportChange,
  type ImportMode,
  type Planned,
  type NamespaceChange,
  type RolloutChange,
  type RuleChange,
  type SegmentChange,
  type VariantChange,
} from './plan/import-change';
export {
  cutLine,
  describeChange,
  lineCount,
  type PlanLine,
  sentenceCount,
  sentencesOf,
} from './plan/plan-lines';
export { attachmentOfRow } from './plan/attachment-of-row';
export { changesOf, changesOfNamespace } from './plan/changes-of';
export { type ImportPart, importParts } from './plan/import-parts';
