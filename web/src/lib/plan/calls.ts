import { type SegmentChoice, type SegmentRolloutChoice } from '../model';
import {
  type ConstraintValues,
  type FlagDraft,
  type FlagValues,
  type NamespaceDraft,
  type NamespaceValues,
  type RolloutDraft,
  type SegmentDraft,
  type SegmentValues,
  type VariantValues,
} from './drafts';
import { namespacesPath } from './paths';
import { type Call, type Json } from './plan';

/** Where a flag is. */
export interface FlagPlace {
  readonly namespaceKey: string;
  readonly key: string;
}

export function createNamespaceCall({ key, name, description }: NamespaceDraft): Call {
  return {
    method: 'POST',
    path: namespacesPath(),
    body: { key, name, description } satisfies NamespaceDraft,
  };
}

export function updateNamespaceCall(key: string, { name, description }: NamespaceValues): Call {
  return { method: 'PUT', path: namespacesPath(key), body: { name, description } satisfies NamespaceValues };
}

/** @param force Deletes its flags too; never to be asked for a protected namespace. */
export function deleteNamespaceCall(key: string, force: boolean): Call {
  return { method: 'DELETE', path: namespacesPath(key), ...(force && { query: { force: 'true' } }) };
}

/** What the call that makes a flag says of it: `off`, variants and the default one have calls of their own. */
type CreatedFlag = Omit<FlagDraft, 'off' | 'variants' | 'defaultVariantKey'>;

export function createFlagCall(namespaceKey: string, draft: FlagDraft): Call {
  const { key, name, description, type, enabled, metadata } = draft;
  const body = { key, name, description, type, enabled, metadata } satisfies CreatedFlag;
  return { method: 'POST', path: namespacesPath(namespaceKey, 'flags'), body };
}

/** The whole of a flag that an update writes: what is left out would be cleared. */
export interface FlagUpdate extends Omit<FlagValues, 'metadata'> {
  /** `''` for none. */
  readonly defaultVariantId: string;
  /** Left out when unchanged, `{}` to clear. */
  readonly metadata?: FlagValues['metadata'] | undefined;
}

export function updateFlagCall(flag: FlagPlace, update: FlagUpdate): Call {
  const { name, description, enabled, defaultVariantId, metadata } = update;
  const values = { name, description, enabled } satisfies Omit<FlagValues, 'metadata'>;
  const body = {
    ...values,
    ...(defaultVariantId !== '' && { defaultVariantId }),
    ...(metadata !== undefined && { metadata }),
  };
  return { method: 'PUT', path: flagPath(flag), body };
}

/** Turns the flag off for everyone, and leaves all else about it. @param reason One line; `''` for none. */
export function turnOffCall({ namespaceKey, key }: FlagPlace, reason: string): Call {
  return editCall(namespaceKey, { key, off: true, ...(reason !== '' && { reason }) });
}

/** Turns the flag on again, as it is by now. */
export function turnOnCall({ namespaceKey, key }: FlagPlace): Call {
  return editCall(namespaceKey, { key, off: false });
}

function editCall(namespaceKey: string, edit: Json): Call {
  return {
    method: 'POST',
    path: namespacesPath(namespaceKey, 'changes'),
    body: { edits: { flags: [edit] } },
  };
}

export function deleteFlagCall(flag: FlagPlace): Call {
  return { method: 'DELETE', path: flagPath(flag) };
}

export function createVariantCall(flag: FlagPlace, values: VariantValues): Call {
  return { method: 'POST', path: flagPath(flag, 'variants'), body: variantBody(values) };
}

export function updateVariantCall(flag: FlagPlace, id: string, values: VariantValues): Call {
  return { method: 'PUT', path: flagPath(flag, 'variants', id), body: variantBody(values) };
}

export function deleteVariantCall(flag: FlagPlace, id: string): Call {
  return { method: 'DELETE', path: flagPath(flag, 'variants', id) };
}

export function createRuleCall(flag: FlagPlace, choice: SegmentChoice, rank: number): Call {
  return { method: 'POST', path: flagPath(flag, 'rules'), body: { ...choiceBody(choice), rank } };
}

export function updateRuleCall(flag: FlagPlace, id: string, choice: SegmentChoice): Call {
  return { method: 'PUT', path: flagPath(flag, 'rules', id), body: choiceBody(choice) };
}

export function deleteRuleCall(flag: FlagPlace, id: string): Call {
  return { method: 'DELETE', path: flagPath(flag, 'rules', id) };
}

export function orderRulesCall(flag: FlagPlace, ruleIds: readonly string[]): Call {
  return { method: 'PUT', path: flagPath(flag, 'rules', 'order'), body: { ruleIds } };
}

/** The share of a variant in a rule. */
interface ShareValues {
  readonly variantId: string;
  readonly rollout: number;
}

export function createShareCall(flag: FlagPlace, ruleId: string, { variantId, rollout }: ShareValues): Call {
  const path = flagPath(flag, 'rules', ruleId, 'distributions');
  return { method: 'POST', path, body: { variantId, rollout } };
}

export function updateShareCall(
  flag: FlagPlace,
  ruleId: string,
  id: string,
  { variantId, rollout }: ShareValues,
): Call {
  const path = flagPath(flag, 'rules', ruleId, 'distributions', id);
  return { method: 'PUT', path, body: { variantId, rollout } };
}

/** @param variantId The server finds a share by its variant too. */
export function deleteShareCall(flag: FlagPlace, ruleId: string, id: string, variantId: string): Call {
  return {
    method: 'DELETE',
    path: flagPath(flag, 'rules', ruleId, 'distributions', id),
    query: { variantId },
  };
}

export function createRolloutCall(flag: FlagPlace, draft: RolloutDraft, rank: number): Call {
  return { method: 'POST', path: flagPath(flag, 'rollouts'), body: { ...rolloutBody(draft), rank } };
}

export function updateRolloutCall(flag: FlagPlace, id: string, draft: RolloutDraft): Call {
  return { method: 'PUT', path: flagPath(flag, 'rollouts', id), body: rolloutBody(draft) };
}

export function deleteRolloutCall(flag: FlagPlace, id: string): Call {
  return { method: 'DELETE', path: flagPath(flag, 'rollouts', id) };
}

export function orderRolloutsCall(flag: FlagPlace, rolloutIds: readonly string[]): Call {
  return { method: 'PUT', path: flagPath(flag, 'rollouts', 'order'), body: { rolloutIds } };
}

export function createSegmentCall(namespaceKey: string, draft: SegmentDraft): Call {
  const { key, name, description, matchType } = draft;
  const path = namespacesPath(namespaceKey, 'segments');
  const body = { key, name, description, matchType } satisfies Omit<SegmentDraft, 'constraints'>;
  return { method: 'POST', path, body };
}

export function updateSegmentCall(namespaceKey: string, key: string, values: SegmentValues): Call {
  const { name, description, matchType } = values;
  const body = { name, description, matchType } satisfies SegmentValues;
  return { method: 'PUT', path: segmentPath(namespaceKey, key), body };
}

export function deleteSegmentCall(namespaceKey: string, key: string): Call {
  return { method: 'DELETE', path: segmentPath(namespaceKey, key) };
}

export function createConstraintCall(
  namespaceKey: string,
  segmentKey: string,
  values: ConstraintValues,
): Call {
  const path = segmentPath(namespaceKey, segmentKey, 'constraints');
  return { method: 'POST', path, body: constraintBody(values) };
}

export function updateConstraintCall(
  namespaceKey: string,
  segmentKey: string,
  id: string,
  values: ConstraintValues,
): Call {
  const path = segmentPath(namespaceKey, segmentKey, 'constraints', id);
  return { method: 'PUT', path, body: constraintBody(values) };
}

export function deleteConstraintCall(namespaceKey: string, segmentKey: string, id: string): Call {
  return { method: 'DELETE', path: segmentPath(namespaceKey, segmentKey, 'constraints', id) };
}

function flagPath({ namespaceKey, key }: FlagPlace, ...rest: readonly string[]): string {
  return namespacesPath(namespaceKey, 'flags', key, ...rest);
}

function segmentPath(namespaceKey: string, key: string, ...rest: readonly string[]): string {
  return namespacesPath(namespaceKey, 'segments', key, ...rest);
}

function variantBody({ key, name, description, attachment }: VariantValues): Json {
  return { key, name, description, attachment } satisfies VariantValues;
}

function choiceBody({ segmentKeys, segmentOperator }: SegmentChoice): {
  readonly segmentKeys: readonly string[];
  readonly segmentOperator: string;
} {
  return { segmentKeys, segmentOperator };
}

function rolloutBody(draft: RolloutDraft): Readonly<Record<string, Json>> {
  const { description } = draft;
  if (draft.type === 'SEGMENT_ROLLOUT_TYPE') return { description, segment: segmentBody(draft.segment) };
  const { percentage, value } = draft.threshold;
  return { description, threshold: { percentage, value } };
}

function segmentBody(segment: SegmentRolloutChoice): Json {
  return { ...choiceBody(segment), value: segment.value };
}

function constraintBody({ type, property, operator, value, description }: ConstraintValues): Json {
  return { type, property, operator, value, description } satisfies ConstraintValues;
}
