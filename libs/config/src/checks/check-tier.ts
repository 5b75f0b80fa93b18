import type { Violation } from '../kinds/config-error';
import type { ResolvedSettings } from '../settings/resolve-settings';
import type { EffectiveSetting } from '../sources/read-values';
import { isWithin } from '../settings/names';
import { enabledMethods } from '../authentication/methods/methods';

/** What a server does with the configuration: `writer` is `pennon serve`, `reader` is `pennon reader`. */
export type TierName = 'writer' | 'reader';

/** Every tier, the one of the default command first. */
export const tierNames: readonly TierName[] = ['writer', 'reader'];

type Configured = Pick<ResolvedSettings, 'authentication' | 'storage'>;

/** Returns what keeps a tier from starting with settings that another process may use. */
export function problemsOfTier(
  { authentication, storage }: Configured,
  tier: TierName,
): readonly Violation[] {
  if (tier === 'reader') return [];
  const ofMethods = enabledMethods(authentication.methods).flatMap(([{ writerChecks = [] }, own]) =>
    writerChecks.flatMap((check) => check(own)),
  );
  return [...storageIsWritable(storage), ...ofMethods];
}

/** Nothing can be written to files and buckets. */
function storageIsWritable({ type }: Configured['storage']): readonly Violation[] {
  if (type === 'database') return [];
  const reason =
    'is read by readers only, and this is a writer; start `pennon reader`, or set it to database';
  return [{ key: 'storage.type', reason }];
}

/** Sections and keys that one tier alone uses, by the tier that does not. */
const unusedBy: Readonly<Record<TierName, readonly string[]>> = {
  writer: ['analytics.writer', 'snapshot'],
  reader: ['audit', 'db.migrate', 'evaluation.enabled', 'export', 'ui'],
};

/**
 * Returns the keys that are given and that the tier does not use, although the other does: tiers may share their
 * settings.
 */
export function givenForOtherTier(settings: readonly EffectiveSetting[], tier: TierName): readonly string[] {
  const isUnused = (key: string): boolean => unusedBy[tier].some((section) => isWithin(section, key));
  return settings.filter(({ key, source }) => source !== undefined && isUnused(key)).map(({ key }) => key);
}
