import { Module, type DynamicModule } from '@nestjs/common';
import { Clock, LoginStateStore, OperationLock, TokenStore } from '@pennon/domain';
import { SnapshotSource } from '@pennon/snapshot';
import {
  DatabaseLoginStateStore,
  DatabaseOperationLock,
  DatabaseSnapshotSource,
  DatabaseTokenStore,
  SystemClock,
  UnitOfWork,
  type Database,
} from '@pennon/storage';

/** The ports of the libs, and what stands behind them here: the database. */
@Module({})
export class DatabaseModule {
  /** @param database Open and migrated; the caller closes it after the app. */
  static forRoot(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: Clock, useClass: SystemClock },
        { provide: UnitOfWork, useFactory: () => new UnitOfWork(database) },
        { provide: SnapshotSource, useFactory: () => new DatabaseSnapshotSource(database) },
        { provide: TokenStore, useFactory: () => new DatabaseTokenStore(database) },
        { provide: LoginStateStore, useFactory: () => new DatabaseLoginStateStore(database) },
        {
          provide: OperationLock,
          useFactory: (clock: Clock) => new DatabaseOperationLock(database, clock),
          inject: [Clock],
        },
      ],
      exports: [Clock, UnitOfWork, SnapshotSource, TokenStore, LoginStateStore, OperationLock],
    };
  }
}
