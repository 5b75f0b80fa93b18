import { InvalidArgumentError, quote, type Rollout, sortMembers, type Variant } from '@pennon/domain';
import { bareStep, type FlagState, type RolloutState, type VariantState } from '../flag-state';
import { flagParts, flagValueParts, rolloutParts, variantParts } from '../parts/flag-parts';
import { turnedOff } from '../parts/off-part';
import { isSameInParts, membersOf } from '../parts/part';
import { adoptRules, newRule } from './adopt-rules';
import { isSameList } from './is-same-list';
import { matchRows, plannedRanks } from './match-rows';
import { newRow, type NewRows } from './new-rows';
import { valuesOfFlag } from './state-of';
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
  if (stored?.type !== wanted.type) return newFlag(namespaceKey, stored, wanted, adoption);
  const { key: flagKey, variants: _, rules, rollouts, defaultVariantKey, ...values } = wanted;
  const variants = adoptVariants(stored, wanted.variants, adoption);
  const idOf = idsIn(flagKey, variants);
  const keyOf = variantKeysOf(stored);
  // Items are compared one by one.
  const items = { variants: [], rules: [], rollouts: [] };
  const isOther = !isSameInParts<FlagState>(
    flagParts,
    { ...valuesOfFlag(stored), ...items },
    { ...wanted, ...items },
  );
  const metadata = wanted.metadata && sortMembers(wanted.metadata);
  const defaultVariantId = defaultVariantKey === undefined ? undefined : idOf(defaultVariantKey);
  const adopted = {
    variants,
    rules: adoptRules({ namespaceKey, flagKey, keyOf, idOf }, stored.rules, rules, adoption),
    rollouts: adoptRollouts(stored, rollouts, adoption),
  };
  if (isOther) {
    const updatedAt = adoption.now();
    const off = turnedOff(wanted.off, stored.off, { by: adoption.author, at: updatedAt });
    return { ...stored, ...values, off, metadata, defaultVariantId, updatedAt, ...adopted };
  }
  const isSame =
    isSameSet(variants, stored.variants) &&
    isSameList(adopted.rules, stored.rules) &&
    isSameList(adopted.rollouts, stored.rollouts);
  // So that nobody has to look what differs.
  return isSame ? stored : { ...stored, ...adopted };
}

/** @param replaced The flag of the key, which has another type; undefined for none. */
function newFlag(
  namespaceKey: string,
  replaced: StoredFlag | undefined,
  wanted: FlagState,
  adoption: Adoption,
): StoredFlag {
  const { key: flagKey, variants, rules, rollouts, defaultVariantKey } = wanted;
  const now = adoption.now();
  const owner = { namespaceKey, flagKey };
  const added = variants.map((variant) => newVariant(owner, variant, adoption));
  const idOf = idsIn(flagKey, added);
  return {
    namespaceKey,
    key: flagKey,
    createdAt: now,
    updatedAt: now,
    off: turnedOff(wanted.off, replaced?.off, { by: adoption.author, at: now }),
    defaultVariantId: defaultVariantKey === undefined ? undefined : idOf(defaultVariantKey),
    variants: added,
    rules: rules.map((rule, index) => newRule({ ...owner, idOf }, rule, index, adoption)),
    rollouts: rollouts.map((rollout, index) => newRollout(owner, rollout, index, adoption)),
    ...membersOf(flagValueParts, wanted),
  };
}

/** What rows of a flag say of it. */
interface Owner {
  readonly namespaceKey: string;
  readonly flagKey: string;
}

function newVariant({ namespaceKey, flagKey }: Owner, variant: VariantState, rows: NewRows): Variant {
  return newRow({ namespaceKey, flagKey, ...variant }, rows, 'variant', flagKey, variant.key);
}

function newRollout(
  { namespaceKey, flagKey }: Owner,
  rollout: RolloutState,
  index: number,
  rows: NewRows,
): Rollout {
  const said = { namespaceKey, flagKey, rank: index + 1, ...rollout, ...{ step: bareStep(rollout.step) } };
  return newRow(said, rows, 'rollout', flagKey, index);
}

function adoptVariants(
  { namespaceKey, key: flagKey, variants: stored }: StoredFlag,
  wanted: readonly VariantState[],
  adoption: Adoption,
): readonly Variant[] {
  const present = new Map(stored.map((variant) => [variant.key, variant]));
  const adopted = wanted.map((variant): Variant => {
    const row = present.get(variant.key);
    if (row === undefined) return newVariant({ namespaceKey, flagKey }, variant, adoption);
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
  { namespaceKey, key: flagKey, rollouts: stored }: StoredFlag,
  wanted: readonly RolloutState[],
  rows: NewRows,
): readonly Rollout[] {
  const matches = matchRows<Rollout, RolloutState>(stored, wanted, flagParts.rollouts.likeness);
  const ranks = plannedRanks(matches, stored);
  return wanted.map((rollout, index) => {
    const row = matches[index];
    if (row === undefined) return newRollout({ namespaceKey, flagKey }, rollout, index, rows);
    const rank = ranks[index] ?? index + 1;
    const isSame = row.rank === rank && isSameInParts<RolloutState>(rolloutParts, row, rollout);
    return isSame ? row : { ...row, ...rollout, step: bareStep(rollout.step), rank, updatedAt: rows.now() };
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
