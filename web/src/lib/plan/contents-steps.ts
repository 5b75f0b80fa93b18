import { plansCopy as copy } from '@/copy/plans';
import {
  createFlagCall,
  createRolloutCall,
  createVariantCall,
  turnOffCall,
  updateFlagCall,
  type FlagPlace,
} from './calls';
import { type ContentsDraft, type FlagValues, type VariantValues } from './drafts';
import { idFrom } from './paths';
import { type Step } from './plan';
import { createRuleSteps } from './rule-plans';
import { variantNames } from './words';

/**
 * The steps that make a whole flag: one that is off is so before it serves anything, what is referred to comes first,
 * the default variant last.
 */
export function createFlagSteps(
  namespaceKey: string,
  { flag, rules, rollouts }: ContentsDraft,
): readonly Step[] {
  const place: FlagPlace = { namespaceKey, key: flag.key };
  // Ids are unique within a plan, and a plan may make several flags.
  const named = (part: string): string => `${stepNameOf(flag.key)}-${part}`;
  const variantIds = new Map(
    flag.variants.map(({ key }, index) => [key, idFrom(named(`variant-${index + 1}`))]),
  );
  const defaultVariantId =
    flag.defaultVariantKey === undefined ? undefined : variantIds.get(flag.defaultVariantKey);
  return [
    { title: copy.create(copy.flag(flag.key)), call: createFlagCall(namespaceKey, flag) },
    ...(flag.off === undefined
      ? []
      : [{ title: copy.turnOff(flag.key), call: turnOffCall(place, flag.off.reason) }]),
    ...flag.variants.map((variant, index) =>
      createVariantStep(place, variant, named(`variant-${index + 1}`)),
    ),
    ...createTargetingSteps(place, { rules, rollouts }, variantIds, named, { rules: 0, rollouts: 0 }),
    ...(defaultVariantId === undefined || flag.defaultVariantKey === undefined
      ? []
      : [defaultVariantStep(place, flag, flag.defaultVariantKey, defaultVariantId)]),
  ];
}

/**
 * The steps that make rules and rollouts after those that are there.
 *
 * @param variantIds Ids, or what stands for them, by key.
 * @param ranks The highest ranks that are taken.
 */
export function createTargetingSteps(
  place: FlagPlace,
  { rules, rollouts }: Pick<ContentsDraft, 'rules' | 'rollouts'>,
  variantIds: ReadonlyMap<string, string>,
  named: (part: string) => string,
  ranks: { readonly rules: number; readonly rollouts: number },
): readonly Step[] {
  const names = variantNames([...variantIds].map(([key, id]) => ({ id, key })));
  const idOf = (key: string): string => variantIds.get(key) ?? key;
  return [
    ...rules.flatMap((rule, index) => {
      const shares = rule.shares.map(({ variantId, rollout }) => ({ variantId: idOf(variantId), rollout }));
      const rank = ranks.rules + index + 1;
      return createRuleSteps(place, { ...rule, shares }, rank, named(`rule-${index + 1}`), names);
    }),
    ...rollouts.map((rollout, index) => {
      const rank = ranks.rollouts + index + 1;
      return {
        name: named(`rollout-${index + 1}`),
        title: copy.create(copy.rollout(rank)),
        call: createRolloutCall(place, rollout, rank),
      };
    }),
  ];
}

/** The step that makes a variant, called by that name. */
export function createVariantStep(place: FlagPlace, variant: VariantValues, name: string): Step {
  return {
    name,
    title: copy.create(copy.variant(variant.key)),
    call: createVariantCall(place, variant),
  };
}

/** The step that sets the default variant, and with it writes the whole flag. */
function defaultVariantStep(
  place: FlagPlace,
  { name, description, enabled }: Omit<FlagValues, 'metadata'>,
  key: string,
  defaultVariantId: string,
): Step {
  return {
    title: copy.setDefaultVariant(place.key, key),
    call: updateFlagCall(place, { name, description, enabled, defaultVariantId }),
  };
}

/** A key as part of the name of a step, which keys of other flags do not share. */
export function stepNameOf(key: string): string {
  return Array.from(key, (character) =>
    /[a-z0-9]/.test(character) ? character : `-${character.charCodeAt(0).toString(16)}-`,
  ).join('');
}
