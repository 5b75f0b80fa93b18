import { type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { GrpcDoor, hotRoutes, HttpDoor, LaneAdapter, Lanes, RouteTable } from '@pennon/api';
import { Bootstrap, StartWarnings } from '@pennon/auth';
import { type Config } from '@pennon/config';
import { evaluationMethods } from '@pennon/evaluation';
import { ServingState } from '@pennon/health';
import { Logger as PinoLogger } from '@pennon/observability';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { Database } from '@pennon/storage';
import { AppModule } from './app.module';
import { Connections } from './connections';

/** A running writer. */
export interface Writer {
  /** Where HTTP listens, without a trailing slash. */
  readonly url: string;
  /** Where gRPC listens, as host and port. */
  readonly grpcAddress: string;
  readonly logger: Logger;

  /**
   * Stops: health says NOT_SERVING, the listeners close, requests under way are waited for, the database closes.
   * Resolves when all is done, at the latest after the drain delay and the shutdown timeout.
   */
  stop(): Promise<void>;
}

/**
 * Starts a writer: opens and migrates the database, loads the snapshots, and listens.
 *
 * Rejects, with nothing left open, when any of this fails.
 */
export async function startWriter(config: Config): Promise<Writer> {
  const database = await Database.open(config.db);
  try {
    const adapter = new LaneAdapter(config.server);
    const app = await createApp(config, database, adapter);
    return await listen(app, adapter, config, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function createApp(
  config: Config,
  database: Database,
  adapter: LaneAdapter,
): Promise<NestExpressApplication> {
  // Nest's own account of its start is left out: what matters is said when the writer listens.
  const options = { bodyParser: false, logger: false, abortOnError: false } as const;
  const module = AppModule.forRoot(config, database);
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, options);
  app.disable('etag');
  app.disable('x-powered-by');
  await app.init();
  return app;
}

async function listen(
  app: NestExpressApplication,
  adapter: LaneAdapter,
  config: Config,
  database: Database,
): Promise<Writer> {
  const connections = new Connections(app.getHttpServer());
  const grpc = app.get(GrpcDoor);
  openFastLane(app, adapter, config);
  try {
    await app.get(SnapshotHolder).loadAll();
    app.connectMicroservice({ strategy: grpc });
    await app.startAllMicroservices();
    await app.listen(config.server.httpPort, config.server.host);
  } catch (error) {
    // One of the ports may be open already.
    await app.close();
    throw error;
  }
  app.useLogger(app.get(PinoLogger));
  await app.get(Bootstrap).run();
  app.get(StartWarnings).run();
  const serving = app.get(ServingState);
  serving.start();
  const name = nameOf(config.server.host);
  return {
    url: `http://${name}:${portOf(app.getHttpServer().address())}`,
    grpcAddress: `${name}:${portOf(grpc.address)}`,
    logger: new Logger('pennon'),
    async stop() {
      serving.stop();
      await delay(config.server.drainDelay);
      const { shutdownTimeout } = config.server;
      await Promise.all([connections.end(shutdownTimeout), grpc.end(shutdownTimeout)]);
      await app.close();
      await database.close();
    },
  };
}

function openFastLane(app: NestExpressApplication, adapter: LaneAdapter, { server }: Config): void {
  if (!server.fastLane) return;
  const routes = hotRoutes(app.get(HttpDoor), evaluationMethods);
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
