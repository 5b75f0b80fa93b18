import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { cacheSeries, redisSeries, CachedSnapshotSource, DiskBackedSource } from '@pennon/snapshots';
import type { Config } from '@pennon/config';
import {
  AuditLog,
  ChangeFeed,
  ChangeSink,
  Clock,
  EvaluationCountSink,
  Followers,
  LoginStateStore,
  OperationLock,
  TokenRecords,
  TokenStore,
} from '@pennon/domain';
import { Metrics, type Series } from '@pennon/platform';
import { SnapshotSource } from '@pennon/snapshot';
import {
  DatabaseAuditLog,
  DatabaseEvaluationCounts,
  DatabaseLoginStateStore,
  DatabaseOperationLock,
  databaseSeries,
  DatabaseSnapshotSource,
  DatabaseTokenRecords,
  DatabaseTokenStore,
  readCacheKey,
  SystemClock,
  type Database,
  UnitOfWork,
  type WriteHealth,
} from '@pennon/storage';
import type { Dependencies, DeclarativeDependencies } from './dependencies';

/** What there is to tell of a database and a cache. Nobody asks for it: it is made so that the metrics have it. */
const DEPENDENCY_SERIES = Symbol('series of dependencies');

/** @param dependencies Undefined for what lives from documents. */
function dependencyMetrics(
  { cache }: Pick<Config, 'cache'>,
  dependencies?: Dependencies,
): Extract<Provider, { provide: unknown }> {
  return {
    provide: DEPENDENCY_SERIES,
    useFactory: (metrics?: Metrics): readonly Series[] => {
      const ofDatabase = dependencies === undefined ? [] : databaseSeries(dependencies.database);
      const redis = dependencies?.redis;
      const ofRedis = redis === undefined ? [] : [redisSeries(redis)];
      const series = [...ofDatabase, ...cacheSeries(cache, redis?.reads), ...ofRedis];
      metrics?.add(...series);
      if (dependencies?.database.foreignReplicas() !== undefined) {
        metrics?.dependencies.addPart('replicas', () => {
          const { replicas = 0 } = dependencies.database.foreignReplicas() ?? {};
          return replicas === 0
            ? undefined
            : `${replicas} with another history than the primary: see the log`;
        });
      }
      if (redis !== undefined) {
        metrics?.dependencies.add('redis', () => redis.isUp);
        metrics?.dependencies.addPart('cache', () =>
          redis.isUp ? undefined : 'Redis cannot be used: see the log',
        );
      }
      return series;
    },
    inject: [{ token: Metrics, optional: true }],
  };
}

/** Shows whether the database takes writes. Nobody asks for it either. */
function writeMetrics({ writeHealth }: Database): Ports {
  return {
    provide: Symbol('whether writes succeed'),
    useFactory: (metrics?: Metrics): WriteHealth => {
      metrics?.dependencies.add('database_writes', () => writeHealth.failure === undefined);
      metrics?.dependencies.addPart('writes', () => writeHealth.failure);
      return writeHealth;
    },
    inject: [{ token: Metrics, optional: true }],
  };
}

/** Where snapshots come from: the database, behind what saves asking it, behind what stands in for it at a start. */
function snapshotSourceOf(config: Config, { database, redis, directory }: Dependencies): SnapshotSource {
  const rows = new DatabaseSnapshotSource(database);
  const readKey = async (): Promise<string> => readCacheKey(database);
  const documents =
    redis === undefined
      ? rows
      : new CachedSnapshotSource(rows, redis.cache, { ttl: config.cache.ttl, readKey });
  return directory === undefined ? documents : new DiskBackedSource(documents, directory, patienceOf(config));
}

/** Where snapshots come from that are made of documents: behind what stands in for them at a start. */
function declarativeSourceOf(
  { freshness }: Config,
  { source, directory }: DeclarativeDependencies,
): SnapshotSource {
  return directory === undefined
    ? source
    : new DiskBackedSource(source, directory, freshness.loadTimeout / 2);
}

/** A database that does not answer in the time a connection may take is away; the whole start must not be, too. */
function patienceOf({ db, freshness }: Config): number {
  return Math.min(db.connectTimeout, freshness.loadTimeout / 2);
}

/**
 * The ports of the libs, and what stands behind them. {@link ChangeFeed}, {@link ChangeSink} and {@link Followers} may
 * be missing.
 */
@Module({})
export class DependenciesModule {
  /**
   * Everything: for an app that writes.
   *
   * @param dependencies Open; the caller closes it after the app.
   * @param followers Processes that follow this one; undefined for none.
   */
  static forWriter(config: Config, dependencies: Dependencies, followers?: Followers): DynamicModule {
    const following = followers === undefined ? [] : [{ provide: Followers, useValue: followers }];
    return moduleOf([...reading(config, dependencies), ...writing(dependencies), ...following]);
  }

  /** What only reads. @param dependencies Open; the caller closes it after the app. */
  static forReader(config: Config, dependencies: Dependencies): DynamicModule {
    return moduleOf(reading(config, dependencies));
  }

  /** What only reads, and only documents. @param dependencies Open; the caller closes it after the app. */
  static forDeclarativeReader(config: Config, dependencies: DeclarativeDependencies): DynamicModule {
    return moduleOf([
      { provide: Clock, useClass: SystemClock },
      { provide: SnapshotSource, useFactory: () => declarativeSourceOf(config, dependencies) },
      { provide: TokenStore, useFactory: () => dependencies.source.tokens },
      dependencyMetrics(config),
    ]);
  }
}

function moduleOf(providers: readonly Ports[]): DynamicModule {
  return {
    module: DependenciesModule,
    providers: [...providers],
    exports: providers.map(({ provide }) => provide),
  };
}

type Ports = Extract<Provider, { readonly provide: unknown }>;

function reading(config: Config, dependencies: Dependencies): readonly Ports[] {
  const { database, changeFeed } = dependencies;
  return [
    { provide: Clock, useClass: SystemClock },
    { provide: SnapshotSource, useFactory: () => snapshotSourceOf(config, dependencies) },
    { provide: TokenStore, useFactory: () => new DatabaseTokenStore(database) },
    dependencyMetrics(config, dependencies),
    ...(changeFeed === undefined ? [] : [{ provide: ChangeFeed, useValue: changeFeed }]),
  ];
}

function writing({ database, changeSink }: Dependencies): readonly Ports[] {
  return [
    {
      provide: UnitOfWork,
      useFactory: (clock: Clock) => new UnitOfWork(database, clock),
      inject: [Clock],
    },
    { provide: AuditLog, useFactory: () => new DatabaseAuditLog(database) },
    {
      provide: EvaluationCountSink,
      useFactory: (clock: Clock) => new DatabaseEvaluationCounts(database, clock),
      inject: [Clock],
    },
    { provide: TokenRecords, useFactory: () => new DatabaseTokenRecords(database) },
    { provide: LoginStateStore, useFactory: () => new DatabaseLoginStateStore(database) },
    {
      provide: OperationLock,
      useFactory: (clock: Clock) => new DatabaseOperationLock(database, clock),
      inject: [Clock],
    },
    writeMetrics(database),
    ...(changeSink === undefined ? [] : [{ provide: ChangeSink, useValue: changeSink }]),
  ];
}
