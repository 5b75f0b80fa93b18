export { anAuthentication, aLoginState } from './builders/authentication.builder';
export {
  aFlag,
  aFlagState,
  aVariant,
  aNamespace,
  aRollout,
  aDistribution,
  aRule,
  aConstraint,
  aSegment,
} from './builders/namespace.builder';
export { compiledFlag } from './builders/compiled-flag';
export { SOME_MOMENT, someTimes, timesAfter } from './builders/moments';
export { ControlledSnapshotSource, MemorySnapshotSource } from './memory-snapshot-source';
export { applyPlan } from './documents/apply-plan';
export { aDocument } from './documents/document.arbitrary';
export { type ImportPlan, planImport } from './documents/plan-import';
export { anEntityId, anEvaluatedDocument, anEvaluationContext } from './evaluation.arbitrary';
export { itIsALoginStateStore } from './login-state-store.contract';
export { ManualClock } from './manual-clock';
export { MemoryLoginStateStore } from './memory-login-state-store';
export { MemoryTokenStore } from './memory-token-store';
export { aSnapshotDocument } from './snapshot-document.arbitrary';
export { itIsASnapshotSource, type SnapshotSourceUnderTest } from './snapshot-source.contract';
export { itIsATokenStore } from './token-store.contract';
export { someStates, statesAfter } from './states.arbitrary';
