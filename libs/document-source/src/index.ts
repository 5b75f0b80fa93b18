export { rowsOfDocument } from './thread/rows-of-document';
export { DeclarativeSource } from './declarative-source';
export { openDeclarative, openWhenReady, type WaitOptions } from './open-declarative';
export { sourceKindOf } from './sources/sources';
export { type SourceKind } from './sources/source-kind';
