import { messageOf } from '@pennon/domain';
import { fromJsonString, toBinary } from '@bufbuild/protobuf';
import { contenderName } from '../contender';
import { startBareServer } from '../load/child-processes';
import { type Entry } from '../plan';
import { type Run } from '../run';
import { median } from '../statistics';
import { lackOf, variants, type Variant, type VariantName } from '../variants';
import { grpcMethodOf, httpRequests, statusOf, type RequestKind } from '../workload/requests';
import { probe } from './probe';

/** An entry whose server runs. */
export interface Entrant extends Entry {
  /** Host and port. */
  readonly address: string;
  readonly pid: number;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
}

interface RunningServer {
  readonly url: string;
  readonly grpcAddress: string;
  readonly pid: number;
}

/** A build whose servers take part. */
export interface Build {
  /** Directory of its programs; this build unless given. */
  readonly bundle?: string;
  /** True where it is older, and what it lacks is left out and noted. */
  readonly mayLack?: boolean;
}

/** Starts what the entries need, each server once. Entries that cannot be had are left out, and noted. */
export async function startEntrants(
  run: Run,
  entries: readonly Entry[],
  { bundle, mayLack = false }: Build = {},
): Promise<readonly Entrant[]> {
  const servers = new Map<string, RunningServer | undefined>();
  const entrants: Entrant[] = [];
  // The size of what the usual server answers, by door and kind.
  const sizes = new Map<string, number>();
  for (const entry of writesFirst(entries)) {
    if (entry.server === 'bare') continue;
    const { door, kind, flagCount, server } = entry;
    const name = `${server} ${flagCount}`;
    try {
      if (!servers.has(name)) {
        // Stays so where it does not start.
        servers.set(name, undefined);
        servers.set(name, await startVariant(run, server, flagCount, bundle));
      }
      const running = servers.get(name);
      if (running === undefined) continue;
      const { url, grpcAddress, pid } = running;
      const variant: Variant = variants[server];
      const headers = await headersFor(url, kind, variant.headers ?? {});
      const question = `${door} ${kind}`;
      if (!sizes.has(question)) sizes.set(question, await answerSize(url, entry, headers));
      entrants.push({ ...entry, address: door === 'HTTP' ? new URL(url).host : grpcAddress, pid, headers });
    } catch (error) {
      if (!mayLack) throw error;
      const [reason] = messageOf(error).split('\n');
      run.note(`Not measured: ${contenderName(entry)}. The old build has no such thing: ${reason}.`);
    }
  }
  for (const entry of entries.filter(({ server }) => server === 'bare')) {
    const size = sizes.get(`${entry.door} ${entry.kind}`) ?? 0;
    const bare = await startBareServer(run.scope, entry.door, entry.kind, size);
    entrants.push({ ...entry, ...bare, headers: {} });
  }
  return entries.flatMap((entry) => entrants.filter((entrant) => isSame(entrant, entry)));
}

async function startVariant(
  { scope, databases, note }: Run,
  name: VariantName,
  flagCount: number,
  bundle: string | undefined,
): Promise<RunningServer | undefined> {
  const lack = lackOf(name);
  if (lack !== undefined) {
    note(`Not measured: ${name}. ${lack}.`);
    return undefined;
  }
  const { settings, isShared = false }: Variant = variants[name];
  if (!isShared) return scope.startServer(await databases.copy(flagCount), settings, bundle);
  let url: string;
  try {
    url = await databases.shared(flagCount);
  } catch (error) {
    const reason = messageOf(error);
    note(`Not measured: ${name}, for want of PostgreSQL (${reason}).`);
    return undefined;
  }
  const shared = { PENNON_DB_URL: url, PENNON_CACHE_REDIS_PREFIX: new URL(url).pathname.slice(1) };
  return scope.startServer(databases.directory(), { ...shared, ...settings }, bundle);
}

/** What a client that asks for this sends. */
async function headersFor(
  url: string,
  kind: RequestKind,
  headers: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  if (kind !== 'snapshot' && kind !== 'snapshot 304') return headers;
  // Every client takes compressed answers of that size.
  const compressed = { ...headers, 'accept-encoding': 'gzip' };
  if (kind === 'snapshot') return compressed;
  const [request] = httpRequests(kind, 0);
  const { etag } = await probe(url, request, compressed);
  if (etag === undefined) throw new Error('the snapshot has no ETag');
  return { ...compressed, 'if-none-match': etag };
}

/** Median size of the server's answers as the door sends them, in bytes. */
export async function answerSize(
  url: string,
  { door, kind, flagCount }: Entry,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const sizes: number[] = [];
  for (const request of httpRequests(kind, flagCount).slice(0, 100)) {
    const { status, body } = await probe(url, request, headers);
    if (status !== statusOf(kind)) throw new Error(`${kind} answered ${status}: ${body.toString()}`);
    sizes.push(door === 'HTTP' ? body.length : binarySize(kind, body.toString()));
  }
  return median(sizes);
}

/** How many bytes an answer that came as JSON has as protobuf. */
function binarySize(kind: RequestKind, answer: string): number {
  const { output } = grpcMethodOf(kind);
  return toBinary(output, fromJsonString(output, answer)).length;
}

/** Trying a write changes what others are told, such as the ETag of a snapshot. */
function writesFirst(entries: readonly Entry[]): readonly Entry[] {
  const isWrite = ({ kind }: Entry): boolean => kind === 'update of a flag';
  return [...entries.filter(isWrite), ...entries.filter((entry) => !isWrite(entry))];
}

/** True when both ask the same of the same way to run the server. */
export function isSame(one: Entry, other: Entry): boolean {
  return (
    one.door === other.door &&
    one.kind === other.kind &&
    one.flagCount === other.flagCount &&
    one.server === other.server
  );
}
