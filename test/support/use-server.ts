import { apiAt, type Answer, type Api, type Request } from './http';
import { startServer, type TestServer } from './server';

/** How long a test with a server may take, in milliseconds: it waits for a process and for the disk. */
const TEST_TIMEOUT_MS = 120_000;

/** The server that the tests of a `describe` share. */
export interface SharedServer extends Api {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Where gRPC listens, as host and port. */
  readonly grpcAddress: string;
  readonly directory: string;
  /** As `db.url` takes it. */
  readonly databaseUrl: string;
  /** The file of an SQLite database. */
  readonly databaseFile: string;
  /** The lines it has logged, at that level or at any. */
  logged(level?: string): readonly string[];
}

/** Settings by environment variable. */
type Settings = Readonly<Record<string, string>>;

/**
 * Starts a server before the first test of the surrounding `describe`, and stops it in good order after the last.
 *
 * @param env Its settings; a function where they are known only when the tests begin.
 */
export function useServer(env: Settings | (() => Settings) = {}): SharedServer {
  return useProcess(async () => startServer({ env: typeof env === 'function' ? env() : env }));
}

/** The same for a server that is started in a way of its own. */
export function useProcess(start: () => Promise<TestServer>): SharedServer {
  jest.setTimeout(TEST_TIMEOUT_MS);
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
  });
  return {
    get url(): string {
      return server.url;
    },
    get grpcAddress(): string {
      return server.grpcAddress;
    },
    get directory(): string {
      return server.directory;
    },
    get databaseUrl(): string {
      return server.databaseUrl;
    },
    get databaseFile(): string {
      return server.databaseFile;
    },
    async send(request: Request): Promise<Answer> {
      return apiAt(server.url).send(request);
    },
    logged: (level) => logLines(server.output(), level),
  };
}

/** The lines of a log in JSON, at that level or at any. */
export function logLines(output: string, level?: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line !== '');
  return level === undefined ? lines : lines.filter((line) => line.includes(`"L":"${level}"`));
}
