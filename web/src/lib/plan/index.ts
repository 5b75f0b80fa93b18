export { type NamespaceDraft } from './calls';
export {
  choiceKey,
  dryRun,
  planCopy,
  type CopyChoice,
  type CopyChoices,
  type CopyItem,
  type CopyOptions,
  type CopyScene,
  type CopyTarget,
} from './copy-plans';
export {
  planDefaultVariant,
  planFlagMetadata,
  planFlagSwitch,
  planTurnOff,
  planTurnOn,
} from './flag-edit-plans';
export { type FlagValues, planFlagCreate, planFlagDelete, planFlagUpdate } from './flag-plans';
export { joinPlans } from './join-plans';
export {
  planNamespaceCreate,
  planNamespaceDelete,
  planNamespaceDestroy,
  planNamespaceUpdate,
} from './namespace-plans';
export { planRemoveLeftovers } from './leftover-plans';
export { type Override, overrideOf } from './override-of';
export { planOverride, planRemoveOverride } from './override-plans';
export {
  type Call,
  type Change,
  isNeedless,
  type Past,
  type Plan,
  type PlanOutcome,
  type Step,
  type Wanted,
} from './plan';
export {
  type Based,
  type BasedFlag,
  type BasedSegment,
  planFlagState,
  planSegmentState,
} from './state-plans';
export { rolloutPlans, rulePlans, type StepPlans } from './step-plans';
export {
  planConstraintCreate,
  planConstraintDelete,
  planConstraintUpdate,
  planSegmentCreate,
  planSegmentDelete,
  planSegmentUpdate,
  type SegmentValues,
} from './segment-plans';
export { planVariantCreate, planVariantDelete, planVariantUpdate } from './variant-plans';
export { variantUse } from './variant-use';
