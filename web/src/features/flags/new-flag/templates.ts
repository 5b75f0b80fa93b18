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
  matchType: 'all',
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
    type: 'boolean',
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
          rollouts: [{ description: '', step: { type: 'threshold', percent: 0, value: true } }],
        },
      };
    case 'experiment':
      return {
        ...begun,
        type: 'variant',
        variants: [
          { id: 1, key: 'control', name: '', attachment: '' },
          { id: 2, key: 'treatment', name: '', attachment: '' },
        ],
        targeting: {
          rules: [
            {
              segmentKeys: [everyone],
              segmentOperator: 'or',
              distributions: [
                { variantKey: 'control', rolloutPercent: 50 },
                { variantKey: 'treatment', rolloutPercent: 50 },
              ],
            },
          ],
          rollouts: [],
        },
      };
    case 'value':
      return {
        ...begun,
        type: 'variant',
        variants: [{ id: 1, key: 'value', name: '', attachment: '{}' }],
        defaultRow: 1,
      };
  }
}
