import { authEnv, bearing, BOOTSTRAP_TOKEN } from '../../support/auth-server';
import { jsonOf, jsonRequest, apiAt, type Api } from '../../support/http';
import { startServer, type TestServer } from '../../support/server';
import { type TierName } from '../../support/server-process';
import { EvaluationLoad } from './evaluation-load';
import { KnownFlags } from './known-flags';

/** So many characters of what an instance wrote tell how it ended. */
const LAST_WORDS = 4_000;

/** Settings by environment variable. */
export type Env = Readonly<Record<string, string>>;

/** The two ways to be fresh on a database server. */
export const modes: Readonly<Record<'strict' | 'bounded', Env>> = {
  strict: {},
  bounded: { PENNON_CACHE_ENABLED: 'true', PENNON_CACHE_TTL: '5s' },
};

/** Settings of every instance in a drill; the longest waits are short, so that a drill is. */
export const drillEnv: Env = {
  ...authEnv,
  PENNON_FRESHNESS_HEADERS: 'true',
  PENNON_LOG_LEVEL: 'info',
};

/** An evaluation that wants to know who calls. */
export const EVALUATION = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'on', entityId: 'someone' });

/** An instance as a drill sees it. */
export interface DrilledServer {
  readonly server: TestServer;
  /** For whoever shows the first token. */
  readonly api: Api;
}

/**
 * Starts an instance of a tier with the settings of a drill, and these.
 *
 * @param bundle Directory of its programs; where those of this version are built unless given.
 */
export async function startTier(tier: TierName, env: Env, bundle?: string): Promise<DrilledServer> {
  const server = await startServer({ tier, bundle, env: { ...drillEnv, ...env } });
  return { server, api: bearing(apiAt(server.url), BOOTSTRAP_TOKEN) };
}

/** A writer and a reader on one database, with flags whose right answers are known. */
export interface Tiers {
  readonly writer: DrilledServer;
  readonly reader: DrilledServer;
  readonly flags: KnownFlags;
  /** Evaluates at the reader from now on. */
  load(): EvaluationLoad;
  /** Stops both in good order. Rejects when one of them does not end with exit code 0. */
  stop(): Promise<void>;
}

/** Starts a writer and a reader; what either of them has beside the common settings is said apart. */
export async function startTiers(env: Env, { writerEnv = {}, readerEnv = {} } = {}): Promise<Tiers> {
  const writer = await startTier('writer', { ...env, ...writerEnv });
  try {
    const flags = await KnownFlags.create(writer.api);
    const reader = await startTier('reader', { ...env, ...readerEnv });
    return tiersOf(writer, reader, flags);
  } catch (error) {
    await writer.server.stop('SIGKILL');
    throw error;
  }
}

function tiersOf(writer: DrilledServer, reader: DrilledServer, flags: KnownFlags): Tiers {
  const loads: EvaluationLoad[] = [];
  return {
    writer,
    reader,
    flags,
    load() {
      const load = new EvaluationLoad(flags, { url: reader.server.url, token: BOOTSTRAP_TOKEN });
      loads.push(load);
      return load;
    },
    async stop() {
      // A test that failed may have left one behind.
      for (const load of loads) await load.stop();
      for (const { server } of [reader, writer]) await stopInGoodOrder(server);
    },
  };
}

/** Stops an instance; throws when it does not end with exit code 0, and tells its last words. */
export async function stopInGoodOrder(server: TestServer): Promise<void> {
  const ending = await server.stop();
  if (ending !== 0)
    throw new Error(`an instance ended with ${ending}\n${server.output().slice(-LAST_WORDS)}`);
}

/** Makes a client token, and returns its secret. @param api Of the writer. */
export async function issueToken(api: Api, name: string, more: object = {}): Promise<string> {
  const answer = await api.send(jsonRequest('POST', '/auth/v1/method/token', { name, ...more }));
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString()}`);
  return (jsonOf(answer) as { readonly clientToken: string }).clientToken;
}
