import { samplesCopy as copy } from '@/copy/samples';
import {
  type FlagDraft,
  joinPlans,
  type Plan,
  planFlagCreate,
  planNamespaceCreate,
  planSegmentCreate,
  type RolloutDraft,
  type RuleDraft,
  type SegmentDraft,
} from './plan';

/** The namespace of the sample data, which nothing else is in. */
export const SAMPLES = 'samples';

interface SampleFlag {
  readonly flag: FlagDraft;
  /** Shares name variants by their keys. */
  readonly rules: readonly RuleDraft[];
  readonly rollouts: readonly RolloutDraft[];
}

/** Sample data: one of each thing that there is to learn. */
export const sampleSegments: readonly SegmentDraft[] = [
  {
    key: 'beta-users',
    ...copy.segments.beta,
    matchType: 'ALL_MATCH_TYPE',
    constraints: [text('plan', 'eq', 'beta')],
  },
  {
    key: 'europe',
    ...copy.segments.europe,
    matchType: 'ANY_MATCH_TYPE',
    constraints: [text('country', 'isoneof', '["DE","ES","FR","IT"]'), text('timezone', 'prefix', 'Europe/')],
  },
  { key: 'everyone', ...copy.segments.everyone, matchType: 'ALL_MATCH_TYPE', constraints: [] },
];

export const sampleFlags: readonly SampleFlag[] = [
  {
    flag: booleanFlag('dark-mode', copy.flags.darkMode, true),
    rules: [],
    rollouts: [],
  },
  {
    flag: booleanFlag('new-search', copy.flags.search, false),
    rules: [],
    rollouts: [
      {
        type: 'SEGMENT_ROLLOUT_TYPE',
        description: copy.flags.search.betaFirst,
        segment: { segmentKeys: ['beta-users'], segmentOperator: 'OR_SEGMENT_OPERATOR', value: true },
      },
      {
        type: 'THRESHOLD_ROLLOUT_TYPE',
        description: copy.flags.search.thenSome,
        threshold: { percentage: 25, value: true },
      },
    ],
  },
  {
    flag: variantFlag('checkout-button', copy.flags.checkout, { blue: '', green: '' }, 'blue'),
    rules: [rule('everyone', { blue: 50, green: 50 })],
    rollouts: [],
  },
  {
    flag: variantFlag(
      'upload-limits',
      copy.flags.limits,
      { small: '{"megabytes": 10}', large: '{"megabytes": 100}' },
      'small',
    ),
    rules: [rule('beta-users', { large: 100 }), rule('europe', { small: 80, large: 20 })],
    rollouts: [],
  },
];

/** Makes the namespace and all that is in it. */
export function planSamples(): Plan {
  return joinPlans({ title: copy.load, namespaceKey: SAMPLES }, [
    planNamespaceCreate({ key: SAMPLES, name: copy.name, description: copy.description }),
    ...sampleSegments.map((segment) => planSegmentCreate(SAMPLES, segment)),
    ...sampleFlags.map(({ flag, rules, rollouts }) => planFlagCreate(SAMPLES, flag, { rules, rollouts })),
  ]);
}

/** Removes what {@link planSamples} makes, and then the namespace, which the server keeps if it holds other flags. */
export function planSamplesRemoval(): readonly Plan[] {
  const { changes, inverse } = planSamples();
  const frame = { title: copy.remove, namespaceKey: SAMPLES };
  const deleted = {
    flags: sampleFlags.map(({ flag }) => flag.key),
    segments: sampleSegments.map(({ key }) => key),
  };
  const gone = changes
    .slice(1)
    .map(({ subject, after = '' }) => ({ kind: 'delete', subject, before: after }) as const);
  return [{ ...frame, changes: gone, wanted: { deleted } }, ...(inverse === undefined ? [] : [inverse])];
}

interface Named {
  readonly name: string;
  readonly description: string;
}

function booleanFlag(key: string, { name, description }: Named, enabled: boolean): FlagDraft {
  return {
    key,
    name,
    description,
    type: 'BOOLEAN_FLAG_TYPE',
    enabled,
    metadata: {},
    variants: [],
    defaultVariantKey: undefined,
  };
}

/** @param attachments By the key of their variant; `''` for none. */
function variantFlag(
  key: string,
  { name, description }: Named,
  attachments: Readonly<Record<string, string>>,
  defaultVariantKey: string,
): FlagDraft {
  const variants = Object.entries(attachments).map(([variantKey, attachment]) => ({
    key: variantKey,
    name: '',
    description: '',
    attachment,
  }));
  return {
    key,
    name,
    description,
    type: 'VARIANT_FLAG_TYPE',
    enabled: true,
    metadata: {},
    variants,
    defaultVariantKey,
  };
}

function rule(segmentKey: string, shares: Readonly<Record<string, number>>): RuleDraft {
  return {
    segmentKeys: [segmentKey],
    segmentOperator: 'OR_SEGMENT_OPERATOR',
    distributions: Object.entries(shares).map(([variantId, rollout]) => ({ variantId, rollout })),
  };
}

function text(property: string, operator: string, value: string): SegmentDraft['constraints'][number] {
  return { type: 'STRING_COMPARISON_TYPE', property, operator, value, description: '' };
}
