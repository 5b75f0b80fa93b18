import { canonicalKey } from './aliases';
import { checkAnalytics } from './analytics/check-analytics';
import { checkAudit } from './audit/check-audit';
import { checkAuthentication } from './authentication/check-authentication';
import { checkBasePath } from './check-base-path';
import { checkCache } from './cache/check-cache';
import type { ConfigProblem } from './config-error';
import { checkDatabase } from './database/locate-database';
import { checkExport } from './export/check-export';
import { checkMetrics } from './check-metrics';
import { checkServer } from './check-server';
import { checkFreshness } from './freshness/check-freshness';
import { writtenValue } from './read-values';
import type { ResolvedSettings } from './resolve-settings';
import type { GivenValue } from './sources/layer';
import { checkStorage } from './storage/check-storage';
import { checkTracing } from './tracing/check-tracing';

/**
 * Returns what is wrong between settings that are each good by themselves. A key that has a problem already has
 * no second one: its value is not known, so that rules would complain of the default.
 *
 * @param known the problems found so far
 */
export function checkRules(
  settings: ResolvedSettings,
  given: readonly GivenValue[],
  known: readonly ConfigProblem[],
): readonly ConfigProblem[] {
  const givenByKey = new Map(
    given
      .filter(({ isOverruled }) => !isOverruled)
      .map((value) => [value.named?.key ?? value.key, value] as const),
  );
  const keys = [...givenByKey.keys()];
  const isKnown = new Set(known.map(({ key }) => canonicalKey(key)));
  return [
    ...checkServer(settings.server),
    ...checkBasePath(settings),
    ...checkDatabase(settings.db, new Set(keys)),
    ...checkAuthentication(settings, keys),
    ...checkCache(settings),
    ...checkFreshness(settings),
    ...checkStorage(settings.storage, new Set(keys)),
    ...checkExport(settings.export),
    ...checkAudit(settings.audit, new Set(keys)),
    ...checkMetrics(settings),
    ...checkTracing(settings.tracing),
    ...checkAnalytics(settings),
  ]
    .filter(({ key }) => !isKnown.has(key))
    .map(({ key, reason }) => describe(key, reason, givenByKey.get(key)));
}

/** Returns the problem with the key as it was given. */
function describe(key: string, reason: string, given: GivenValue | undefined): ConfigProblem {
  if (given === undefined) return { key, reason };
  // What a reserved key holds is not known: it may be a secret.
  const value = given.named && { value: writtenValue(given) };
  return { key: given.key, ...value, reason, source: given.source };
}
