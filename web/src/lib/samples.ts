import { type Operator } from '@pennon/domain';
import { type ConstraintState, type FlagState, type RuleState, type SegmentState } from '@pennon/state';
import { samplesCopy as copy } from '@/copy/samples';
import { emptyFlag } from './empty-flag';
import { joinPlans, type Plan, planFlagCreate, planNamespaceCreate, planSegmentCreate } from './plan';

/** The namespace of the sample data, which nothing else is in. */
export const SAMPLES = 'samples';

/** Sample data: one of each thing that there is to learn. */
export const sampleSegments: readonly SegmentState[] = [
  {
    key: 'beta-users',
    ...copy.segments.beta,
    matchType: 'all',
    constraints: [text('plan', 'eq', 'beta')],
  },
  {
    key: 'europe',
    ...copy.segments.europe,
    matchType: 'any',
    constraints: [text('country', 'isoneof', '["DE","ES","FR","IT"]'), text('timezone', 'prefix', 'Europe/')],
  },
  { key: 'everyone', ...copy.segments.everyone, matchType: 'all', constraints: [] },
];

export const sampleFlags: readonly FlagState[] = [
  booleanFlag('dark-mode', copy.flags.darkMode, true),
  {
    ...booleanFlag('new-search', copy.flags.search, false),
    rollouts: [
      {
        description: copy.flags.search.betaFirst,
        step: { type: 'segment', segmentKeys: ['beta-users'], segmentOperator: 'or', value: true },
      },
      {
        description: copy.flags.search.thenSome,
        step: { type: 'threshold', percent: 25, value: true },
      },
    ],
  },
  {
    ...variantFlag('checkout-button', copy.flags.checkout, { blue: '', green: '' }, 'blue'),
    rules: [rule('everyone', { blue: 50, green: 50 })],
  },
  {
    ...variantFlag(
      'upload-limits',
      copy.flags.limits,
      { small: '{"megabytes": 10}', large: '{"megabytes": 100}' },
      'small',
    ),
    rules: [rule('beta-users', { large: 100 }), rule('europe', { small: 80, large: 20 })],
  },
];

/** Makes the namespace and all that is in it. */
export function planSamples(): Plan {
  return joinPlans({ title: copy.load, namespaceKey: SAMPLES }, [
    planNamespaceCreate({ key: SAMPLES, name: copy.name, description: copy.description }),
    ...sampleSegments.map((segment) => planSegmentCreate(SAMPLES, segment)),
    ...sampleFlags.map((flag) => planFlagCreate(SAMPLES, flag)),
  ]);
}

/** Removes what {@link planSamples} makes, and then the namespace, which the server keeps if it holds other flags. */
export function planSamplesRemoval(): readonly Plan[] {
  const { changes, inverse } = planSamples();
  const frame = { title: copy.remove, namespaceKey: SAMPLES };
  const deleted = {
    flags: sampleFlags.map(({ key }) => key),
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

function booleanFlag(key: string, { name, description }: Named, isEnabled: boolean): FlagState {
  return { ...emptyFlag, key, name, description, type: 'boolean', isEnabled };
}

/** @param attachments By the key of their variant; `''` for none. */
function variantFlag(
  key: string,
  { name, description }: Named,
  attachments: Readonly<Record<string, string>>,
  defaultVariantKey: string,
): FlagState {
  const variants = Object.entries(attachments).map(([variantKey, attachment]) => ({
    ...{ key: variantKey, name: '', description: '', attachment },
  }));
  return { ...emptyFlag, key, name, description, isEnabled: true, variants, defaultVariantKey };
}

function rule(segmentKey: string, shares: Readonly<Record<string, number>>): RuleState {
  return {
    segmentKeys: [segmentKey],
    segmentOperator: 'or',
    distributions: Object.entries(shares).map(([variantKey, rolloutPercent]) => ({
      variantKey,
      rolloutPercent,
    })),
  };
}

function text(property: string, operator: Operator, value: string): ConstraintState {
  return { type: 'string', property, operator, value, description: '' };
}
