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
  type ConstraintValues,
  type FlagDraft,
  type NamespaceDraft,
  type NamespaceValues,
  type RolloutDraft,
  type RuleDraft,
  type SegmentDraft,
  type SegmentValues,
  type VariantValues,
} from './drafts';
export {
  planDefaultVariant,
  planFlagMetadata,
  planFlagSwitch,
  planTurnOff,
  planTurnOn,
} from './flag-edit-plans';
export {
  planContentsCreate,
  planFlagCreate,
  planFlagDelete,
  planFlagUpdate,
  type FlagChanges,
} from './flag-plans';
export { joinPlans } from './join-plans';
export {
  planNamespaceCreate,
  planNamespaceDelete,
  planNamespaceDestroy,
  planNamespaceUpdate,
} from './namespace-plans';
export { planRemoveLeftovers } from './leftover-plans';
export { overrideOf } from './override-of';
export { planOverride, planRemoveOverride } from './override-plans';
export {
  type Call,
  type Change,
  isNeedless,
  type Json,
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
export { rolloutPlans } from './rollout-plans';
export { rulePlans } from './rule-plans';
export { type StepPlans } from './step-plans';
export {
  planConstraintCreate,
  planConstraintDelete,
  planConstraintUpdate,
  planSegmentCreate,
  planSegmentDelete,
  planSegmentUpdate,
} from './segment-plans';
export { planVariantCreate, planVariantDelete, planVariantUpdate } from './variant-plans';
export { variantUse } from './variant-use';
