import { type Sample } from '../contender';
import { type Generator } from '../load/child-processes';
import { type LoadResult } from '../load/generate-load';
import { cpuTime } from '../machine';
import { type BenchOptions } from '../options';
import { say } from '../say';
import { median } from '../statistics';
import { type Entrant } from './entrants';

/** Shortest warm-up, in seconds: the compiler has seen nothing of this server before. */
const LEAST_WARM_UP_SECONDS = 2.5;

/** Length of a turn, in seconds: a machine that others use as well is seldom the same for longer. */
export const TURN_SECONDS = 0.5;

/** What the server gets to do before each of its turns, in seconds: others have had the caches of its core since. */
const LEAD_IN_SECONDS = 0.1;

type Load = Pick<BenchOptions, 'seconds' | 'underWay'>;

/** Has the generator put a load on a server that has answered nothing yet. Returns how the server bore it. */
export async function warmUp(generator: Generator, entrant: Entrant, load: Load): Promise<LoadResult> {
  return generator.run({ ...requestsTo(entrant, load.underWay), seconds: warmUpSeconds(load) });
}

/** How long a server is warmed up, in seconds. @param seconds As long as it is measured, unless that is too short. */
export function warmUpSeconds({ seconds }: Pick<Load, 'seconds'>): number {
  return Math.max(LEAST_WARM_UP_SECONDS, seconds);
}

/**
 * Puts the load on each server for as long as asked, in short turns, forth and back: what slows the machine down for
 * some seconds slows all of them alike. Returns a sample for each, with the medians of its turns.
 *
 * @param entrants Warm. @param name Of what is done, to be said. @param turnSeconds Length of each turn.
 */
export async function takeTurns(
  generator: Generator,
  entrants: readonly Entrant[],
  { seconds, underWay }: Load,
  name: string,
  turnSeconds = TURN_SECONDS,
): Promise<readonly Sample[]> {
  const places = entrants.map((entrant) => ({ entrant, turns: [] as Sample[] }));
  const count = Math.ceil(seconds / turnSeconds);
  for (let turn = 0; turn < count; turn++) {
    say(`${name}: turn ${turn + 1} of ${count}`);
    for (const { entrant, turns } of turn % 2 === 0 ? places : places.toReversed()) {
      turns.push(await takeTurn(generator, entrant, underWay, turnSeconds));
    }
  }
  return places.map(({ turns }) => mediansOf(turns));
}

/** Reads as well what the server's processes have used for it. */
async function takeTurn(
  generator: Generator,
  entrant: Entrant,
  underWay: number,
  seconds: number,
): Promise<Sample> {
  const load = requestsTo(entrant, underWay);
  await generator.run({ ...load, seconds: LEAD_IN_SECONDS });
  const cpuBefore = cpuTime(entrant.pid);
  const result = await generator.run({ ...load, seconds });
  const cpuPerRequest = (cpuTime(entrant.pid) - cpuBefore) / result.requests;
  return { ...result, cpuPerRequest, serverBusy: (cpuPerRequest * result.perSecond) / 1e6 };
}

function mediansOf(turns: readonly Sample[]): Sample {
  const of = (name: keyof Sample): number => median(turns.map((turn) => turn[name]));
  return {
    requests: turns.reduce((sum, { requests }) => sum + requests, 0),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    p999: of('p999'),
    cpuPerRequest: of('cpuPerRequest'),
    serverBusy: of('serverBusy'),
    generatorBusy: of('generatorBusy'),
  };
}

function requestsTo({ address, door, kind, flagCount, headers }: Entrant, underWay: number) {
  return { address, door, kind, flagCount, headers, underWay };
}
