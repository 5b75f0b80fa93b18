import { contenderName, type Contender, type Sample } from '../contender';
import { type Generator } from '../load/child-processes';
import { cpuTime, pin, residentMemory } from '../machine';
import { type BenchOptions } from '../options';
import { planEntries, type Entry } from '../plan';
import { type Run } from '../run';
import { say } from '../say';
import { startEntrants, type Entrant } from './entrants';

/** Shortest warm-up before the first round, in seconds: the compiler has seen nothing of this server before. */
export const FIRST_WARM_UP_SECONDS = 2.5;

/**
 * Puts the same load on the built server, run in several ways, and on a bare one for each kind of request, by turns, so
 * that what slows the machine down for a while slows all. Every round has servers of its own: of two processes that run
 * the same, V8 may make one a tenth faster than the other, and it stays so.
 */
export async function benchDoors(run: Run): Promise<readonly Contender[]> {
  const entries = planEntries(run.options);
  const contenders = new Map<string, Contender>();
  for (let round = 0; entries.length > 0 && round < run.options.rounds; round++) {
    for (const found of await benchRound(run, entries, round)) {
      const name = contenderName(found);
      const samples = [...(contenders.get(name)?.samples ?? []), ...found.samples];
      contenders.set(name, { ...found, samples });
    }
  }
  return [...contenders.values()];
}

/** @param round Counted from 0; every other one goes backwards. */
async function benchRound(run: Run, entries: readonly Entry[], round: number): Promise<readonly Contender[]> {
  const { scope, options, cores } = run;
  const servers = scope.inner();
  try {
    const entrants = await startEntrants({ ...run, scope: servers }, entries);
    // Started last, so ended first: it takes the end of a server for a failure.
    const generator = run.startGenerator(servers);
    if (cores !== undefined) for (const { pid } of entrants) pin(pid, cores.server);
    const contenders: Contender[] = [];
    for (const entrant of round % 2 === 0 ? entrants : entrants.toReversed()) {
      say(`round ${round + 1} of ${options.rounds}: ${contenderName(entrant)}`);
      const sample = await takeSample(generator, entrant, options);
      const { door, kind, flagCount, server, pid } = entrant;
      contenders.push({ door, kind, flagCount, server, samples: [sample], memory: residentMemory(pid) });
    }
    return round % 2 === 0 ? contenders : contenders.toReversed();
  } finally {
    await servers.close();
  }
}

/**
 * Has the generator put a load on a server, warms it up first, and reads what the server's processes have used for it.
 *
 * @param isWarm Whether the server has answered such requests before.
 */
export async function takeSample(
  generator: Generator,
  entrant: Entrant,
  { seconds, underWay }: Pick<BenchOptions, 'seconds' | 'underWay'>,
  isWarm = false,
): Promise<Sample> {
  const { address, door, kind, flagCount, headers, pid } = entrant;
  const load = { address, door, kind, flagCount, headers, underWay };
  const warmUp = isWarm ? seconds / 4 : Math.max(FIRST_WARM_UP_SECONDS, seconds);
  await generator.run({ ...load, seconds: warmUp });
  const cpuBefore = cpuTime(pid);
  const result = await generator.run({ ...load, seconds });
  const cpuPerRequest = (cpuTime(pid) - cpuBefore) / result.requests;
  return { ...result, cpuPerRequest, serverBusy: (cpuPerRequest * result.perSecond) / 1e6 };
}
