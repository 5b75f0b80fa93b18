import { randomBytes } from 'node:crypto';
import { bearing } from '../../support/auth-server';
import { apiAt } from '../../support/http';
import { seeLastChange, seeNextChange } from './see-change';
import { printPhases, type Phase } from './evaluation-load';
import { during, type Fault } from './fault';
import { probe, type TimedAnswer } from './probe';
import { EVALUATION, issueToken, startTier, type Env, type Tiers } from './tiers';

/** What instances said while something was wrong with Redis. */
export interface RedisReport {
  /** What was wrong with the answers of the load, from beginning to end. */
  readonly complaints: readonly string[];
  /** The load while something was wrong. */
  readonly load: Phase;
  /** Changes at the writer; each took until the reader evaluated it. */
  readonly changes: readonly TimedAnswer[];
  /** Evaluations at the reader, by a token made while something was wrong. */
  readonly newToken: readonly TimedAnswer[];
  /** Evaluations at the reader, each by a token that there never was. */
  readonly unknownToken: readonly TimedAnswer[];
  /** Of the reader. */
  readonly health: readonly TimedAnswer[];
  /** By how much a reader that was started while something was wrong lags behind the writer. */
  readonly lagOfNewReader: number;
}

/** Does something to Redis while a writer and a reader that use it are under load. @param env Of the reader. */
export async function drillRedisFault(
  tiers: Tiers,
  env: Env,
  fault: Fault,
  forMs: number,
): Promise<RedisReport> {
  const { writer, reader } = tiers;
  const load = tiers.load();
  await load.phase('before', () => changeFor(tiers, 1_000));
  const answers = await load.phase(fault.name, () =>
    during(fault, async () => {
      const token = bearing(apiAt(reader.server.url), await issueToken(writer.api, fault.name));
      const [changes, newToken, unknownToken, health, lagOfNewReader] = await Promise.all([
        changeFor(tiers, forMs),
        probe(forMs, () => token.send(EVALUATION)),
        probe(forMs, () =>
          bearing(apiAt(reader.server.url), randomBytes(16).toString('hex')).send(EVALUATION),
        ),
        probe(forMs, () => apiAt(reader.server.url).send({ path: '/health' })),
        lagOfAnother(tiers, env),
      ]);
      return { changes, newToken, unknownToken, health, lagOfNewReader };
    }),
  );
  await load.phase('recovery', () => seeNextChange(tiers));
  await load.phase('after', () => changeFor(tiers, 1_000));
  const complaints = await load.stop();
  printPhases(`Redis ${fault.name}: evaluations at a reader`, load.phases);
  return { ...answers, complaints, load: load.phaseNamed(fault.name) };
}

/** Makes one change after another, each as soon as the reader evaluates the one before. */
async function changeFor({ flags, reader }: Tiers, forMs: number): Promise<readonly TimedAnswer[]> {
  return probe(forMs, async () => {
    const answer = await flags.change();
    await seeLastChange(reader, flags);
    return answer;
  });
}

async function lagOfAnother({ flags }: Tiers, env: Env): Promise<number> {
  const before = flags.lastAcknowledged;
  const another = await startTier('reader', env);
  try {
    return Math.max(0, before - (await flags.countAt(another.api)));
  } finally {
    await another.server.stop();
  }
}
