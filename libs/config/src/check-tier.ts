import type { Config } from './config';
import type { ConfigProblem } from './config-error';

/** What a server does with the configuration: `writer` is `pennon serve`, `reader` is `pennon reader`. */
export type TierName = 'writer' | 'reader';

/** Every tier, the one of the default command first. */
export const tierNames: readonly TierName[] = ['writer', 'reader'];

/** Returns what keeps a tier from starting with a configuration that is good by itself. */
export function problemsOfTier({ storage: { type } }: Config, tier: TierName): readonly ConfigProblem[] {
  // Nothing can be written to files and buckets.
  if (tier === 'reader' || type === 'database') return [];
  const reason =
    'is read by readers only, and this is a writer; start `pennon reader`, or set it to database';
  return [{ key: 'storage.type', value: type, reason }];
}
