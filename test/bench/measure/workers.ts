import { hasSetting } from '../abilities';
import { type Sample } from '../contender';
import { createCpuShare } from '../cpu-share';
import { pin, processTree, type Cores } from '../machine';
import { USUAL_SIZE } from '../plan';
import { type Run } from '../run';
import { type Entrant } from './entrants';
import { takeTurns, warmUp } from './turns';

const SETTING = 'PENNON_SERVER_WORKERS';

/** What each worker gets of a core where all of them have one only; some is left for who leads them. */
const SHARE_OF_A_CORE = 0.45;

/** Two workers and one by turns, each with the same load. */
export interface WorkersResult {
  readonly one: readonly Sample[];
  readonly two: readonly Sample[];
  /** What a worker may use of a core; undefined where each has one to itself. */
  readonly share: number | undefined;
}

/**
 * Compares a server of two workers with one of a single worker; undefined, and noted, where that tells nothing. Where
 * there is no core for the second worker beside that of the generator, each worker gets the same share of one core.
 */
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
    const one = await startWorkers({ ...run, scope }, cores, 1);
    const two = await startWorkers({ ...run, scope }, cores, 2);
    if (one === undefined || two === undefined) {
      note('Not measured: two workers. There is no third core, and no control groups for shares of one.');
      return undefined;
    }
    const generator = run.startGenerator(scope);
    for (const entrant of [one, two]) await warmUp(generator, entrant, options);
    const samples = { one: [] as Sample[], two: [] as Sample[] };
    for (let round = 0; round < options.rounds; round++) {
      const name = `workers, round ${round + 1} of ${options.rounds}`;
      const [ofOne, ofTwo] = await takeTurns(generator, [one, two], options, name);
      if (ofOne !== undefined) samples.one.push(ofOne);
      if (ofTwo !== undefined) samples.two.push(ofTwo);
    }
    return { ...samples, share: cores.second === undefined ? SHARE_OF_A_CORE : undefined };
  } finally {
    await scope.close();
  }
}

/**
 * Starts a server of so many workers on their cores, or shares of one; undefined where there are no shares to be had.
 */
async function startWorkers(
  { scope, databases }: Run,
  cores: Cores,
  count: number,
): Promise<Entrant | undefined> {
  const { server: first, second } = cores;
  const shares = Array.from({ length: second === undefined ? count : 0 }, (_, index) =>
    createCpuShare(scope, `pennon-bench-${process.pid}-${count}-${index + 1}`, SHARE_OF_A_CORE),
  );
  if (shares.includes(undefined)) return undefined;
  const { url, pid } = await scope.startServer(await databases.copy(USUAL_SIZE), { [SETTING]: `${count}` });
  const [leader = pid, ...workers] = processTree(pid);
  for (const each of [leader, ...workers])
    pin(each, ...(count === 1 || second === undefined ? [first] : [first, second]));
  // Who leads several workers answers no requests.
  const answering = count === 1 ? [leader] : workers;
  if (answering.length < count) throw new Error(`${answering.length} of ${count} workers have started`);
  answering.forEach((worker, index) => shares[index]?.add(worker));
  return {
    ...{ door: 'HTTP', kind: 'variant', flagCount: USUAL_SIZE, server: 'usual', headers: {} },
    address: new URL(url).host,
    pid,
  };
}
