import { InvalidArgumentError, quote, type Rollout, sortMembers, type Variant } from '@pennon/domain';
import { bareStep, type FlagState, type RolloutState, type VariantState } from '../flag-state';
import { flagParts, rolloutParts, variantParts } from '../parts/flag-parts';
import { changedParts, isSameInParts } from '../parts/part';
import { adoptRules } from './adopt-rules';
import { isSameList } from './is-same-list';
import { matchRows, plannedRanks } from './match-rows';
import { newRow, type NewRows } from './new-rows';
import { type StoredFlag, variantKeysOf } from './stored-flag';

/** How a state is adopted. */
export interface Adoption extends NewRows {
  /** True if variants go that the state lacks; otherwise they stay. */
  readonly isComplete: boolean;
  /** An attachment that is stored, as states have it. */
  attachmentOf(stored: string): string;
}

/**
 * The flag that a state asks for, made of what is stored: what is like it keeps its row. This is the one place that
 * tells what became of which row. Variants come in the order of the state, and then those that it lacks.
 *
 * @param stored Undefined for a flag that is not there.
 * @throws InvalidArgumentError if something names a variant that the flag is not to have.
 */
export function adoptFlag(
  namespaceKey: string,
  stored: StoredFlag | undefined,
  wanted: FlagState,
  adoption: Adoption,
): StoredFlag {
  // Nothing can change the type.
  if (stored?.type !== wanted.type) return newFlag(namespaceKey, wanted, adoption);
  const { key: flagKey, variants: _, rules, rollouts, defaultVariantKey, ...values } = wanted;
  const variants = adoptVariants(stored, wanted.variants, adoption);
  const idOf = idsIn(flagKey, variants);
  const keyOf = variantKeysOf(stored);
  const { defaultVariantId: before } = stored;
  const present = before === undefined ? undefined : keyOf.get(before);
  // Items are compared one by one.
  const items = { variants: [], rules: [], rollouts: [] };
  const isOther = !isSameInParts<FlagState>(
    flagParts,
    { ...stored, ...items, defaultVariantKey: present },
    { ...wanted, ...items },
  );
  const metadata = wanted.metadata && sortMembers(wanted.metadata);
  const defaultVariantId = defaultVariantKey === undefined ? undefined : idOf(defaultVariantKey);
  const adopted = {
    variants,
    rules: adoptRules({ namespaceKey, flagKey, keyOf, idOf }, stored.rules, rules, adoption),
    rollouts: adoptRollouts(stored, rollouts, adoption),
  };
  if (isOther)
    return { ...stored, ...values, metadata, defaultVariantId, updatedAt: adoption.now(), ...adopted };
  const isSame =
    isSameSet(variants, stored.variants) &&
    isSameList(adopted.rules, stored.rules) &&
    isSameList(adopted.rollouts, stored.rollouts);
  // So that nobody has to look what differs.
  return isSame ? stored : { ...stored, ...adopted };
}

function newFlag(
  namespaceKey: string,
  { variants, rules, rollouts, defaultVariantKey, ...values }: FlagState,
  adoption: Adoption,
): StoredFlag {
  const { key: flagKey } = values;
  const now = adoption.now();
  const added = variants.map((variant): Variant => ({
    ...newRow(namespaceKey, adoption),
    flagKey,
    ...variant,
  }));
  const idOf = idsIn(flagKey, added);
  const owner = { namespaceKey, flagKey, keyOf: new Map<string, string>(), idOf };
  const flag = { namespaceKey, ...values, createdAt: now, updatedAt: now, rollouts: [] };
  return {
    ...flag,
    defaultVariantId: defaultVariantKey === undefined ? undefined : idOf(defaultVariantKey),
    variants: added,
    rules: adoptRules(owner, [], rules, adoption),
    rollouts: adoptRollouts(flag, rollouts, adoption),
  };
}

function adoptVariants(
  { namespaceKey, key: flagKey, variants: stored }: StoredFlag,
  wanted: readonly VariantState[],
  adoption: Adoption,
): readonly Variant[] {
  const present = new Map(stored.map((variant) => [variant.key, variant]));
  const adopted = wanted.map((variant): Variant => {
    const row = present.get(variant.key);
    if (row === undefined) return { ...newRow(namespaceKey, adoption), flagKey, ...variant };
    const state = { ...row, attachment: adoption.attachmentOf(row.attachment) };
    if (isSameInParts<VariantState>(variantParts, state, variant)) return row;
    return { ...row, ...variant, updatedAt: adoption.now() };
  });
  if (adoption.isComplete) return adopted;
  const keys = new Set(wanted.map(({ key }) => key));
  return [...adopted, ...stored.filter(({ key }) => !keys.has(key))];
}

/** The rollouts that are wanted, in that order. A rollout keeps its row as long as its type does. */
function adoptRollouts(
  { namespaceKey, key: flagKey, rollouts: stored }: Pick<StoredFlag, 'namespaceKey' | 'key' | 'rollouts'>,
  wanted: readonly RolloutState[],
  rows: NewRows,
): readonly Rollout[] {
  const { pairs } = matchRows<Rollout, RolloutState>(stored, wanted, flagParts.rollouts.likeness);
  const ranks = plannedRanks(
    pairs.map(({ row }) => row),
    stored,
  );
  return pairs.map(({ row, wanted: rollout }, index) => {
    const rank = ranks[index] ?? index + 1;
    const said = { ...rollout, step: bareStep(rollout.step) };
    if (row === undefined) return { ...newRow(namespaceKey, rows), flagKey, rank, ...said };
    const isSame = row.rank === rank && changedParts<RolloutState>(rolloutParts, row, rollout).length === 0;
    return isSame ? row : { ...row, ...said, rank, updatedAt: rows.now() };
  });
}

function idsIn(flagKey: string, variants: readonly Variant[]): (key: string) => string {
  const ids = new Map(variants.map(({ key, id }) => [key, id]));
  return (key) => {
    const id = ids.get(key);
    if (id === undefined)
      throw new InvalidArgumentError(`flag ${quote(flagKey)} names the unknown variant ${quote(key)}`);
    return id;
  };
}

/** Variants are in no order. */
function isSameSet(variants: readonly Variant[], stored: readonly Variant[]): boolean {
  const known = new Set(stored);
  return variants.length === stored.length && variants.every((variant) => known.has(variant));
}
