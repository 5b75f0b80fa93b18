import { addFlag, addSegment, addVariant } from '../../../support/flags';
import { jsonOf, jsonRequest, type Api } from '../../../support/http';

/** The context that the flags are evaluated in. */
export const context = { targetingKey: 'me', country: 'NL' };

/** Metadata of a flag, and what of it OFREP has room for. */
const metadata = { owner: 'payments', size: 2.5, old: false, links: ['a'], team: { name: 'a' }, none: null };
const told = { owner: 'payments', size: 2.5, old: false };

/** What each flag answers, in the order in which {@link addPublishedFlags} creates them. */
export const answersByKey = {
  on: valued('on', 'STATIC', true, told),
  off: valued('off', 'STATIC', false),
  segment: valued('segment', 'TARGETING_MATCH', false),
  threshold: valued('threshold', 'SPLIT', true),
  targeted: valued('targeted', 'TARGETING_MATCH', 'v', { ...told, segments: 'dutch', attachment: '{"a":1}' }),
  split: valued('split', 'SPLIT', 'v', { segments: 'dutch' }),
  uncovered: codeDefault('uncovered', 'UNKNOWN', { segments: 'dutch' }),
  'uncovered-default': valued('uncovered-default', 'SPLIT', 'd', { segments: 'dutch', attachment: '"x"' }),
  unmatched: codeDefault('unmatched', 'UNKNOWN', told),
  'unmatched-default': valued('unmatched-default', 'UNKNOWN', 'd', { attachment: '"x"' }),
  bare: codeDefault('bare', 'UNKNOWN'),
  parked: codeDefault('parked', 'DISABLED', told),
  'parked-default': codeDefault('parked-default', 'DISABLED'),
} as const;

const flags = '/api/v1/namespaces/default/flags';

/** Creates the flags of {@link answersByKey}. */
export async function addPublishedFlags(api: Api): Promise<void> {
  const type = 'BOOLEAN_FLAG_TYPE';
  await addSegment(api, { key: 'dutch', property: 'country', value: 'NL' });
  await addSegment(api, { key: 'french', property: 'country', value: 'FR' });
  await addFlag(api, { key: 'on', type, metadata });
  await addFlag(api, { key: 'off', type, enabled: false });
  await addFlag(api, { key: 'segment', type });
  await create(api, 'segment/rollouts', { rank: 1, segment: { segmentKey: 'dutch', value: false } });
  await addFlag(api, { key: 'threshold', type, enabled: false });
  await create(api, 'threshold/rollouts', { rank: 1, threshold: { percentage: 100, value: true } });
  await addRuledFlag(api, 'targeted', { attachment: '{"a": 1}' }, { metadata });
  await addRuledFlag(api, 'split', { rollout: 50, others: 50 });
  // Too little for a single bucket.
  await addRuledFlag(api, 'uncovered', { rollout: 0.01 });
  await addRuledFlag(api, 'uncovered-default', { rollout: 0.01 });
  await addDefault(api, 'uncovered-default');
  await addRuledFlag(api, 'unmatched', { segmentKey: 'french' }, { metadata });
  await addRuledFlag(api, 'unmatched-default', { segmentKey: 'french' });
  await addDefault(api, 'unmatched-default');
  await addFlag(api, { key: 'bare' });
  await addRuledFlag(api, 'parked', {}, { enabled: false, metadata });
  await addFlag(api, { key: 'parked-default', enabled: false });
  await addDefault(api, 'parked-default', false);
}

/** A rule with one variant, `v`, unless others have a share. */
interface Ruled {
  readonly segmentKey?: string;
  readonly attachment?: string;
  readonly rollout?: number;
  readonly others?: number;
}

async function addRuledFlag(
  api: Api,
  flagKey: string,
  { segmentKey = 'dutch', attachment = '', rollout = 100, others }: Ruled,
  flag: { enabled?: boolean; metadata?: object } = {},
): Promise<void> {
  await addFlag(api, { key: flagKey, ...flag });
  const variantId = await addVariant(api, { flagKey, key: 'v', attachment });
  const ruleId = await create(api, `${flagKey}/rules`, { segmentKey, rank: 1 });
  await create(api, `${flagKey}/rules/${ruleId}/distributions`, { variantId, rollout });
  if (others === undefined) return;
  const otherId = await addVariant(api, { flagKey, key: 'w' });
  await create(api, `${flagKey}/rules/${ruleId}/distributions`, { variantId: otherId, rollout: others });
}

async function addDefault(api: Api, key: string, enabled = true): Promise<void> {
  const defaultVariantId = await addVariant(api, { flagKey: key, key: 'd', attachment: '"x"' });
  const { status } = await api.send(
    jsonRequest('PUT', `${flags}/${key}`, { name: key, enabled, defaultVariantId }),
  );
  if (status !== 200) throw new Error(`the default variant of ${key} was refused: ${status}`);
}

async function create(api: Api, path: string, thing: object): Promise<string> {
  const answer = await api.send(jsonRequest('POST', `${flags}/${path}`, thing));
  if (answer.status !== 200) throw new Error(`${path}: ${answer.body.toString()}`);
  return (jsonOf(answer) as { id: string }).id;
}

function valued(key: string, reason: string, value: string | boolean, metadata: object = {}): object {
  return { key, reason, variant: String(value), metadata, value };
}

function codeDefault(key: string, reason: string, metadata: object = {}): object {
  return { key, reason, metadata };
}
