import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromJsonString, toBinary } from '@bufbuild/protobuf';
import { serverName, type Contender, type Sample, type ServerFreshness } from './contender';
import { Generator, startBareServer } from './load/child-processes';
import { cpuTime, pin, residentMemory, type Cores } from './machine';
import { type BenchOptions } from './options';
import { type Scope } from './scope';
import { openSharedDatabase } from './shared-database';
import { median } from './statistics';
import {
  BENCH_TOKEN,
  evaluationRequests,
  grpcMethodOf,
  pathOf,
  type Door,
  type RequestKind,
} from './workload/requests';

/** A contender while it still takes its turns. */
interface Entrant extends Pick<Contender, 'door' | 'kind' | 'flagCount' | 'caller' | 'freshness'> {
  readonly address: string;
  readonly pid: number;
  readonly samples: Sample[];
}

/** How a server on a file of its own is fresh. */
const alone = { freshness: 'embedded' } as const;

/** What is asked, and where, of the server with the namespace of middle size; of the others only the first. */
const questions: readonly Pick<Contender, 'door' | 'kind'>[] = [
  { door: 'HTTP', kind: 'variant' },
  { door: 'HTTP', kind: 'boolean' },
  { door: 'HTTP', kind: 'batch' },
  { door: 'gRPC', kind: 'variant' },
];

/**
 * Puts the same load on the built server and on a bare one for each door, by turns, so that what slows the machine down for
 * a while slows both.
 *
 * @param databases Directories of seeded databases by size of the namespace, one for each of `options.sizes`.
 */
export async function benchDoors(
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
          `round ${round + 1} of ${options.rounds}: ${entrant.door} ${entrant.kind}, ${serverName(entrant)}\n`,
        );
        entrant.samples.push(await takeSample(generator, entrant, options));
      }
    }
    return entrants.map(({ pid, ...entrant }) => ({ ...entrant, memory: residentMemory(pid) }));
  } finally {
    await servers.close();
  }
}

/** Everything the built servers are asked, and the bare server for the same before it. */
async function startEntrants(
  scope: Scope,
  databases: ReadonlyMap<number, string>,
): Promise<readonly Entrant[]> {
  const entrants: Entrant[] = [];
  const answerSizes: Record<Door, Record<string, number>> = { HTTP: {}, gRPC: {} };
  const sizes = [...databases.keys()];
  for (const [flagCount, directory] of databases) {
    const { url, grpcAddress, pid } = await scope.startServer(directory);
    const isMiddle = flagCount === sizes[Math.floor(sizes.length / 2)];
    for (const { door, kind } of questions.slice(0, isMiddle ? undefined : 1)) {
      const address = door === 'HTTP' ? new URL(url).host : grpcAddress;
      entrants.push({ ...alone, door, kind, flagCount, caller: 'anybody', address, pid, samples: [] });
      answerSizes[door][pathOf(door, kind)] = await answerSize(url, door, kind, flagCount);
    }
    if (isMiddle) {
      entrants.push(await startGuarded(scope, directory, flagCount));
      entrants.push(...(await startAmongOthers(scope, flagCount)));
    }
  }
  const bare = {
    HTTP: await startBareServer(scope, 'HTTP', answerSizes.HTTP),
    gRPC: await startBareServer(scope, 'gRPC', answerSizes.gRPC),
  };
  return questions.flatMap(({ door, kind }) => [
    { ...alone, door, kind, flagCount: undefined, caller: 'anybody' as const, ...bare[door], samples: [] },
    ...entrants.filter((entrant) => entrant.door === door && entrant.kind === kind),
  ]);
}

/** The same question to a server that wants a token, on a copy of the database: a file is one server's. */
async function startGuarded(scope: Scope, directory: string, flagCount: number): Promise<Entrant> {
  const copy = mkdtempSync(join(tmpdir(), 'pennon-bench-'));
  scope.onClose(() => {
    rmSync(copy, { recursive: true, force: true });
  });
  cpSync(directory, copy, { recursive: true });
  const { url, pid } = await scope.startServer(copy, {
    PENNON_AUTHENTICATION_REQUIRED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: BENCH_TOKEN,
  });
  const address = new URL(url).host;
  return {
    ...alone,
    door: 'HTTP',
    kind: 'variant',
    flagCount,
    caller: 'somebody',
    address,
    pid,
    samples: [],
  };
}

/** Settings of a server on a database that others might write to. */
const amongOthers: readonly (readonly [ServerFreshness, Readonly<Record<string, string>>])[] = [
  ['strict', {}],
  ['bounded', { PENNON_CACHE_ENABLED: 'true' }],
  ['bounded with Redis', { PENNON_CACHE_ENABLED: 'true', PENNON_CACHE_BACKEND: 'redis' }],
];

/** The same question to servers that share a database; none where there is no PostgreSQL. */
async function startAmongOthers(scope: Scope, flagCount: number): Promise<readonly Entrant[]> {
  const databaseUrl = await openSharedDatabase(scope, flagCount);
  if (databaseUrl === undefined) return [];
  const entrants: Entrant[] = [];
  for (const [freshness, env] of amongOthers) {
    const home = mkdtempSync(join(tmpdir(), 'pennon-bench-'));
    scope.onClose(() => {
      rmSync(home, { recursive: true, force: true });
    });
    const { url, pid } = await scope.startServer(home, {
      PENNON_DB_URL: databaseUrl,
      PENNON_CACHE_REDIS_PREFIX: new URL(databaseUrl).pathname.slice(1),
      ...env,
    });
    const address = new URL(url).host;
    entrants.push({
      door: 'HTTP',
      kind: 'variant',
      flagCount,
      caller: 'anybody',
      freshness,
      address,
      pid,
      samples: [],
    });
  }
  return entrants;
}

/** Median size of the server's answers as the door sends them, in bytes. */
async function answerSize(url: string, door: Door, kind: RequestKind, flagCount: number): Promise<number> {
  const sizes: number[] = [];
  for (const request of evaluationRequests(kind, flagCount).slice(0, 100)) {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(request);
    const response = await fetch(url + pathOf('HTTP', kind), { method: 'POST', headers, body });
    const answer = await response.text();
    if (response.status !== 200) throw new Error(`${kind} answered ${response.status}: ${answer}`);
    sizes.push(door === 'HTTP' ? Buffer.byteLength(answer) : binarySize(kind, answer));
  }
  return median(sizes);
}

/** How many bytes an answer that came as JSON has as protobuf. */
function binarySize(kind: RequestKind, answer: string): number {
  const { output } = grpcMethodOf(kind);
  return toBinary(output, fromJsonString(output, answer)).length;
}

async function takeSample(generator: Generator, entrant: Entrant, options: BenchOptions): Promise<Sample> {
  const { address, door, kind, flagCount = options.sizes[0] ?? 0, caller, pid } = entrant;
  const load = { address, door, kind, flagCount, caller, underWay: options.underWay };
  await generator.run({ ...load, seconds: options.seconds / 4 });
  const cpuBefore = cpuTime(pid);
  const result = await generator.run({ ...load, seconds: options.seconds });
  const cpuPerRequest = (cpuTime(pid) - cpuBefore) / result.requests;
  return { ...result, cpuPerRequest, serverBusy: (cpuPerRequest * result.perSecond) / 1e6 };
}
