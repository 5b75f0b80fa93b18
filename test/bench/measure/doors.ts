import { contenderName, type Contender, type Sample } from '../contender';
import { type Generator } from '../load/child-processes';
import { cpuTime, pin, residentMemory } from '../machine';
import { type BenchOptions } from '../options';
import { planEntries } from '../plan';
import { type Run } from '../run';
import { say } from '../say';
import { startEntrants, type Entrant } from './entrants';

/** Shortest warm-up before the first round, in seconds: the compiler has seen nothing of this server before. */
export const FIRST_WARM_UP_SECONDS = 2.5;

/**
 * Puts the same load on the built server, run in several ways, and on a bare one for each kind of request, by turns, so
 * that what slows the machine down for a while slows all.
 */
export async function benchDoors(run: Run): Promise<readonly Contender[]> {
  const { scope, options, cores } = run;
  const entries = planEntries(options);
  if (entries.length === 0) return [];
  const servers = scope.inner();
  try {
    const entrants = await startEntrants({ ...run, scope: servers }, entries);
    // Started last, so ended first: it takes the end of a server for a failure.
    const generator = run.startGenerator(servers);
    if (cores !== undefined) for (const { pid } of entrants) pin(pid, cores.server);
    const samples = new Map<Entrant, Sample[]>(entrants.map((entrant) => [entrant, []]));
    for (let round = 0; round < options.rounds; round++) {
      for (const entrant of round % 2 === 0 ? entrants : entrants.toReversed()) {
        say(`round ${round + 1} of ${options.rounds}: ${contenderName(entrant)}`);
        samples.get(entrant)?.push(await takeSample(generator, entrant, options, round));
      }
    }
    return [...samples].map(([{ door, kind, flagCount, server, pid }, taken]) => ({
      ...{ door, kind, flagCount, server },
      samples: taken,
      memory: residentMemory(pid),
    }));
  } finally {
    await servers.close();
  }
}

/**
 * Has the generator put a load on a server, warms it up first, and reads what the server's processes have used for it.
 *
 * @param round Counted from 0.
 */
export async function takeSample(
  generator: Generator,
  entrant: Entrant,
  { seconds, underWay }: Pick<BenchOptions, 'seconds' | 'underWay'>,
  round: number,
): Promise<Sample> {
  const { address, door, kind, flagCount, headers, pid } = entrant;
  const load = { address, door, kind, flagCount, headers, underWay };
  const warmUp = round === 0 ? Math.max(FIRST_WARM_UP_SECONDS, seconds) : seconds / 4;
  await generator.run({ ...load, seconds: warmUp });
  const cpuBefore = cpuTime(pid);
  const result = await generator.run({ ...load, seconds });
  const cpuPerRequest = (cpuTime(pid) - cpuBefore) / result.requests;
  return { ...result, cpuPerRequest, serverBusy: (cpuPerRequest * result.perSecond) / 1e6 };
}
