import { type FlagState } from '@pennon/state';

/** The segments that a flag asks about, each once, in the order in which it does. */
export function usedSegmentKeys({
  rules,
  rollouts,
}: Pick<FlagState, 'rules' | 'rollouts'>): readonly string[] {
  const steps = rollouts.map(({ step }) => step).filter((step) => step.type === 'segment');
  return [...new Set([...rules, ...steps].flatMap(({ segmentKeys }) => segmentKeys))];
}
