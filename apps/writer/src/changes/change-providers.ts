import type { FactoryProvider, OnApplicationBootstrap, OnModuleDestroy, Provider } from '@nestjs/common';
import {
  CarryOut,
  ChangeApplication,
  ChangeCreation,
  ChangeEdits,
  ChangeRequests,
  ChangesOfTokens,
  ChangeSources,
  Drafts,
  DueChanges,
  FlagOverview,
  HistoryRetention,
  Importer,
  NamespaceChecks,
  NamespaceExports,
  NamespaceHistory,
  OverdueChanges,
  Policies,
  Reviews,
  SeriesEdits,
  SeriesRollBack,
  SeriesSteering,
} from '@pennon/changes';
import type { Config } from '@pennon/config';
import { Clock, OperationLock, WorkOfTokens } from '@pennon/domain';
import { allEnded, JobLease, Metrics, type RepeatedJob } from '@pennon/platform';
import { UnitOfWork } from '@pennon/storage';
import { DocumentReaderThread } from '../transfer/document-reader-thread';
import { AskedChanges } from './asked-change';
import { AskedDrafts } from './asked-draft';

/**
 * How long one instance has the task of applying scheduled changes, in milliseconds, which is also how long one that
 * has died holds it up.
 */
const LEASE_MS = 3000;

/** What goes on with changes by itself, as long as the app runs. */
class ChangeJobs implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(private readonly jobs: readonly RepeatedJob[]) {}

  onApplicationBootstrap(): void {
    for (const job of this.jobs) job.start();
  }

  /** The database is closed after the app: what is under way comes to its end first. */
  async onModuleDestroy(): Promise<void> {
    await allEnded(this.jobs.map((job) => job.stop()));
  }
}

/** What was scheduled with a token that is deleted. */
export const changesOfTokens: FactoryProvider<WorkOfTokens> = {
  provide: WorkOfTokens,
  useFactory: (unitOfWork: UnitOfWork) => new ChangesOfTokens(unitOfWork),
  inject: [UnitOfWork],
};

/** What the history and changes that wait are made of. */
export function changeProviders(
  config: Pick<Config, 'changes' | 'history' | 'storage'>,
): readonly Provider[] {
  return [
    provide(NamespaceHistory, [UnitOfWork]),
    provide(FlagOverview, [UnitOfWork]),
    provide(NamespaceChecks, [NamespaceExports]),
    provide(ChangeSources, [UnitOfWork, NamespaceExports]),
    provide(ChangeApplication, [Importer]),
    provide(CarryOut, [UnitOfWork, ChangeApplication]),
    provide(ChangeEdits, [UnitOfWork, ChangeApplication]),
    provide(Drafts, [UnitOfWork, ChangeApplication]),
    provide(SeriesSteering, [UnitOfWork, ChangeApplication]),
    provide(SeriesEdits, [UnitOfWork, ChangeApplication, SeriesSteering]),
    provide(SeriesRollBack, [UnitOfWork, ChangeApplication, SeriesSteering]),
    provide(ChangeRequests, [UnitOfWork, ChangeApplication, CarryOut]),
    provide(Reviews, [UnitOfWork, ChangeRequests]),
    provide(Policies, [UnitOfWork, ChangeApplication]),
    provide(AskedChanges, [ChangeSources, DocumentReaderThread]),
    provide(AskedDrafts, [AskedChanges, Drafts]),
    {
      provide: ChangeCreation,
      useFactory: (unitOfWork: UnitOfWork, application: ChangeApplication, carryOut: CarryOut) =>
        new ChangeCreation(unitOfWork, application, carryOut, config.changes),
      inject: [UnitOfWork, ChangeApplication, CarryOut],
    },
    jobsProvider(config),
  ];
}

function jobsProvider({
  changes,
  history,
  storage,
}: Pick<Config, 'changes' | 'history' | 'storage'>): Provider {
  return {
    provide: ChangeJobs,
    useFactory: (
      unitOfWork: UnitOfWork,
      carryOut: CarryOut,
      lock: OperationLock,
      clock: Clock,
      metrics?: Metrics,
    ): ChangeJobs => {
      const overdue = new OverdueChanges({ unitOfWork, clock });
      metrics?.add(overdue.series());
      // An instance that must not write applies nothing.
      if (storage.readOnly) return new ChangeJobs([overdue]);
      const lease = new JobLease(lock, clock, 'due_changes', LEASE_MS);
      const { pollInterval: pollMs, maxLateness: maxLatenessMs, maxRequestKeys } = changes;
      const due = new DueChanges({ unitOfWork, carryOut, lease, pollMs, maxLatenessMs });
      metrics?.add(...due.series());
      const retention = new HistoryRetention({ ...history, maxRequestKeys }, { unitOfWork, lock, clock });
      return new ChangeJobs([overdue, due, retention]);
    },
    inject: [UnitOfWork, CarryOut, OperationLock, Clock, { token: Metrics, optional: true }],
  };
}

/** A class of a lib, which knows nothing of the container: made of others by position. */
function provide<Parts extends readonly unknown[]>(
  made: new (...parts: Parts) => object,
  inject: { readonly [Index in keyof Parts]: abstract new (...parts: never) => Parts[Index] },
): Provider {
  return { provide: made, useFactory: (...parts: Parts) => new made(...parts), inject: [...inject] };
}
