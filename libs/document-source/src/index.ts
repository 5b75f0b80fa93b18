export { rowsOfDocument } from './thread/rows-of-document';
export { DeclarativeSource } from './declarative-source';
export {
  locationOf,
  openDeclarative,
  openWhenReady,
  pollIntervalOf,
  type WaitOptions,
} from './open-declarative';
