import { hasSetting } from './abilities';
import { BENCH_TOKEN } from './workload/requests';

/** A way to run the server, to be compared with the usual one. */
export interface Variant {
  /** Settings by environment variable. */
  readonly settings: Readonly<Record<string, string>>;
  /** Headers that its callers send. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True when it stands on a database server that others might write to. */
  readonly isShared?: boolean;
}

const withToken = {
  PENNON_AUTHENTICATION_REQUIRED: 'true',
  PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
  PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: BENCH_TOKEN,
};
const tokenHeaders = { authorization: `Bearer ${BENCH_TOKEN}` };
const bounded = { PENNON_CACHE_ENABLED: 'true' };

/**
 * The ways to run it, by the name the report calls them.
 *
 * `usual` is the default: alone on a file, nobody is asked who they are, and metrics are on where there are any.
 */
export const variants = {
  usual: { settings: {} },
  token: { settings: withToken, headers: tokenHeaders },
  'no metrics': { settings: { PENNON_METRICS_ENABLED: 'false' } },
  strict: { settings: {}, isShared: true },
  bounded: { settings: bounded, isShared: true },
  'bounded with Redis': { settings: { ...bounded, PENNON_CACHE_BACKEND: 'redis' }, isShared: true },
} as const satisfies Readonly<Record<string, Variant>>;

export type VariantName = keyof typeof variants;

/** True when a server that runs this way shares its database. */
export function isShared(name: VariantName): boolean {
  const { isShared: shares = false }: Variant = variants[name];
  return shares;
}

/** Why this build cannot be run that way; undefined when it can. */
export function lackOf(name: VariantName): string | undefined {
  const settings: Readonly<Record<string, string>> = variants[name].settings;
  const unknown = Object.entries(settings).filter(([variable, value]) => !hasSetting(variable, value));
  return unknown.length === 0
    ? undefined
    : `${unknown.map(([variable]) => variable).join(', ')} has no effect in this build`;
}
