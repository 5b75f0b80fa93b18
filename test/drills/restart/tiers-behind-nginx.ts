import { freePort } from '../../support/free-port';
import { apiAt } from '../../support/http';
import { metricsOf } from '../../support/metrics';
import { startNginx } from '../../support/nginx';
import { startServer, type TestServer } from '../../support/server';
import { type Ending, type TierName } from '../../support/server-process';

/** Settings by environment variable. */
type Settings = Readonly<Record<string, string>>;

/** A place behind nginx, where one process follows another. */
export class Place {
  private constructor(
    readonly name: string,
    private readonly tier: TierName,
    private readonly settings: Settings,
    private server: TestServer,
  ) {}

  static async start(name: string, tier: TierName, settings: Settings): Promise<Place> {
    return new Place(name, tier, settings, await startServer({ tier, env: settings }));
  }

  get url(): string {
    return this.server.url;
  }

  /** Host and port, as nginx names them. */
  get http(): string {
    return new URL(this.server.url).host;
  }

  get grpc(): string {
    return this.server.grpcAddress;
  }

  async stop(): Promise<Ending> {
    return this.server.stop();
  }

  /** Starts another process, on the ports that the one before had. */
  async startAgain(): Promise<void> {
    const env = {
      ...this.settings,
      PENNON_SERVER_HTTP_PORT: new URL(this.url).port,
      PENNON_SERVER_GRPC_PORT: new URL(`http://${this.grpc}`).port,
    };
    this.server = await startServer({ tier: this.tier, env });
  }

  /** True once each of these RPCs has been answered by the process that runs here now. */
  async hasAnswered(methods: readonly string[]): Promise<boolean> {
    const page = await metricsOf(apiAt(this.url));
    return methods.every((grpc_method) => page.sum('grpc_server_handled_total', { grpc_method }) > 0);
  }
}

/** The two tiers as docker compose has them, but for a second writer. */
export interface TiersBehindNginx {
  readonly writers: readonly Place[];
  readonly readers: readonly Place[];
  /** Base URL of nginx, without a trailing slash. */
  readonly url: string;
  /** Where nginx listens for gRPC. */
  readonly grpcAddress: string;
  /** Stops all; resolves with the exit codes of the instances. */
  stop(): Promise<readonly Ending[]>;
}

/** Starts two writers, two readers, and nginx with the configuration of docker compose before them. */
export async function startTiersBehindNginx(settings: Settings): Promise<TiersBehindNginx> {
  const writerSettings = { ...settings, PENNON_EVALUATION_ENABLED: 'false' };
  const writers = [
    await Place.start('writer 1', 'writer', writerSettings),
    await Place.start('writer 2', 'writer', writerSettings),
  ];
  const readers = [
    await Place.start('reader 1', 'reader', settings),
    await Place.start('reader 2', 'reader', settings),
  ];
  const [http, grpc] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const [reader, other] = readers as [Place, Place];
  const places = {
    ...serversAt(
      8080,
      writers.map((writer) => writer.http),
    ),
    ...serversAt(
      9000,
      writers.map((writer) => writer.grpc),
    ),
    'reader-1:8080': reader.http,
    'reader-1:9000': reader.grpc,
    'reader-2:8080': other.http,
    'reader-2:9000': other.grpc,
    'listen 8080': `listen ${http}`,
    'listen 9000': `listen ${grpc}`,
  };
  const nginx = await startNginx('deploy/compose/nginx.conf', places, `http://${http}`);
  return {
    writers,
    readers,
    url: `http://${http}`,
    grpcAddress: grpc,
    async stop() {
      await nginx.stop();
      return Promise.all([...writers, ...readers].map(async (place) => place.stop()));
    },
  };
}

/** The line of the one writer, and the lines in place of it. */
function serversAt(port: number, addresses: readonly string[]): Readonly<Record<string, string>> {
  const line = (address: string): string => `server ${address} max_fails=1 fail_timeout=2s;`;
  return { [line(`writer:${port}`)]: addresses.map(line).join(' ') };
}
