import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpLoad } from '../load/http-load';
import { pin, residentMemory } from '../machine';
import { USUAL_SIZE } from '../plan';
import { type Run } from '../run';
import { say } from '../say';
import { lineThrough } from '../statistics';
import { BATCH_SIZE } from '../workload/requests';
import { FlagWriter } from './flag-writer';

/** Length of one stretch of load, in seconds; the memory is read after each. */
const STRETCH_SECONDS = 2;

/** From one change to the next, at least, in milliseconds; as fast as that, a change is always under way. */
const CHANGE_INTERVAL_MS = 20;

/** Share of the evaluations that is not looked at: caches fill, the compiler compiles. */
const WARM_UP_SHARE = 0.3;

/** Growth that is taken for none, as a share of the memory; or twice the noise, where that is more. */
const LEAST_GROWTH = 0.02;

const MIB = 2 ** 20;

/** The program in the server that collects all garbage and tells what is left. */
const HEAP_PROBE = join(__dirname, '../load/heap-probe.js');

/** What the memory of a server was. */
export interface MemorySample {
  /** Evaluations so far. */
  readonly evaluations: number;
  /** Resident memory in MiB. */
  readonly resident: number;
  /** What lives on the heap after all garbage was collected, in MiB. */
  readonly heap: number;
}

/** A soak, and what it did to the memory. */
export interface SoakResult {
  readonly evaluations: number;
  readonly changes: number;
  readonly samples: readonly MemorySample[];
}

/** How one figure of the memory went. */
export interface Growth {
  /** MiB per million evaluations. */
  readonly slope: number;
  /** What that makes over the evaluations that were looked at, in MiB. */
  readonly total: number;
  /** Growth below that is not told from none, in MiB. */
  readonly noise: number;
  readonly isGrowing: boolean;
}

/** Evaluates millions of flags, in batches, while flags are changed all the time. */
export async function benchSoak(run: Run): Promise<SoakResult> {
  const { options, databases, cores } = run;
  const scope = run.scope.inner();
  try {
    const file = join(databases.directory(), 'heap');
    const { url, pid } = await scope.startServer(await databases.copy(USUAL_SIZE), {
      NODE_OPTIONS: `--expose-gc --require ${HEAP_PROBE}`,
      HEAP_PROBE_FILE: file,
    });
    const generator = run.startGenerator(scope);
    if (cores !== undefined) pin(pid, cores.server);
    const load = {
      ...httpLoad(url, 'batch', USUAL_SIZE),
      underWay: options.underWay,
      seconds: STRETCH_SECONDS,
    };
    const writer = new FlagWriter(url, USUAL_SIZE, CHANGE_INTERVAL_MS);
    const samples: MemorySample[] = [];
    let evaluations = 0;
    while (evaluations < options.soakEvaluations) {
      const { requests } = await generator.run(load);
      evaluations += requests * BATCH_SIZE;
      samples.push({ evaluations, resident: residentMemory(pid), heap: readHeap(file) });
      say(`soak: ${evaluations.toLocaleString('en')} evaluations`);
    }
    return { evaluations, changes: await writer.stop(), samples };
  } finally {
    await scope.close();
  }
}

/** How a figure of the memory grew once the server was warm. */
export function growthOf({ samples }: SoakResult, figure: 'resident' | 'heap'): Growth {
  const end = samples.at(-1)?.evaluations ?? 0;
  const warm = samples.filter(({ evaluations }) => evaluations > end * WARM_UP_SHARE);
  const first = warm[0]?.evaluations ?? 0;
  const line = lineThrough(warm.map((sample) => [sample.evaluations / 1e6, sample[figure]]));
  const total = (line.slope * (end - first)) / 1e6;
  const noise = Math.max(2 * line.deviation, LEAST_GROWTH * line.intercept);
  return { slope: line.slope, total, noise, isGrowing: !(total <= noise) };
}

/** MiB; NaN when the probe has written nothing. */
function readHeap(file: string): number {
  return Number(readFileSync(file, 'utf8')) / MIB;
}
