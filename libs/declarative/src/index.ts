export { DeclarativeSource } from './declarative-source';
export { locationOf, pollIntervalOf } from './location-of';
export { openDeclarative } from './open-declarative';
export { openWhenReady, type WaitOptions } from './open-when-ready';
