import { newFlagCopy } from '@/copy/new-flag';
import { type Segment } from '@/lib/model';
import { type FlagForm, noTargeting } from './flag-form';

/** What a new flag can begin as. */
export const templates = ['switch', 'rollout', 'experiment', 'kill-switch', 'value'] as const;

export type Template = (typeof templates)[number];

/** The segment that an A/B test makes where no segment holds everyone. */
export const EVERYONE = {
  key: 'everyone',
  name: newFlagCopy.everyone,
  description: '',
  matchType: 'ALL_MATCH_TYPE',
  constraints: [],
} as const;

/** A segment without constraints, which holds everyone. */
export function everyoneOf(segments: readonly Segment[]): Segment | undefined {
  return segments.find(({ constraints }) => constraints.length === 0);
}

/** The form as the template begins it; name, key, description and metadata stay. */
export function withTemplate(form: FlagForm, template: Template, everyone: string): FlagForm {
  const begun: FlagForm = {
    ...form,
    type: 'BOOLEAN_FLAG_TYPE',
    enabled: false,
    variants: [],
    defaultRow: null,
    targeting: noTargeting,
  };
  switch (template) {
    case 'switch':
      return begun;
    case 'kill-switch':
      return { ...begun, enabled: true };
    case 'rollout':
      return {
        ...begun,
        targeting: {
          rules: [],
          rollouts: [
            { type: 'THRESHOLD_ROLLOUT_TYPE', description: '', threshold: { percentage: 0, value: true } },
          ],
        },
      };
    case 'experiment':
      return {
        ...begun,
        type: 'VARIANT_FLAG_TYPE',
        variants: [
          { id: 1, key: 'control', name: '', attachment: '' },
          { id: 2, key: 'treatment', name: '', attachment: '' },
        ],
        targeting: {
          rules: [
            {
              segmentKeys: [everyone],
              segmentOperator: 'OR_SEGMENT_OPERATOR',
              distributions: [
                { variantId: 'control', rollout: 50 },
                { variantId: 'treatment', rollout: 50 },
              ],
            },
          ],
          rollouts: [],
        },
      };
    case 'value':
      return {
        ...begun,
        type: 'VARIANT_FLAG_TYPE',
        variants: [{ id: 1, key: 'value', name: '', attachment: '{}' }],
        defaultRow: 1,
      };
  }
}
