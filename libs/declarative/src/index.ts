export { DeclarativeSource } from './declarative-source';
export {
  locationOf,
  pollIntervalOf,
  openDeclarative,
  openWhenReady,
  type WaitOptions,
} from './open-declarative';
