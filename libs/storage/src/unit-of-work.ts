import { type EntityManager } from 'typeorm';
import { type Clock, type Revision } from '@pennon/domain';
import { type Database } from './database/database';
import { databaseTime, SystemClock, TransactionTime } from './clocks';
import { AuditDeliveryStore } from './stores/audit-delivery.store';
import { AuditStore } from './stores/audit.store';
import { AuthenticationStore } from './stores/authentication.store';
import { ChangeListStore } from './stores/change-list.store';
import { ChangeRequestStore } from './stores/change-request.store';
import { ChangeSeriesStore } from './stores/change-series.store';
import { ChangeSubjectStore } from './stores/change-subject.store';
import { ConstraintStore, SegmentStore } from './stores/segment.store';
import { ContentsStore } from './stores/contents.store';
import { CountSourceStore, EvaluationCountStore } from './stores/evaluation-count.store';
import { DistributionStore, RuleStore } from './stores/rule.store';
import { FeatureStore } from './stores/feature.store';
import { FlagStore, VariantStore } from './stores/flag.store';
import { HistoryStore } from './stores/history.store';
import { NamespaceLookStore } from './stores/namespace-look.store';
import { NamespaceStore } from './stores/namespace.store';
import { RequestKeyStore } from './stores/request-key.store';
import { ReviewPolicyStore } from './stores/review-policy.store';
import { RolloutStore } from './stores/rollout.store';
import { SavedItemStore } from './stores/saved-item.store';
import { revisionBefore, type StoredRevision } from './stores/revision';
import { RowWriting } from './stores/write-rows';

/** The stores, all bound to one transaction. */
export interface Stores {
  readonly namespaces: NamespaceStore;
  readonly namespaceLooks: NamespaceLookStore;
  readonly contents: ContentsStore;
  readonly flags: FlagStore;
  readonly variants: VariantStore;
  readonly segments: SegmentStore;
  readonly constraints: ConstraintStore;
  readonly rules: RuleStore;
  readonly distributions: DistributionStore;
  readonly rollouts: RolloutStore;
  readonly history: HistoryStore;
  readonly features: FeatureStore;
  readonly changeRequests: ChangeRequestStore;
  readonly changeLists: ChangeListStore;
  readonly changeSubjects: ChangeSubjectStore;
  readonly changeSeries: ChangeSeriesStore;
  readonly reviewPolicies: ReviewPolicyStore;
  readonly requestKeys: RequestKeyStore;
  readonly savedItems: SavedItemStore;
  readonly authentications: AuthenticationStore;
  readonly audit: AuditStore;
  readonly auditDeliveries: AuditDeliveryStore;
  readonly evaluationCounts: EvaluationCountStore;
  readonly countSources: CountSourceStore;
  readonly time: TransactionTime;
  /** Writes rows of several stores together. */
  readonly rows: Pick<RowWriting, 'together'>;
}

/** Thrown by the work of a change that has nothing to change: undoes its transaction, so that the revision stays. */
export class Unchanged extends Error {
  /** @param result What the work resolves with all the same. */
  constructor(readonly result: unknown) {
    super('nothing was changed');
  }
}

/** What a change of a namespace does in its transaction. It may run several times, each time in a new one. */
export type ChangeInTransaction<T> = (stores: Stores) => Promise<T>;

/** What became of a change of a namespace. */
export interface Changed<T> {
  readonly result: T;
  /** That of the namespace, as the change has made it; undefined when there is no such namespace. */
  readonly revision: Revision | undefined;
  /** False when there was nothing to change. */
  readonly isChanged: boolean;
}

/**
 * The one way to the rows: work is handed the stores, bound to a transaction that ends with it.
 *
 * Only use cases open one; stores never do, and runs never nest.
 */
export class UnitOfWork {
  /**
   * @param clock Of this host; the machine's, unless given.
   * @param time What the stores say the time is; that of the database, unless given.
   */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock = new SystemClock(),
    private readonly time = databaseTime,
  ) {}

  /** Runs `work` in a write transaction of its own; resolves after the commit. */
  async write<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.database.write((manager) =>
      work(storesOn(manager, new TransactionTime(manager, this.clock, this.time))),
    );
  }

  /**
   * Runs `work` in a write transaction that also raises the namespace's revision. Changes nothing when `work` rejects;
   * resolves all the same if that is with {@link Unchanged}.
   */
  async change<T>(namespaceKey: string, work: ChangeInTransaction<T>): Promise<Changed<T>> {
    let raised: StoredRevision | undefined;
    try {
      return await this.write(async (stores) => {
        const { namespaces } = stores;
        // First of all, because it makes changes of one namespace wait for each other.
        await namespaces.raiseRevision(namespaceKey);
        try {
          const result = await work(stores);
          // A namespace that is created has no revision before; one that somebody else has created is found out here.
          const revision =
            (await namespaces.raisedRevision(namespaceKey)) ?? (await namespaces.revisionOf(namespaceKey));
          return { result, revision, isChanged: true };
        } catch (error) {
          if (error instanceof Unchanged) raised = await namespaces.raisedRevision(namespaceKey);
          throw error;
        }
      });
    } catch (error) {
      if (!(error instanceof Unchanged)) throw error;
      return { result: error.result as T, revision: raised && revisionBefore(raised), isChanged: false };
    }
  }

  /** Runs `work`, which reads by one statement, without a transaction around it. */
  async readOnce<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.database.readOnce((manager) =>
      work(storesOn(manager, new TransactionTime(manager, this.clock, this.time))),
    );
  }

  /** Runs `work` on one consistent, committed state. */
  async read<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.database.read((manager) =>
      work(storesOn(manager, new TransactionTime(manager, this.clock, this.time))),
    );
  }
}

function storesOn(manager: EntityManager, time: TransactionTime): Stores {
  const rows = new RowWriting(manager);
  const reviewPolicies = new ReviewPolicyStore(manager);
  const namespaces = new NamespaceStore(manager);
  const segments = new SegmentStore(manager, rows);
  return {
    time,
    rows,
    namespaces,
    namespaceLooks: new NamespaceLookStore(manager),
    contents: new ContentsStore(manager, [reviewPolicies, namespaces, segments]),
    flags: new FlagStore(manager, rows),
    variants: new VariantStore(manager, rows),
    segments,
    constraints: new ConstraintStore(manager, rows),
    rules: new RuleStore(manager, rows),
    distributions: new DistributionStore(manager, rows),
    rollouts: new RolloutStore(manager, rows),
    history: new HistoryStore(manager),
    features: new FeatureStore(manager),
    changeRequests: new ChangeRequestStore(manager),
    changeLists: new ChangeListStore(manager, time),
    changeSubjects: new ChangeSubjectStore(manager),
    changeSeries: new ChangeSeriesStore(manager),
    reviewPolicies,
    requestKeys: new RequestKeyStore(manager),
    savedItems: new SavedItemStore(manager),
    authentications: new AuthenticationStore(manager),
    audit: new AuditStore(manager),
    auditDeliveries: new AuditDeliveryStore(manager),
    evaluationCounts: new EvaluationCountStore(manager),
    countSources: new CountSourceStore(manager),
  };
}
