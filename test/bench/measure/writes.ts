import { askBy, eachOf, type AskedServer, type Bearing } from '../load/clients';
import { pin } from '../machine';
import { type Run } from '../run';
import { say } from '../say';
import { median } from '../statistics';
import { operations, type Operation, type OperationName } from '../workload/write-requests';
import { subjectsOf, type Subject } from './write-subjects';

/** How often each operation has its turn in a round. */
const TURNS = 2;

/** Turns that do not count: the compiler has seen nothing of this server before. */
const WARM_UP_TURNS = 2;

/** What one kind of request cost a server. */
export interface WriteResult {
  readonly subject: string;
  readonly flagCount: number;
  readonly operation: OperationName;
  readonly clients: number;
  /** One per round, in the order of the rounds; medians of its turns. */
  readonly samples: readonly WriteSample[];
}

export type WriteSample = Pick<Bearing, 'perSecond' | 'p50' | 'p99' | 'cpuPerRequest'>;

interface Place {
  readonly operation: OperationName;
  readonly clients: number;
}

type Sized = AskedServer & { readonly flagCount: number };

/** Every operation, by each number of its clients. */
const places: readonly Place[] = Object.entries(operations).flatMap(([name, { clients }]) =>
  clients.map((count) => ({ operation: name as OperationName, clients: count })),
);

/** Asks servers of every size by turns, one operation after the other; anew in each round. */
export async function benchWrites(run: Run, flipt: string | undefined): Promise<readonly WriteResult[]> {
  const results = new Map<string, WriteResult>();
  const subjects = await subjectsOf(run, flipt);
  for (let round = 1; round <= run.options.rounds; round++) {
    for (const subject of subjects) {
      say(`round ${round} of ${run.options.rounds}: ${subject.name}`);
      for (const found of await benchSubject(run, subject)) {
        const { flagCount, operation, clients } = found;
        const name = `${subject.name}, ${flagCount}, ${operation}, ${clients}`;
        const samples = [...(results.get(name)?.samples ?? []), ...found.samples];
        results.set(name, { ...found, samples });
      }
    }
  }
  return [...results.values()];
}

async function benchSubject(run: Run, { name, start }: Subject): Promise<readonly WriteResult[]> {
  const scope = run.scope.inner();
  try {
    const servers: Sized[] = [];
    for (const flagCount of run.options.sizes) {
      const { url, pid } = await start({ ...run, scope }, flagCount);
      if (run.cores !== undefined) pin(pid, run.cores.server);
      servers.push({ url, pid, flagCount });
    }
    const turns = servers.flatMap((server) =>
      places
        .filter(({ operation }) => isWorthAsking(operation, server))
        .map((place) => ({ server, place, bearings: [] as Bearing[] })),
    );
    // Servers of all sizes close together, so that what slows the machine down slows all of them.
    const order = places.flatMap((place) => turns.filter((turn) => turn.place === place));
    for (let pass = -WARM_UP_TURNS; pass < TURNS; pass++) {
      say(`${name}: ${pass < 0 ? 'warming up' : `turn ${pass + 1} of ${TURNS}`}`);
      for (const { server, place, bearings } of pass % 2 === 0 ? order : order.toReversed()) {
        const bearing = await takeTurn(server, place);
        if (pass >= 0) bearings.push(bearing);
      }
    }
    return turns.map(({ server: { flagCount }, place, bearings }) => ({
      ...{ subject: name, flagCount, ...place },
      samples: [mediansOf(bearings)],
    }));
  } finally {
    await scope.close();
  }
}

function isWorthAsking(name: OperationName, { flagCount }: Sized): boolean {
  const { leastFlags = 0 }: Operation = operations[name];
  return flagCount >= leastFlags;
}

async function takeTurn(server: Sized, { operation, clients }: Place): Promise<Bearing> {
  const { count, requests, undo }: Operation = operations[operation];
  const asked = requests(server.flagCount, count);
  const bearing = await askBy(clients, server, eachOf(asked));
  const undone = undo === undefined ? undefined : await askBy(1, server, eachOf(undo(asked)));
  const [refusal] = [...bearing.refusals, ...(undone?.refusals ?? [])];
  if (refusal !== undefined) throw new Error(refusal);
  return bearing;
}

function mediansOf(bearings: readonly Bearing[]): WriteSample {
  const of = (name: keyof WriteSample): number => median(bearings.map((bearing) => bearing[name]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpuPerRequest: of('cpuPerRequest'),
  };
}
