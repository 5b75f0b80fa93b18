import { join } from 'node:path';
import { ServerProcess, type Ending, type TierName } from './server-process';
import { createTestDatabase, type TestDatabase } from './test-database';

/** How long a server may take to start, in milliseconds; generous, because CI machines are slow. */
const START_TIMEOUT_MS = 100_000;

/** How it says where it listens, by HTTP and by gRPC: in a line of JSON, or to a person. */
const LISTENING = /"url":"([^"]+)","grpc":"([^"]+)"|^ {2}listening +(\S+)\n {2}gRPC +(\S+)$/m;

/** Settings of a server under test. */
export interface ServerOptions {
  /** The writer unless said. */
  readonly tier?: TierName;
  /** Arguments of the `pennon` command, which then runs in place of the tier's own program. */
  readonly command?: readonly string[];
  /** Directory of the programs; where those of this version are built unless given. */
  readonly bundle?: string | undefined;
  /** Settings by environment variable, beside those every test server has. */
  readonly env?: Readonly<Record<string, string>>;
  /** Directory of the database; one of its own, removed at the end, unless given. */
  readonly directory?: string;
}

/** A Pennon process of a test's own. */
export interface TestServer {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Where gRPC listens, as host and port. */
  readonly grpcAddress: string;
  readonly directory: string;
  /** As `db.url` takes it. */
  readonly databaseUrl: string;
  /** The file of an SQLite database; tests of other databases have none. */
  readonly databaseFile: string;
  readonly pid: number;
  /** Everything it wrote so far, to both outputs. */
  output(): string;
  /** The first match in what it writes to standard output. Rejects when it ends without writing such a thing. */
  wrote(pattern: RegExp): Promise<RegExpExecArray>;
  /** Closes its standard output at this end, as a reader does who goes away. */
  stopReading(): void;
  /** Sends a signal and resolves with the exit code, or the signal's name when it was killed by one. */
  stop(signal?: NodeJS.Signals): Promise<Ending>;
}

/** Starts the built server on a free port and an empty database, and resolves when it listens. */
export async function startServer({
  tier = 'writer',
  command,
  bundle,
  env = {},
  directory,
}: ServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase(directory);
  const home = database.directory;
  const server = new ServerProcess({
    ...(command === undefined ? { app: tier } : { app: 'pennon', args: command }),
    ...(bundle !== undefined && { bundle }),
    directory: home,
    env: {
      PENNON_DB_URL: database.url,
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: '0',
      PENNON_SERVER_GRPC_PORT: '0',
      PENNON_LOG_ENCODING: 'json',
      // The line that says where it listens is of this level.
      PENNON_LOG_LEVEL: 'info',
      ...env,
    },
  });
  // A directory that was given may be given again, with the database that goes by it.
  const ended = directory === undefined ? removedAfter(server.ended, database) : server.ended;
  return {
    ...(await addressesOf(server)),
    directory: home,
    databaseUrl: database.url,
    databaseFile: join(home, 'pennon.db'),
    pid: server.pid,
    output: () => server.stdout + server.stderr,
    wrote: (pattern) => server.wrote(pattern),
    stopReading() {
      server.stopReading();
    },
    async stop(signal = 'SIGTERM') {
      server.kill(signal);
      const ending = await ended;
      // A test that expects 0 says no more than that it was something else.
      if (ending !== 0 && signal !== 'SIGKILL') process.stderr.write(`${server.stderr}\n`);
      return ending;
    },
  };
}

async function removedAfter(ended: Promise<Ending>, database: TestDatabase): Promise<Ending> {
  const ending = await ended;
  await database.remove();
  return ending;
}

/** Where a server listens, once it says so. Rejects when it does not in time; then it is gone. */
export async function addressesOf(server: ServerProcess): Promise<Pick<TestServer, 'url' | 'grpcAddress'>> {
  const overdue = setTimeout(() => {
    server.kill('SIGKILL');
  }, START_TIMEOUT_MS);
  try {
    const [, urlInJson, grpcInJson, urlInText, grpcInText] = await server.wrote(LISTENING);
    return { url: urlInJson ?? urlInText ?? '', grpcAddress: grpcInJson ?? grpcInText ?? '' };
  } finally {
    clearTimeout(overdue);
  }
}
