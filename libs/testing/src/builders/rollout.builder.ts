import { DEFAULT_NAMESPACE_KEY, type Rollout } from '@pennon/domain';
import { someTimes } from './moments';

/** A rollout of rank 1 that answers true to half of all entities. */
export function aRollout(flagKey: string, id: string, changes: Partial<Rollout> = {}): Rollout {
  return {
    id,
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    flagKey,
    rank: 1,
    description: '',
    step: { type: 'threshold', percent: 50, value: true },
    ...someTimes,
    ...changes,
  };
}
