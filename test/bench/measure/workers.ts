import { hasSetting } from '../abilities';
import { type Sample } from '../contender';
import { pin, processTree, type Cores } from '../machine';
import { USUAL_SIZE } from '../plan';
import { type Run } from '../run';
import { say } from '../say';
import { takeSample } from './doors';
import { type Entrant } from './entrants';

const SETTING = 'PENNON_SERVER_WORKERS';

/** Two workers and one by turns, each with the same load. */
export interface WorkersResult {
  readonly one: readonly Sample[];
  readonly two: readonly Sample[];
  /** True when the second worker shares a core with the generator. */
  readonly isUnderstated: boolean;
}

/** Compares a server of two workers with one of a single worker; undefined, and noted, where that tells nothing. */
export async function benchWorkers(run: Run): Promise<WorkersResult | undefined> {
  const { cores, options, note } = run;
  if (!hasSetting(SETTING, '2')) {
    note(`Not measured: two workers. ${SETTING} has no effect in this build.`);
    return undefined;
  }
  if (cores === undefined) {
    note('Not measured: two workers. There is no taskset here, or no second core.');
    return undefined;
  }
  const scope = run.scope.inner();
  try {
    const startWorkers = async (count: number): Promise<Entrant> => startOn({ ...run, scope }, cores, count);
    const one = { entrant: await startWorkers(1), samples: [] as Sample[] };
    const two = { entrant: await startWorkers(2), samples: [] as Sample[] };
    const generator = run.startGenerator(scope);
    for (let round = 0; round < options.rounds; round++) {
      say(`workers, round ${round + 1} of ${options.rounds}`);
      for (const { entrant, samples } of round % 2 === 0 ? [one, two] : [two, one]) {
        samples.push(await takeSample(generator, entrant, options, round > 0));
      }
    }
    return { one: one.samples, two: two.samples, isUnderstated: cores.count < 3 };
  } finally {
    await scope.close();
  }
}

async function startOn({ scope, databases }: Run, cores: Cores, workers: number): Promise<Entrant> {
  const { url, pid } = await scope.startServer(await databases.copy(USUAL_SIZE), { [SETTING]: `${workers}` });
  for (const each of processTree(pid)) pin(each, ...(workers === 1 ? [cores.server] : cores.pair));
  return {
    ...{ door: 'HTTP', kind: 'variant', flagCount: USUAL_SIZE, server: 'usual', headers: {} },
    address: new URL(url).host,
    pid,
  };
}
