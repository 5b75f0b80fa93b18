import { readFileSync } from 'node:fs';
import { methodNames } from '../config/authentication-config';
import { checkDatabase } from '../config/database-config';
import { missingValue, notSupported } from '../kinds/kind';
import type { ConfigProblem, Violation } from '../kinds/config-error';
import { canonicalKey } from '../settings/names';
import type { ResolvedSettings } from '../settings/resolve-settings';
import type { GivenValue } from '../sources/layer';
import { writtenValue } from '../sources/read-values';
import { checkAuthentication } from './check-authentication';
import { checkAudit, checkCache, checkTracing } from './check-backing-services';
import { problemsOfTier, type TierName } from './check-tier';
import { enabledMethods } from '../authentication/methods/methods';
import { checkFile, readCertificatePair } from '../files/pem-files';

/** Returns what counting cannot do without. Nothing is counted where nothing may be written, and no writer is known. */
function checkAnalytics({
  analytics,
  storage,
}: Pick<ResolvedSettings, 'analytics' | 'storage'>): readonly Violation[] {
  const obstacle = obstacleTo(storage, analytics.writer.address);
  if (!analytics.enabled || obstacle === undefined) return [];
  return [{ key: 'analytics.enabled', reason: `counts are written to the database, and ${obstacle}` }];
}

function obstacleTo(
  { type, readOnly }: ResolvedSettings['storage'],
  writer: string | undefined,
): string | undefined {
  if (type === 'database') return readOnly ? 'storage.read_only is set' : undefined;
  return writer === undefined ? `storage.type is ${type}: analytics.writer.address is missing` : undefined;
}

/** Returns the addresses of logins that lead past the base path, where no callback is answered. */
function checkBasePath({
  server: { basePath },
  authentication: { methods },
}: Pick<ResolvedSettings, 'server' | 'authentication'>): readonly Violation[] {
  const addresses = enabledMethods(methods).flatMap(([{ redirectAddresses }, own]) =>
    Object.entries(redirectAddresses?.(own) ?? {}),
  );
  return addresses
    .filter(([, address]) => address !== '' && !new URL(address).pathname.endsWith(basePath))
    .map(([method]) => ({
      key: `authentication.methods.${method}.redirect_address`,
      reason: `must end with ${basePath}, which is server.base_path: the callback lies below it`,
    }));
}

type Export = ResolvedSettings['export'];

/** Returns what does not go together in the section; an export that is off may be half configured. */
function checkExport(settings: Export): readonly Violation[] {
  return [...placeIsNamed(settings), ...keyIsUsed(settings)];
}

function placeIsNamed({ enabled, to }: Export): readonly Violation[] {
  return enabled && to === undefined ? [{ key: 'export.to', reason: missingValue }] : [];
}

/** A key that encrypts nothing would be believed to. */
function keyIsUsed({ s3: { sse, kmsKey } }: Export): readonly Violation[] {
  if (kmsKey === undefined || sse === 'aws:kms') return [];
  return [{ key: 'export.s3.kms_key', reason: 'is used with export.s3.sse: aws:kms only' }];
}

/** Returns what this version would silently not do: without metrics, dashboards stay empty. */
function checkMetrics({
  metrics: { enabled, exporter },
}: Pick<ResolvedSettings, 'metrics'>): readonly Violation[] {
  if (!enabled || exporter === 'prometheus') return [];
  const reason = `${notSupported}; delete it, and let the prometheus receiver of the collector read /metrics`;
  return [{ key: 'metrics.exporter', reason }];
}

/** Returns the port of gRPC if it is that of HTTP, too: only one of them could listen. */
function checkPorts({
  protocol,
  httpPort,
  httpsPort,
  grpcPort,
}: ResolvedSettings['server']): readonly Violation[] {
  const [name, port] = protocol === 'https' ? ['https_port', httpsPort] : ['http_port', httpPort];
  if (grpcPort === 0 || grpcPort !== port) return [];
  return [{ key: 'server.grpc_port', reason: `must be another port than server.${name}, which is ${port}` }];
}

/** Returns what TLS lacks: certificate and key are both required, and must belong together. */
function checkServer({ protocol, certFile, certKey }: ResolvedSettings['server']): readonly Violation[] {
  if (protocol === 'http') return [];
  const files = { 'server.cert_file': certFile, 'server.cert_key': certKey };
  const violations = Object.entries(files).flatMap(([key, file]) =>
    file === undefined ? [{ key, reason: missingValue }] : checkFile(key, () => readFileSync(file)),
  );
  if (violations.length > 0 || certFile === undefined || certKey === undefined) return violations;
  return checkFile('server.cert_file', () => readCertificatePair(certFile, certKey));
}

/**
 * Returns what is wrong between the settings of freshness: a snapshot is known to be current once per poll, so a limit
 * on its age below that would make health come and go.
 */
function checkFreshness({
  freshness: { maxAge, pollInterval },
}: Pick<ResolvedSettings, 'freshness'>): readonly Violation[] {
  if (maxAge === 0 || maxAge >= 2 * pollInterval) return [];
  return [{ key: 'freshness.max_age', reason: 'must be at least twice freshness.poll_interval, or 0' }];
}

type Storage = ResolvedSettings['storage'];

/**
 * Returns what does not go together in the section. The reasons are Flipt's, since operators search for them.
 *
 * @param given the keys that are given, of all sections
 */
function checkStorage(storage: Storage, given: ReadonlySet<string>): readonly Violation[] {
  return [...bucketIsNamed(storage), ...writesNeedADatabase(storage, given)];
}

function bucketIsNamed({ type, object }: Storage): readonly Violation[] {
  if (type !== 'object' || object.s3.bucket !== undefined) return [];
  return [{ key: 'storage.object.s3.bucket', reason: 's3 bucket must be specified' }];
}

function writesNeedADatabase({ type, readOnly }: Storage, given: ReadonlySet<string>): readonly Violation[] {
  if (type === 'database' || readOnly || !given.has('storage.read_only')) return [];
  return [
    {
      key: 'storage.read_only',
      reason: `setting read only mode is only supported with database storage; ${type} storage is always read-only`,
    },
  ];
}

/**
 * Returns what is wrong between settings that are each good by themselves. A key that has a problem already has
 * no second one: its value is not known, so that rules would complain of the default.
 *
 * @param known the problems found so far
 * @param tier the server that has to start with the settings, if any
 */
export function checkRules(
  settings: ResolvedSettings,
  given: readonly GivenValue[],
  known: readonly ConfigProblem[],
  tier: TierName | undefined,
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
    ...checkPorts(settings.server),
    ...checkBasePath(settings),
    ...checkDatabase(settings.db, new Set(keys)),
    ...checkAuthentication(settings, keys, methodNames(given)),
    ...checkCache(settings),
    ...checkFreshness(settings),
    ...checkStorage(settings.storage, new Set(keys)),
    ...checkExport(settings.export),
    ...checkAudit(settings.audit, new Set(keys)),
    ...checkMetrics(settings),
    ...checkTracing(settings.tracing),
    ...checkAnalytics(settings),
    ...(tier === undefined ? [] : problemsOfTier(settings, tier)),
  ]
    .filter(({ key }) => !isKnown.has(key))
    .map((violation) => describe(violation, givenByKey.get(violation.key)));
}

/** Returns the problem with the key as it was given. */
function describe(violation: Violation, given: GivenValue | undefined): ConfigProblem {
  if (given === undefined) return violation;
  // What a reserved key holds is not known: it may be a secret.
  const value = given.named && { value: writtenValue(given) };
  return { key: given.key, ...value, reason: violation.reason, source: given.source };
}
