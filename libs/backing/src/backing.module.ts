import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { type Config } from '@pennon/config';
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
import { SnapshotSource } from '@pennon/snapshot';
import {
  DatabaseAuditLog,
  DatabaseEvaluationCounts,
  DatabaseLoginStateStore,
  DatabaseOperationLock,
  DatabaseTokenRecords,
  DatabaseTokenStore,
  SystemClock,
  UnitOfWork,
} from '@pennon/storage';
import { type Backing } from './backing';
import { backingMetrics } from './backing-metrics';
import { type DeclarativeBacking } from './declarative-backing';
import { declarativeSourceOf, snapshotSourceOf } from './snapshot-source';

/**
 * The ports of the libs, and what stands behind them. {@link ChangeFeed}, {@link ChangeSink} and {@link Followers} may
 * be missing.
 */
@Module({})
export class BackingModule {
  /**
   * Everything: for an app that writes.
   *
   * @param backing Open; the caller closes it after the app.
   * @param followers Processes that follow this one; undefined for none.
   */
  static forWriter(config: Config, backing: Backing, followers?: Followers): DynamicModule {
    const following = followers === undefined ? [] : [{ provide: Followers, useValue: followers }];
    return moduleOf([...reading(config, backing), ...writing(backing), ...following]);
  }

  /** What only reads. @param backing Open; the caller closes it after the app. */
  static forReader(config: Config, backing: Backing): DynamicModule {
    return moduleOf(reading(config, backing));
  }

  /** What only reads, and only documents. @param backing Open; the caller closes it after the app. */
  static forDeclarativeReader(config: Config, backing: DeclarativeBacking): DynamicModule {
    return moduleOf([
      { provide: Clock, useClass: SystemClock },
      { provide: SnapshotSource, useFactory: () => declarativeSourceOf(config, backing) },
      { provide: TokenStore, useFactory: () => backing.source.tokens },
      backingMetrics(config),
    ]);
  }
}

function moduleOf(providers: readonly Ports[]): DynamicModule {
  return {
    module: BackingModule,
    providers: [...providers],
    exports: providers.map(({ provide }) => provide),
  };
}

type Ports = Extract<Provider, { readonly provide: unknown }>;

function reading(config: Config, backing: Backing): readonly Ports[] {
  const { database, changeFeed } = backing;
  return [
    { provide: Clock, useClass: SystemClock },
    { provide: SnapshotSource, useFactory: () => snapshotSourceOf(config, backing) },
    { provide: TokenStore, useFactory: () => new DatabaseTokenStore(database) },
    backingMetrics(config, backing),
    ...(changeFeed === undefined ? [] : [{ provide: ChangeFeed, useValue: changeFeed }]),
  ];
}

function writing({ database, changeSink }: Backing): readonly Ports[] {
  return [
    { provide: UnitOfWork, useFactory: () => new UnitOfWork(database) },
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
    ...(changeSink === undefined ? [] : [{ provide: ChangeSink, useValue: changeSink }]),
  ];
}
