import { type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type DescMethod } from '@bufbuild/protobuf';
import { type Config, type ServerConfig } from '@pennon/config';
import { Logger as PinoLogger } from '@pennon/observability';
import { GrpcDoor } from '../grpc/grpc-door';
import { hotRoutes } from '../http/hot-route';
import { HttpDoor } from '../http/http-door';
import { LaneAdapter } from '../http/lane.adapter';
import { Lanes } from '../http/lanes';
import { RouteTable } from '../http/route-table';
import { Connections } from './connections';

/** A running app. */
export interface Instance {
  /** Where HTTP listens, without a trailing slash. */
  readonly url: string;
  /** Where gRPC listens, as host and port. */
  readonly grpcAddress: string;
  readonly logger: Logger;

  /**
   * Stops: the app is told that it closes, the listeners close, requests under way are waited for.
   * Resolves when all is done, at the latest after the drain delay and the shutdown timeout.
   */
  stop(): Promise<void>;
}

/** What an app is made of, and what it does around the opening and closing of its doors. */
export interface AppPlan {
  /** Puts the whole wiring together; it imports `ApiModule`. */
  wire(): DynamicModule;
  /** The RPCs that are worth the fast lane. */
  readonly hotMethods: readonly DescMethod[];
  /** Loads what requests need; nobody can ask yet. */
  beforeOpening(app: INestApplicationContext): Promise<void>;
  /** The doors are open, and nobody has been told yet. */
  afterOpening(app: INestApplicationContext): Promise<void>;
  /** Shutdown begins; the doors stay open for the drain delay. */
  beforeClosing(app: INestApplicationContext): void;
  /** Gives back what the app was wired with. Called once: when the app is closed, or could not be started. */
  release(): Promise<void>;
}

/** Starts an app, and listens. Rejects, with nothing left open, when any of this fails. */
export async function startApp(plan: AppPlan, { server }: Config): Promise<Instance> {
  try {
    const adapter = new LaneAdapter(server);
    const app = await createApp(plan.wire(), adapter);
    const connections = new Connections(app.getHttpServer());
    if (server.fastLane) openFastLane(app, adapter, plan.hotMethods);
    await open(app, plan, server);
    return instanceOf(app, plan, connections, server);
  } catch (error) {
    await plan.release();
    throw error;
  }
}

async function open(app: NestExpressApplication, plan: AppPlan, server: ServerConfig): Promise<void> {
  try {
    await app.init();
    const logger = app.get(PinoLogger);
    app.useLogger(logger);
    await plan.beforeOpening(app);
    // As at the creation of the app: that a transport of the framework has started means nothing to anybody.
    app.useLogger(false);
    app.connectMicroservice({ strategy: app.get(GrpcDoor) });
    await app.startAllMicroservices();
    await app.listen(server.httpPort, server.host);
    app.useLogger(logger);
    await plan.afterOpening(app);
  } catch (error) {
    // One of the ports may be open already.
    await app.close();
    throw error;
  }
}

function instanceOf(
  app: NestExpressApplication,
  plan: AppPlan,
  connections: Connections,
  server: ServerConfig,
): Instance {
  const grpc = app.get(GrpcDoor);
  const name = nameOf(server.host);
  return {
    url: `http://${name}:${portOf(app.getHttpServer().address())}`,
    grpcAddress: `${name}:${portOf(grpc.address)}`,
    logger: new Logger('pennon'),
    async stop() {
      plan.beforeClosing(app);
      await delay(server.drainDelay);
      await Promise.all([connections.end(server.shutdownTimeout), grpc.end(server.shutdownTimeout)]);
      await app.close();
      await plan.release();
    },
  };
}

async function createApp(module: DynamicModule, adapter: LaneAdapter): Promise<NestExpressApplication> {
  // Nest's own account of its start is left out: what matters is said when the app listens.
  const options = { bodyParser: false, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, options);
  app.disable('etag');
  app.disable('x-powered-by');
  return app;
}

function openFastLane(
  app: NestExpressApplication,
  adapter: LaneAdapter,
  hotMethods: readonly DescMethod[],
): void {
  const routes = hotRoutes(app.get(HttpDoor), hotMethods);
  const lanes = new Lanes(app.get(RouteTable), routes, app.getHttpAdapter().getInstance());
  adapter.openLanes((request, response) => {
    lanes.dispatch(request, response);
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
