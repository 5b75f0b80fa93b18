import { existsSync } from 'node:fs';
import { missingValue } from '../missing-value';
import type { ResolvedSettings } from '../resolve-settings';
import type { Violation } from '../violation';

type Redis = ResolvedSettings['cache']['redis'];
type Rule = (redis: Redis) => readonly Violation[];

/** What has to hold between settings of a Redis that is used. */
const rules: readonly Rule[] = [oneAuthority, authorityExists, urlIsOfOneServer, sentinelsAreAskedForAName];

/** Returns what does not go together in the section; a Redis that is not used may be half configured. */
export function checkCache({ cache }: ResolvedSettings): readonly Violation[] {
  if (!cache.enabled || cache.backend !== 'redis') return [];
  return rules.flatMap((rule) => rule(cache.redis));
}

/** The reason is Flipt's, since operators search for it. */
function oneAuthority({ caCertPath, caCertBytes }: Redis): readonly Violation[] {
  if (caCertPath === undefined || caCertBytes === undefined) return [];
  const reason = 'please provide exclusively one of ca_cert_bytes or ca_cert_path';
  return [{ key: 'cache.redis.ca_cert_path', reason }];
}

function authorityExists({ caCertPath }: Redis): readonly Violation[] {
  if (caCertPath === undefined || existsSync(caCertPath)) return [];
  return [{ key: 'cache.redis.ca_cert_path', reason: 'names no file' }];
}

function urlIsOfOneServer({ url, mode }: Redis): readonly Violation[] {
  if (url === undefined || mode === 'single') return [];
  return [{ key: 'cache.redis.url', reason: `names one server; with mode ${mode}, set nodes` }];
}

function sentinelsAreAskedForAName({ mode, sentinelName }: Redis): readonly Violation[] {
  if (mode !== 'sentinel' || sentinelName !== undefined) return [];
  return [{ key: 'cache.redis.sentinel_name', reason: missingValue }];
}
