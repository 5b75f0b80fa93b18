export {
  choiceKey,
  dryRun,
  joinCopy,
  planContentsCreate,
  planCopy,
  planCopyParts,
  type CopyChoice,
  type CopyItem,
  type CopyOptions,
  type CopyParts,
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
  planFlagCreate,
  planFlagDelete,
  planFlagSwitch,
  planFlagUpdate,
  type FlagChanges,
} from './flag-plans';
export { joinPlans } from './join-plans';
export { missingSegments } from './missing-segments';
export {
  planNamespaceCreate,
  planNamespaceDelete,
  planNamespaceDestroy,
  planNamespaceUpdate,
} from './namespace-plans';
export { overrideOf, planOverride, planRemoveOverride } from './override-plans';
export { type Call, type Change, type Json, type Plan, type PlanOutcome, type Step } from './plan';
export { planRemoveCreated } from './remove-created';
export {
  planRolloutCreate,
  planRolloutDelete,
  planRolloutReorder,
  planRolloutReplace,
  planRolloutUpdate,
} from './rollout-plans';
export { planRuleCreate, planRuleDelete, planRuleReorder, planRuleUpdate } from './rule-plans';
export {
  planConstraintCreate,
  planConstraintDelete,
  planConstraintsCreate,
  planConstraintUpdate,
  planSegmentCreate,
  planSegmentDelete,
  planSegmentUpdate,
} from './segment-plans';
export { planTurnOff, planTurnOn } from './turning-plans';
export { planVariantCreate, planVariantDelete, planVariantUpdate, variantUse } from './variant-plans';
export {
  planVersion,
  type Obstacle,
  type Restoration,
  type Version,
  type VersionScene,
} from './version-plans';
