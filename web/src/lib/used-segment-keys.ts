import { type FlagContents } from './model';

/** The segments that a flag asks about, each once, in the order in which it does. */
export function usedSegmentKeys({
  rules,
  rollouts,
}: Pick<FlagContents, 'rules' | 'rollouts'>): readonly string[] {
  const ofRollouts = rollouts.flatMap((rollout) =>
    rollout.type === 'SEGMENT_ROLLOUT_TYPE' ? rollout.segment.segmentKeys : [],
  );
  return [...new Set([...rules.flatMap(({ segmentKeys }) => segmentKeys), ...ofRollouts])];
}
