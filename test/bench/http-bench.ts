import { serverName, type Contender, type Sample } from './contender';
import { Generator, startBareServer } from './load/child-processes';
import { cpuTime, pin, residentMemory, type Cores } from './machine';
import { type BenchOptions } from './options';
import { type Scope } from './scope';
import { median } from './statistics';
import { pathOf, requestBodies, type RequestKind } from './workload/requests';

/** A contender while it still takes its turns. */
interface Entrant extends Pick<Contender, 'kind' | 'flagCount'> {
  readonly url: string;
  readonly pid: number;
  readonly samples: Sample[];
}

/**
 * Puts the same load on the built server and on bare `node:http`, by turns, so that what slows the machine down for
 * a while slows both.
 *
 * @param databases Directories of seeded databases by size of the namespace, one for each of `options.sizes`.
 */
export async function benchHttp(
  scope: Scope,
  options: BenchOptions,
  databases: ReadonlyMap<number, string>,
  cores: Cores | undefined,
): Promise<readonly Contender[]> {
  const servers = scope.inner();
  try {
    const entrants = await startEntrants(servers, databases);
    // Started last, so ended first: it takes the end of a server for a failure.
    const generator = new Generator(servers);
    if (cores !== undefined) {
      for (const { pid } of entrants) pin(pid, cores.server);
      pin(generator.pid, cores.generator);
    }
    for (let round = 0; round < options.rounds; round++) {
      for (const entrant of round % 2 === 0 ? entrants : entrants.toReversed()) {
        process.stderr.write(
          `round ${round + 1} of ${options.rounds}: ${entrant.kind}, ${serverName(entrant)}\n`,
        );
        entrant.samples.push(await takeSample(generator, entrant, options));
      }
    }
    return entrants.map(({ pid, ...entrant }) => ({ ...entrant, memory: residentMemory(pid) }));
  } finally {
    await servers.close();
  }
}

/** Variants at every size, the other kinds at the middle one, and the bare server for each kind. */
async function startEntrants(
  scope: Scope,
  databases: ReadonlyMap<number, string>,
): Promise<readonly Entrant[]> {
  const entrants: Entrant[] = [];
  const sizes = [...databases.keys()];
  for (const [flagCount, directory] of databases) {
    const { url, pid } = await scope.startServer(directory);
    const isMiddle = flagCount === sizes[Math.floor(sizes.length / 2)];
    const kinds: readonly RequestKind[] = isMiddle ? ['variant', 'boolean', 'batch'] : ['variant'];
    entrants.push(...kinds.map((kind) => ({ kind, flagCount, url, pid, samples: [] })));
  }
  const sizesOfAnswers: Record<string, number> = {};
  for (const entrant of entrants) sizesOfAnswers[pathOf(entrant.kind)] = await answerSize(entrant);
  const { url, pid } = await startBareServer(scope, sizesOfAnswers);
  const kinds = new Set(entrants.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => [
    { kind, flagCount: undefined, url, pid, samples: [] },
    ...entrants.filter((entrant) => entrant.kind === kind),
  ]);
}

/** Median size of the server's answers, in bytes. */
async function answerSize({ kind, url, flagCount = 0 }: Entrant): Promise<number> {
  const sizes: number[] = [];
  for (const body of requestBodies(kind, flagCount).slice(0, 100)) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(url + pathOf(kind), { method: 'POST', headers, body });
    const answer = await response.text();
    if (response.status !== 200) throw new Error(`${kind} answered ${response.status}: ${answer}`);
    sizes.push(Buffer.byteLength(answer));
  }
  return median(sizes);
}

async function takeSample(generator: Generator, entrant: Entrant, options: BenchOptions): Promise<Sample> {
  const { url, kind, flagCount = options.sizes[0] ?? 0, pid } = entrant;
  const load = { url, kind, flagCount, connections: options.connections };
  await generator.run({ ...load, seconds: options.seconds / 4 });
  const cpuBefore = cpuTime(pid);
  const result = await generator.run({ ...load, seconds: options.seconds });
  const cpuPerRequest = (cpuTime(pid) - cpuBefore) / result.requests;
  return { ...result, cpuPerRequest, serverBusy: (cpuPerRequest * result.perSecond) / 1e6 };
}
