import { Logger } from '@nestjs/common';
import {
  CarryOut,
  ChangeApplication,
  ChangeCreation,
  ChangeEdits,
  ChangeRequests,
  Changes,
  DueChanges,
  Importer,
  Policies,
  Reviews,
  SeriesEdits,
  SeriesRollBack,
  SeriesSteering,
  type Asker,
  type WantedState,
} from '@pennon/changes';
import { Clock, NO_REVIEW, SERVICE_CALLER, type Instant } from '@pennon/domain';
import { JobLease } from '@pennon/platform';
import { DatabaseOperationLock, hostTime, UnitOfWork, type Database } from '@pennon/storage';
import { SOME_MOMENT, aFlagState } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from './temporary-database';

/** A clock that a test sets, also back. */
export class SettableClock extends Clock {
  constructor(public moment: Instant = SOME_MOMENT) {
    super();
  }

  now(): Instant {
    return this.moment;
  }
}

/** What one writer has to do with changes that wait, on a database whose time is that of the clock. */
export class WaitingChanges {
  readonly unitOfWork: UnitOfWork;
  readonly changes: Changes;
  readonly creation: ChangeCreation;
  readonly requests: ChangeRequests;
  readonly edits: ChangeEdits;
  readonly series: SeriesSteering;
  readonly seriesEdits: SeriesEdits;
  readonly rollBacks: SeriesRollBack;
  readonly reviews: Reviews;
  readonly policies: Policies;
  readonly due: DueChanges;

  constructor(
    database: Database,
    readonly clock: SettableClock,
    { maxLatenessMs = 0 } = {},
  ) {
    this.unitOfWork = new UnitOfWork(database, clock, hostTime);
    this.changes = new Changes(this.unitOfWork, { clock });
    const importer = new Importer(this.unitOfWork, this.changes, undefined, clock);
    const application = new ChangeApplication(importer);
    const carryOut = new CarryOut(this.unitOfWork, application);
    this.creation = new ChangeCreation(this.unitOfWork, application, carryOut, { maxWaiting: 1000 });
    this.requests = new ChangeRequests(this.unitOfWork, application, carryOut);
    this.edits = new ChangeEdits(this.unitOfWork, application);
    this.series = new SeriesSteering(this.unitOfWork, application);
    this.seriesEdits = new SeriesEdits(this.unitOfWork, application, this.series);
    this.rollBacks = new SeriesRollBack(this.unitOfWork, application, this.series);
    this.reviews = new Reviews(this.unitOfWork, this.requests);
    this.policies = new Policies(this.unitOfWork, application);
    const lock = new DatabaseOperationLock(database, clock, hostTime);
    const lease = new JobLease(lock, clock, 'due_changes', 1);
    this.due = new DueChanges({
      ...{ unitOfWork: this.unitOfWork, carryOut, lease, pollMs: 1000, maxLatenessMs },
    });
  }

  /** Applies what is due, as the scheduler does. */
  async look(): Promise<void> {
    // Whatever lease there was is over.
    this.clock.moment += 2000;
    await this.due.look(new AbortController().signal);
  }

  async addNamespace(key: string): Promise<void> {
    await this.unitOfWork.write(({ namespaces }) =>
      namespaces.create({
        ...{ key, name: key, description: '', isProtected: false },
        ...{ createdAt: this.clock.moment, updatedAt: this.clock.moment },
      }),
    );
  }

  /** @returns how many changes lack no approval any more. */
  async setPolicy(namespaceKey: string, requiredApprovals: number, more = {}): Promise<number> {
    const policy = { ...NO_REVIEW, requiredApprovals, ...more };
    return (await this.policies.set(person('admin'), namespaceKey, policy)).released;
  }
}

/** Somebody with an address. */
export function person(name: string): Asker {
  const email = `${name}@example.org`;
  const origin = {
    ...SERVICE_CALLER.origin,
    authentication: 'oidc',
    actor: name,
    email,
    subject: name,
  } as const;
  return { caller: { ...SERVICE_CALLER, origin, isProgram: false }, rights: undefined };
}

/** Boolean flags, or one, that are true for that share of entities. */
export function sharedBy(
  namespaceKey: string,
  keys: string | readonly string[],
  percentage: number,
): WantedState {
  const flags = [keys].flat().map((key) =>
    aFlagState(key, {
      ...{ name: key, type: 'boolean' },
      rollouts: [{ description: '', step: { type: 'threshold', percent: percentage, value: true } }],
    }),
  );
  const namespace = { key: namespaceKey, name: undefined, description: undefined };
  return {
    document: { namespace, flags, segments: [] },
    deletions: { flags: [], segments: [] },
  };
}

/** What a test of waiting changes works on: a database with the namespace `shop`, whose time is that of the clock. */
export interface WaitingChangesUnderTest {
  readonly temporary: TemporaryDatabase;
  readonly clock: SettableClock;
  readonly waiting: WaitingChanges;
}

/** Gives every test of the file a new database. The log is silent. @param take Is given what was made. */
export function waitingChangesForEachTest(take: (made: WaitingChangesUnderTest) => void): void {
  let temporary: TemporaryDatabase;
  beforeEach(async () => {
    Logger.overrideLogger(false);
    temporary = await openTemporaryDatabase();
    const clock = new SettableClock();
    const waiting = new WaitingChanges(temporary.database, clock);
    await waiting.addNamespace('shop');
    take({ temporary, clock, waiting });
  });
  afterEach(async () => {
    Logger.overrideLogger(true);
    await temporary.remove();
  });
}
