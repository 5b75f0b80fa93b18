import { type RequestListener, type Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Logger, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Config, type ServerConfig } from '@pennon/config';
import { AccessLines, allEnded, Metrics, Logger as PinoLogger } from '@pennon/platform';
import { type Leader } from '../forwarding/leader';
import { LeaderListener } from '../forwarding/leader-listener';
import {
  GrpcDoor,
  BasePath,
  Cors,
  HttpDoor,
  HttpServerAdapter,
  RouteTable,
  evaluationRpcs,
  RpcRegistry,
  connectionEventOf,
  Connections,
} from '@pennon/api';
import { Dispatcher } from '../forwarding/dispatcher';
import { type WorkerAssignment } from '../workers/worker-assignment';
import { type WorkerLink } from '../workers/worker-link';
import { collectGarbage, keepHeapSmall } from './heap';

/** A running app. */
export interface Instance {
  /** Where HTTP is answered, with the base path, without a trailing slash. */
  readonly url: string;
  /** Where gRPC listens, as host and port. */
  readonly grpcAddress: string;
  readonly logger: Logger;

  /**
   * Stops: the app is told that it closes, the listeners close, requests under way are waited for.
   * Resolves when all is done, at the latest after the drain delay and the shutdown timeout.
   *
   * @param until Connections that are there are served until then; new ones are refused before.
   */
  stop(until?: Promise<void>): Promise<void>;
}

/** Longest time that a connection without requests is kept when new ones are refused already, in milliseconds. */
const LINGER_MS = 1000;

/** What an app is made of, and what it does around the opening and closing of its doors. */
export interface AppPlan {
  /** Puts the whole wiring together; it imports `ApiModule`. */
  wire(): DynamicModule;
  /** Loads what requests need; nobody can ask yet. */
  beforeOpening(app: INestApplicationContext): Promise<void>;
  /** The doors are open, and nobody has been told yet. */
  afterOpening(app: INestApplicationContext): Promise<void>;
  /** Shutdown begins; the doors stay open for the drain delay. */
  beforeClosing(app: INestApplicationContext): void;
  /** Who is handed what the app has no handler for; undefined for nobody. */
  readonly leader?: Leader;
  /** Gives back what the app was wired with. Called once: when the app is closed, or could not be started. */
  release(): Promise<void>;
}

/**
 * Starts an app, and listens. Rejects, with nothing left open, when any of this fails.
 *
 * @param worker Its tie to the other workers; undefined for one that is alone.
 */
export async function startApp(plan: AppPlan, config: Config, worker?: WorkerLink): Promise<Instance> {
  const { server } = config;
  try {
    const adapter = new HttpServerAdapter(server);
    const app = await createApp(plan.wire(), adapter);
    app.get(AccessLines).sample(evaluationRpcs);
    worker?.collectBy(async () => app.get(Metrics).collect());
    const connections = new Connections(app.getHttpServer());
    adapter.dispatchTo(dispatcherOf(app, plan, config));
    const leaderListener = await open(app, plan, server, worker?.assignment);
    return instanceOf(app, plan, { connections, leaderListener }, server);
  } catch (error) {
    await plan.release();
    throw error;
  }
}

/** What has to end when the instance stops. */
interface Listeners {
  readonly connections: Connections;
  readonly leaderListener: LeaderListener | undefined;
}

async function open(
  app: NestExpressApplication,
  plan: AppPlan,
  server: ServerConfig,
  assignment: WorkerAssignment | undefined,
): Promise<LeaderListener | undefined> {
  try {
    await app.init();
    const logger = app.get(PinoLogger);
    app.useLogger(logger);
    await plan.beforeOpening(app);
    // In a turn of its own: what the loading held on to is out of use only when its promises are settled.
    await nextTurn();
    await collectGarbage();
    keepHeapSmall();
    // As when the app was created: lines on started transports of the framework are noise.
    app.useLogger(false);
    app.connectMicroservice({ strategy: app.get(GrpcDoor) });
    await app.startAllMicroservices();
    await app.listen(server.protocol === 'https' ? server.httpsPort : server.httpPort, server.host);
    const leaderListener =
      assignment?.role === 'leader' ? await openLeaderListener(app, assignment) : undefined;
    app.useLogger(logger);
    await plan.afterOpening(app);
    return leaderListener;
  } catch (error) {
    // One of the ports may be open already.
    await app.close();
    throw error;
  }
}

function instanceOf(
  app: NestExpressApplication,
  plan: AppPlan,
  { connections, leaderListener }: Listeners,
  server: ServerConfig,
): Instance {
  const grpc = app.get(GrpcDoor);
  const name = nameOf(server.host);
  return {
    url: `${server.protocol}://${name}:${portOf(app.getHttpServer().address())}${server.basePath}`,
    grpcAddress: `${name}:${portOf(grpc.address)}`,
    logger: new Logger('pennon'),
    async stop(until) {
      plan.beforeClosing(app);
      await delay(server.drainDelay);
      if (until !== undefined) {
        connections.refuse();
        grpc.refuse();
        await until;
      }
      leaderListener?.close();
      const ends = [connections, grpc].map(async (door) =>
        door.end(lingerOf(server), server.shutdownTimeout),
      );
      await allEnded(ends);
      await app.close();
      await plan.release();
    },
  };
}

/** An instance that nobody turns away from needs no time for that. */
function lingerOf({ drainDelay }: ServerConfig): number {
  return Math.min(drainDelay, LINGER_MS);
}

async function createApp(module: DynamicModule, adapter: HttpServerAdapter): Promise<NestExpressApplication> {
  // Nest's own account of its start is left out: what matters is said when the app listens.
  const options = { bodyParser: false, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, options);
  app.disable('etag');
  app.disable('x-powered-by');
  return app;
}

/** What every request goes to first. */
function dispatcherOf(
  app: NestExpressApplication,
  { leader }: AppPlan,
  { server, cors }: Config,
): RequestListener {
  const door = app.get(HttpDoor);
  const framework: RequestListener = app.getHttpAdapter().getInstance();
  const { dispatch } = new Dispatcher(app.get(RouteTable), app.get(RpcRegistry), { door, framework, leader });
  const open = cors.enabled ? new Cors(cors).before(dispatch) : dispatch;
  const { basePath } = server;
  return basePath === '' ? open : new BasePath(basePath, door).before(open);
}

/** Has the other workers come through the same doors as everybody else. */
async function openLeaderListener(
  app: NestExpressApplication,
  { leaderEndpoint }: WorkerAssignment,
): Promise<LeaderListener | undefined> {
  if (leaderEndpoint === undefined) return undefined;
  const http = app.getHttpServer();
  const grpc = app.get(GrpcDoor);
  return LeaderListener.open(leaderEndpoint, {
    http: (socket) => http.emit(connectionEventOf(http), socket),
    grpc: (socket) => {
      grpc.take(socket);
    },
  });
}

function nameOf(host: string): string {
  // A wildcard address cannot be called.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return name.includes(':') ? `[${name}]` : name;
}

function portOf(address: ReturnType<Server['address']> | undefined): number | string {
  return typeof address === 'object' ? (address?.port ?? '') : '';
}
