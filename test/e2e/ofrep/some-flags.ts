import { addFlag, addSegment, addTargetedFlag, addVariant } from '../../support/flags';
import { jsonOf, jsonRequest, type Api } from '../../support/http';

/** The context that the segment `dutch` holds, and the one it does not. */
export const dutch = { targetingKey: 'me', country: 'NL' };
export const french = { targetingKey: 'me', country: 'FR' };

/** Every flag of {@link addSomeFlags}, in creation order: what it answers to {@link dutch}. */
export const answersToDutch = {
  both: answer('both', 'TARGETING_MATCH', 'a', { segments: 'dutch,everyone' }),
  colour: answer('colour', 'TARGETING_MATCH', 'orange', {
    segments: 'colour',
    attachment: '{"hex":"#f60"}',
  }),
  size: answer('size', 'TARGETING_MATCH', '5', { segments: 'size' }),
  fallback: answer('fallback', 'DEFAULT', 'd', { attachment: '"x"' }),
  bare: answer('bare', 'UNKNOWN', '', {}),
  off: answer('off', 'DISABLED', '', {}),
  'off-default': answer('off-default', 'DISABLED', 'd', { attachment: '"x"' }),
  banner: answer('banner', 'DEFAULT', true, {}),
  dark: answer('dark', 'DEFAULT', false, {}),
  trial: answer('trial', 'TARGETING_MATCH', false, {}),
} as const;

/** The same to {@link french}, where that is something else. */
export const answersToFrench = {
  ...answersToDutch,
  both: answer('both', 'UNKNOWN', '', {}),
  colour: answer('colour', 'UNKNOWN', '', {}),
  trial: answer('trial', 'DEFAULT', true, {}),
} as const;

/** What a bulk call that names no flags shows: all but disabled variant flags. */
export const shownKeys = ['both', 'colour', 'size', 'fallback', 'bare', 'banner', 'dark', 'trial'] as const;

/** The key of one of the flags. */
export type Key = keyof typeof answersToDutch;

const inOpenFeature = {
  ...answersToDutch,
  fallback: answer('fallback', 'STATIC', 'd', { attachment: '"x"' }),
  bare: codeDefault('bare', 'UNKNOWN'),
  off: codeDefault('off', 'DISABLED'),
  'off-default': codeDefault('off-default', 'DISABLED'),
  banner: answer('banner', 'STATIC', true, {}),
  dark: answer('dark', 'STATIC', false, {}),
};

/** What the flags answer in a dialect. */
interface DialectAnswers {
  readonly toDutch: Readonly<Record<Key, object>>;
  readonly toFrench: Readonly<Record<Key, object>>;
  /** The flags that a bulk call lists which names none, in creation order. */
  readonly listed: readonly Key[];
}

/** What the flags answer in each dialect. */
export const answersIn: Readonly<Record<'flipt' | 'openfeature', DialectAnswers>> = {
  flipt: { toDutch: answersToDutch, toFrench: answersToFrench, listed: shownKeys },
  openfeature: {
    toDutch: inOpenFeature,
    toFrench: {
      ...inOpenFeature,
      both: codeDefault('both', 'UNKNOWN'),
      colour: codeDefault('colour', 'UNKNOWN'),
      trial: answer('trial', 'UNKNOWN', true, {}),
    },
    listed: Object.keys(answersToDutch) as Key[],
  },
};

/** Creates a flag for every kind of answer in the default namespace. */
export async function addSomeFlags(api: Api): Promise<void> {
  await addSegment(api, { key: 'dutch', property: 'country', value: 'NL' });
  await addSegment(api, { key: 'everyone' });
  await addFlag(api, { key: 'both' });
  const variantId = await addVariant(api, { flagKey: 'both', key: 'a' });
  const segmentOperator = 'AND_SEGMENT_OPERATOR';
  const ruleId = await create(api, 'both/rules', {
    segmentKeys: ['dutch', 'everyone'],
    segmentOperator,
    rank: 1,
  });
  await create(api, `both/rules/${ruleId}/distributions`, { variantId, rollout: 100 });
  await addTargetedFlag(api, {
    flagKey: 'colour',
    variantKey: 'orange',
    attachment: '{"hex": "#f60"}',
    property: 'country',
    value: 'NL',
  });
  await addTargetedFlag(api, { flagKey: 'size', variantKey: '5' });
  await addFlagWithDefault(api, 'fallback', true);
  await addFlag(api, { key: 'bare' });
  await addFlag(api, { key: 'off', enabled: false });
  await addFlagWithDefault(api, 'off-default', false);
  const type = 'BOOLEAN_FLAG_TYPE';
  await addFlag(api, { key: 'banner', type });
  await addFlag(api, { key: 'dark', type, enabled: false });
  await addFlag(api, { key: 'trial', type });
  await create(api, 'trial/rollouts', { rank: 1, segment: { segmentKey: 'dutch', value: false } });
}

async function addFlagWithDefault(api: Api, key: string, enabled: boolean): Promise<void> {
  await addFlag(api, { key, enabled });
  const defaultVariantId = await addVariant(api, { flagKey: key, key: 'd', attachment: '"x"' });
  const flag = { name: key, enabled, defaultVariantId };
  const { status } = await api.send(jsonRequest('PUT', `/api/v1/namespaces/default/flags/${key}`, flag));
  if (status !== 200) throw new Error(`the default variant of ${key} was refused: ${status}`);
}

/** Creates a thing below the flags, and returns its id. */
async function create(api: Api, path: string, thing: object): Promise<string> {
  const answer = await api.send(jsonRequest('POST', `/api/v1/namespaces/default/flags/${path}`, thing));
  if (answer.status !== 200) throw new Error(`${path}: ${answer.body.toString()}`);
  return (jsonOf(answer) as { id: string }).id;
}

/** The answer of a flag for which the application uses the default in its code. */
function codeDefault(key: string, reason: string): object {
  return { key, reason, metadata: {} };
}

function answer(key: string, reason: string, value: string | boolean, metadata: object): object {
  return { key, reason, variant: String(value), metadata, value };
}
