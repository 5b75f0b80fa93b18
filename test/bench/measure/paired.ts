import { contenderName, type Sample } from '../contender';
import { type Generator } from '../load/child-processes';
import { pin } from '../machine';
import { planEntries, type Entry } from '../plan';
import { type Run } from '../run';
import { say } from '../say';
import { isSame, startEntrants, type Entrant } from './entrants';
import { takeTurns, TURN_SECONDS, warmUp } from './turns';

/** Requests of a turn, at least: fewer mislead, because some collect the garbage of others. */
const LEAST_REQUESTS = 250;

/** What one kind of request cost three servers: of this build, of the old one, and of this build again. */
export interface Pair extends Entry {
  /** One each per round, in the order of the rounds. */
  readonly present: readonly Sample[];
  readonly old: readonly Sample[];
  /** Against `present`, it shows what is noise. */
  readonly again: readonly Sample[];
}

type Trio = Readonly<Record<'present' | 'old' | 'again', Entrant>>;

/**
 * Puts the same load on servers of two builds by turns, one kind of request after the other. Every round has servers of
 * its own, since two processes of one build differ, too.
 *
 * @param oldBundle Directory of the programs of the other build.
 */
export async function benchPaired(run: Run, oldBundle: string): Promise<readonly Pair[]> {
  const entries = planEntries(run.options).filter(({ server }) => server !== 'bare');
  const pairs = new Map<string, Pair>();
  for (let round = 1; round <= run.options.rounds; round++) {
    for (const found of await benchRound(run, entries, oldBundle, round)) {
      const name = contenderName(found);
      const { present, old, again } = pairs.get(name) ?? { present: [], old: [], again: [] };
      pairs.set(name, {
        ...found,
        present: [...present, ...found.present],
        old: [...old, ...found.old],
        again: [...again, ...found.again],
      });
    }
  }
  return [...pairs.values()];
}

async function benchRound(
  run: Run,
  entries: readonly Entry[],
  bundle: string,
  round: number,
): Promise<readonly Pair[]> {
  const scope = run.scope.inner();
  try {
    const ofOld = await startEntrants({ ...run, scope }, entries, { bundle, mayLack: true });
    const present = await startEntrants({ ...run, scope }, ofOld);
    const again = await startEntrants({ ...run, scope }, ofOld);
    const generator = run.startGenerator(scope);
    if (run.cores !== undefined) {
      for (const { pid } of [...ofOld, ...present, ...again]) pin(pid, run.cores.server);
    }
    const pairs: Pair[] = [];
    for (const old of ofOld) {
      const trio = { present: find(present, old), old, again: find(again, old) };
      pairs.push(await compare(run, generator, trio, `round ${round} of ${run.options.rounds}`));
    }
    return pairs;
  } finally {
    await scope.close();
  }
}

async function compare({ options }: Run, generator: Generator, trio: Trio, round: string): Promise<Pair> {
  const { present, old, again } = trio;
  const { door, kind, flagCount, server } = old;
  // The old build stands in the middle, as far from one server of this build as from the other.
  const entrants = [present, old, again];
  const name = `${round}, ${contenderName(old)}`;
  say(`${name}: warming up`);
  const rates: number[] = [];
  for (const entrant of entrants) rates.push((await warmUp(generator, entrant, options)).perSecond);
  const turnSeconds = Math.max(TURN_SECONDS, LEAST_REQUESTS / Math.min(...rates));
  // Forth and back at least once.
  const load = { ...options, seconds: Math.max(options.seconds, 2 * turnSeconds) };
  const samples = await takeTurns(generator, entrants, load, name, turnSeconds);
  const of = (place: number): readonly Sample[] => samples.slice(place, place + 1);
  return { ...{ door, kind, flagCount, server }, present: of(0), old: of(1), again: of(2) };
}

function find(entrants: readonly Entrant[], entry: Entry): Entrant {
  const found = entrants.find((entrant) => isSame(entrant, entry));
  if (found === undefined) throw new Error(`this build has no ${contenderName(entry)}`);
  return found;
}
