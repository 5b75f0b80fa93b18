import { contenderName, type Contender } from '../contender';
import { pin, residentMemory } from '../machine';
import { planEntries, type Entry } from '../plan';
import { type Run } from '../run';
import { say } from '../say';
import { startEntrants } from './entrants';
import { takeTurns, warmUp } from './turns';

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

/** @param round Counted from 0. */
async function benchRound(run: Run, entries: readonly Entry[], round: number): Promise<readonly Contender[]> {
  const { scope, options, cores } = run;
  const servers = scope.inner();
  try {
    const entrants = await startEntrants({ ...run, scope: servers }, entries);
    // Started last, so ended first: it takes the end of a server for a failure.
    const generator = run.startGenerator(servers);
    if (cores !== undefined) for (const { pid } of entrants) pin(pid, cores.server);
    const name = `round ${round + 1} of ${options.rounds}`;
    for (const entrant of entrants) {
      say(`${name}: warming up ${contenderName(entrant)}`);
      await warmUp(generator, entrant, options);
    }
    const samples = await takeTurns(generator, entrants, options, name);
    return entrants.map(({ door, kind, flagCount, server, pid }, index) => ({
      ...{ door, kind, flagCount, server, memory: residentMemory(pid) },
      samples: samples.slice(index, index + 1),
    }));
  } finally {
    await servers.close();
  }
}
