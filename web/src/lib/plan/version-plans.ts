import { plansCopy as copy } from '@/copy/plans';
import { keptAttachment } from '../compare/kept-attachment';
import { type FlagContents, type FlagType, type Rule, type SegmentChoice } from '../model';
import {
  type FlagValues,
  type RolloutDraft,
  type RuleDraft,
  type ShareDraft,
  type VariantValues,
} from './drafts';
import { planFlagUpdate } from './flag-plans';
import { type Ranked } from './order';
import { type Plan } from './plan';
import { planRolloutCreate, planRolloutReorder, planRolloutUpdate } from './rollout-plans';
import { planRuleCreate, planRuleReorder, planRuleUpdate } from './rule-plans';
import { inPlaces, type StoredShare } from './share-steps';
import { planVariantCreate, planVariantUpdate } from './variant-plans';

/** What a flag or a part of it once was, as the audit log has it. Ids are those of then. */
export type Version =
  | {
      readonly kind: 'flag';
      readonly type: FlagType;
      readonly values: FlagValues;
      readonly defaultVariantKey: string | undefined;
    }
  | { readonly kind: 'variant'; readonly id: string; readonly values: VariantValues }
  | ({
      readonly kind: 'rule';
      readonly choice: SegmentChoice;
      readonly shares: readonly StoredShare[];
    } & Ranked)
  | { readonly kind: 'share'; readonly ruleId: string; readonly share: StoredShare }
  | ({ readonly kind: 'rollout'; readonly draft: RolloutDraft } & Ranked)
  | { readonly kind: 'rule order' | 'rollout order'; readonly ids: readonly string[] };

/** The flag as it is now, and what a version of it may refer to. */
export interface VersionScene extends FlagContents {
  /** All that the namespace has. */
  readonly segmentKeys: ReadonlySet<string>;
  /** The keys of variants that were deleted, by their ids. */
  readonly deletedVariants: ReadonlyMap<string, string>;
}

/** The way back to a version. */
export interface Restoration {
  /** Without steps when the version is what there is. */
  readonly plan: Plan;
  /** True for what is gone: it gets a new id. */
  readonly isAnew: boolean;
}

/** Why a version cannot be restored, in words. */
export interface Obstacle {
  readonly obstacle: string;
}

/**
 * Makes that part of a flag what it was: changes it, or makes it anew if it is gone.
 */
export function planVersion(scene: VersionScene, version: Version): Restoration | Obstacle {
  switch (version.kind) {
    case 'flag':
      return flagPlan(scene, version);
    case 'variant':
      return variantPlan(scene, version);
    case 'rule':
      return rulePlan(scene, version);
    case 'share':
      return sharePlan(scene, version);
    case 'rollout':
      return rolloutPlan(scene, version);
    case 'rule order':
      return { plan: planRuleReorder(scene, orderOf(scene.rules, version.ids)), isAnew: false };
    case 'rollout order':
      return { plan: planRolloutReorder(scene, orderOf(scene.rollouts, version.ids)), isAnew: false };
  }
}

type VersionOf<Kind extends Version['kind']> = Extract<Version, { readonly kind: Kind }>;

function flagPlan({ flag }: VersionScene, version: VersionOf<'flag'>): Restoration | Obstacle {
  const { type, values, defaultVariantKey } = version;
  if (type !== flag.type) return { obstacle: copy.obstacles.type };
  const defaultVariant = flag.variants.find(({ key }) => key === defaultVariantKey);
  if (defaultVariantKey !== undefined && defaultVariant === undefined) {
    return gone([copy.variant(defaultVariantKey)]);
  }
  const plan = planFlagUpdate(flag, { ...values, defaultVariantId: defaultVariant?.id ?? '' });
  return changed(plan, copy.flag(flag.key));
}

/** A variant that was made again since is the same one: applications know it by its key. */
function variantPlan({ flag }: VersionScene, { id, values }: VersionOf<'variant'>): Restoration {
  const stored =
    flag.variants.find((variant) => variant.id === id) ??
    flag.variants.find((variant) => variant.key === values.key);
  const subject = copy.of(copy.variant(values.key), flag.key);
  if (stored === undefined) return made(planVariantCreate(flag, values), subject);
  const attachment = keptAttachment(stored.attachment, values.attachment);
  return changed(planVariantUpdate(flag, stored, { ...values, attachment }), subject);
}

function rulePlan(
  scene: VersionScene,
  { id, rank, choice, shares }: VersionOf<'rule'>,
): Restoration | Obstacle {
  const { flag, rules } = scene;
  const wanted = shares.map((share) => ({ ...share, variantId: presentVariantId(scene, share) }));
  const missing = [...missingSegmentsOf(scene, choice), ...missingVariantsOf(scene, wanted)];
  if (missing.length > 0) return gone(missing);
  const stored = rules.find((rule) => rule.id === id);
  if (stored === undefined) {
    const index = placeFor(rules, rank);
    const plan = planRuleCreate(scene, { ...choice, shares: wanted }, index);
    return made(plan, copy.of(copy.rule(index + 1), flag.key));
  }
  return ruleUpdate(scene, stored, { ...choice, shares: inPlaces(stored.distributions, wanted) });
}

/** A share that is gone comes last: the log does not say where it was. */
function sharePlan(scene: VersionScene, { ruleId, share }: VersionOf<'share'>): Restoration | Obstacle {
  const stored = scene.rules.find(({ id }) => id === ruleId);
  if (stored === undefined) return gone([copy.itsRule]);
  const wanted: ShareDraft = { ...share, variantId: presentVariantId(scene, share) };
  const missing = missingVariantsOf(scene, [wanted]);
  if (missing.length > 0) return gone(missing);
  const { distributions } = stored;
  const present =
    distributions.find(({ id }) => id === share.id) ??
    distributions.find(({ variantId }) => variantId === wanted.variantId);
  const shares: readonly ShareDraft[] =
    present === undefined
      ? [...distributions, wanted]
      : distributions.map((each) => (each === present ? { ...wanted, id: each.id } : each));
  return ruleUpdate(scene, stored, { ...stored, shares });
}

function rolloutPlan(scene: VersionScene, { id, rank, draft }: VersionOf<'rollout'>): Restoration | Obstacle {
  const { flag, rollouts } = scene;
  const missing = draft.type === 'SEGMENT_ROLLOUT_TYPE' ? missingSegmentsOf(scene, draft.segment) : [];
  if (missing.length > 0) return gone(missing);
  const stored = rollouts.find((rollout) => rollout.id === id);
  const index = stored === undefined ? placeFor(rollouts, rank) : rollouts.indexOf(stored);
  const subject = copy.of(copy.rollout(index + 1), flag.key);
  return stored === undefined
    ? made(planRolloutCreate(scene, draft, index), subject)
    : changed(planRolloutUpdate(scene, stored, draft), subject);
}

function ruleUpdate(scene: VersionScene, rule: Rule, draft: RuleDraft): Restoration {
  const subject = copy.of(copy.rule(scene.rules.indexOf(rule) + 1), scene.flag.key);
  return changed(planRuleUpdate(scene, rule, draft), subject);
}

function changed(plan: Plan, subject: string): Restoration {
  return { plan: { ...plan, title: copy.restore(subject) }, isAnew: false };
}

function made(plan: Plan, subject: string): Restoration {
  return { plan: { ...plan, title: copy.restoreAnew(subject) }, isAnew: true };
}

function gone(things: readonly string[]): Obstacle {
  return { obstacle: copy.obstacles.gone([...new Set(things)].join(', ')) };
}

/** The id that the variant has now, if it was deleted and made again. */
function presentVariantId(
  { flag, deletedVariants }: VersionScene,
  { variantId }: Pick<ShareDraft, 'variantId'>,
): string {
  const key = deletedVariants.get(variantId);
  return flag.variants.find((variant) => variant.key === key)?.id ?? variantId;
}

function missingVariantsOf(
  { flag, deletedVariants }: VersionScene,
  shares: readonly ShareDraft[],
): readonly string[] {
  return shares
    .filter(({ variantId }) => flag.variants.every(({ id }) => id !== variantId))
    .map(({ variantId }) => copy.variant(deletedVariants.get(variantId) ?? variantId));
}

function missingSegmentsOf(scene: VersionScene, { segmentKeys }: SegmentChoice): readonly string[] {
  return segmentKeys.filter((key) => !scene.segmentKeys.has(key)).map(copy.segment);
}

/** The place, from 0, for what had that rank. */
function placeFor(siblings: readonly Ranked[], rank: number): number {
  return siblings.filter((sibling) => sibling.rank < rank).length;
}

/** That order of those that are still there; what came since is last. */
function orderOf(present: readonly Ranked[], wanted: readonly string[]): readonly string[] {
  const ids = present.map(({ id }) => id);
  return [...wanted.filter((id) => ids.includes(id)), ...ids.filter((id) => !wanted.includes(id))];
}
