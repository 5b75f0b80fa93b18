import {
  FailedPreconditionError,
  invalidField,
  marksOf,
  ResourceExhaustedError,
  type AuditFact,
  type ChangeRequest,
  type Clock,
} from '@pennon/domain';
import type { ChangeRequestQuery, Stores, UnitOfWork } from '@pennon/storage';
import type { ChangeApplication, ChangeReport } from '../wanted/change-application';
import { packWanted, unpackWanted } from '../wanted/wanted-state';
import { assertApproved, type CarryOut } from './carry-out';
import {
  findReviewed,
  holdOpen,
  isDue,
  isNextStep,
  isOpen,
  withReviews,
  type ReviewedRequest,
} from './held-request';
import { assertTimes, requestsOf, type Asker, type NewChange, type NewStep } from './new-change';
import { requestFact } from './request-facts';

/** What became of something that was asked for. */
export interface ChangeResult {
  /** Undefined for a change that was applied at once, and has left nothing but its revision. */
  readonly found: ReviewedRequest | undefined;
  /** What it did or would do; undefined for one that is done with. */
  readonly report: ChangeReport | undefined;
}

/** How many changes may wait. */
export interface ChangeLimits {
  /** Of one namespace. */
  readonly maxWaiting: number;
}

/** Changes that are applied at once, or wait for review or for their time. */
export class ChangeRequests {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
    private readonly carryOut: CarryOut,
    private readonly limits: ChangeLimits,
    private readonly clock: Clock,
  ) {}

  /** @throws ReadOnlyError if this instance must not change anything. */
  assertWritable(): void {
    this.application.assertWritable();
  }

  /**
   * What a change would do now; conflicts and errors are told.
   *
   * @throws InvalidArgumentError if no plan can be made for it, or its times mean nothing.
   */
  async look(asker: Asker, { steps, baseRevision }: NewChange): Promise<ChangeReport | undefined> {
    assertTimes(steps, this.clock.now());
    const [first] = steps;
    return first && this.application.preview(first.wanted, { rights: asker.rights, baseRevision });
  }

  /**
   * Applies a change at once if nothing speaks against it, and has it wait otherwise.
   *
   * @throws InvalidArgumentError, NotFoundError, ConflictError and PermissionDeniedError as
   *   {@link ChangeApplication.apply} does.
   * @throws ResourceExhaustedError if too many changes wait already.
   */
  async create(asker: Asker, change: NewChange): Promise<ChangeResult> {
    const { namespaceKey, steps, origin, message, baseRevision, isProposal } = change;
    this.application.assertWritable();
    assertTimes(steps, this.clock.now());
    const policy = await this.unitOfWork.read((stores) => stores.reviewPolicies.of(namespaceKey));
    const isPending = isProposal || policy.requiredApprovals > 0;
    const [first] = steps;
    if (first === undefined) throw invalidField('source', 'must be given');
    if (steps.length === 1 && first.at === undefined && !isPending) {
      // Not reviewed, so that it is refused if the policy has changed meanwhile.
      const note = { origin, message };
      const report = await this.application.apply(first.wanted, { ...asker, baseRevision, note });
      return { found: undefined, report };
    }
    // What follows a first step is planned when that was applied: it may well need it.
    const options = { rights: asker.rights, baseRevision, isBinding: true };
    const report = await this.application.preview(first.wanted, options);
    const requests = await requestsOf(asker, change, isPending, this.clock.now());
    await this.unitOfWork.write((stores) => this.store(stores, asker, namespaceKey, requests));
    const [request] = requests;
    if (request !== undefined && isDue(request, this.clock.now())) return this.applyNow(request, asker);
    return { found: request && (await this.get(namespaceKey, request.id)), report };
  }

  /** A change with its reviews. @throws NotFoundError if there is none such. */
  async get(namespaceKey: string, id: string): Promise<ReviewedRequest> {
    return this.unitOfWork.read((stores) => findReviewed(stores, namespaceKey, id));
  }

  /** Changes, the latest first. */
  async list(query: ChangeRequestQuery): Promise<readonly ReviewedRequest[]> {
    return this.unitOfWork.read(async (stores) =>
      withReviews(stores, query.namespaceKey, await stores.changeRequests.list(query)),
    );
  }

  /** What a change would do now; undefined for one that is done with. */
  async preview({ request }: ReviewedRequest): Promise<ChangeReport | undefined> {
    if (!isOpen(request) && request.state !== 'conflicted') return undefined;
    const { baseRevision, content } = request;
    return this.application.preview(await unpackWanted(content), { rights: undefined, baseRevision });
  }

  /**
   * Replaces what a change is to do, and makes its approvals void. Message, base and time stay as they are unless they
   * are given. One that is in conflict waits again.
   *
   * @throws FailedPreconditionError if it is done with; others as {@link create}.
   */
  async update(
    asker: Asker,
    namespaceKey: string,
    id: string,
    { wanted, message, baseRevision, at }: Pick<NewChange, 'message' | 'baseRevision'> & NewStep,
  ): Promise<ChangeResult> {
    this.application.assertWritable();
    if (at !== undefined && at <= this.clock.now()) throw invalidField('at', 'must be in the future');
    const { request: found } = await this.get(namespaceKey, id);
    const base = baseRevision ?? found.baseRevision;
    const options = { rights: asker.rights, baseRevision: base, isBinding: true };
    const report = await this.application.preview(wanted, options);
    const packed = await packWanted(wanted);
    const edited = await this.unitOfWork.write(async (stores) => {
      const request = await holdOpen(stores, namespaceKey, id, 'edited', ['conflicted']);
      const { requiredApprovals } = await stores.reviewPolicies.of(namespaceKey);
      const isPending = request.isProposal || requiredApprovals > 0;
      const now = this.clock.now();
      const isNext = request.step <= 1 || request.dueAt !== undefined;
      const plannedAt = at ?? request.plannedAt;
      // A step by the one before it keeps its time.
      const dueAt = plannedAt ?? (request.after === undefined ? now : (request.dueAt ?? now));
      const next: ChangeRequest = {
        ...request,
        ...{ plannedAt, reason: '' },
        message: message === '' ? request.message : message,
        baseRevision: baseRevision ?? request.baseRevision,
        content: packed,
        version: request.version + 1,
        writers: [...new Set([...request.writers, ...marksOf(asker.caller.origin)])],
        state: isPending ? 'pending' : 'scheduled',
        dueAt: isPending || !isNext ? undefined : dueAt,
      };
      await stores.changeRequests.edit(request, next, now);
      await this.tell(stores, asker, [requestFact('updated', next)]);
      return next;
    });
    if (isDue(edited, this.clock.now())) return this.applyNow(edited, asker);
    return { found: await this.get(namespaceKey, id), report };
  }

  /**
   * Applies a change that waits, now.
   *
   * @throws FailedPreconditionError if it lacks approvals, if the step before it was not applied, or if it is done
   *   with.
   */
  async apply(asker: Asker, namespaceKey: string, id: string): Promise<ChangeResult> {
    this.application.assertWritable();
    const request = await this.unitOfWork.write(async (stores) => {
      const found = await holdOpen(stores, namespaceKey, id, 'applied');
      if (!(await isNextStep(stores, found)))
        throw new FailedPreconditionError(`step ${found.step - 1} comes first, and was not applied`, {
          info: { reason: 'STEP_TOO_EARLY' },
        });
      await assertApproved(stores, found);
      const dueAt = this.clock.now();
      await stores.changeRequests.edit(found, { state: 'scheduled', dueAt }, dueAt);
      return { ...found, state: 'scheduled', dueAt } as const;
    });
    return this.applyNow(request, asker);
  }

  /** Gives up a change that waits, and the steps after it. @throws FailedPreconditionError if it is done with. */
  async cancel(
    { caller }: Asker,
    namespaceKey: string,
    id: string,
    reason: string,
  ): Promise<ReviewedRequest> {
    this.application.assertWritable();
    await this.unitOfWork.write(async (stores) => {
      const request = await holdOpen(stores, namespaceKey, id, 'cancelled', ['conflicted']);
      await this.carryOut.giveUp(stores, request, 'cancelled', reason, caller.origin);
    });
    return this.get(namespaceKey, id);
  }

  /** Applies a change that is scheduled, whatever its time is. */
  async applyNow(request: ChangeRequest, { caller }: Asker): Promise<ChangeResult> {
    const report = await this.carryOut.apply(request, { caller, isScheduled: false });
    return { found: await this.get(request.namespaceKey, request.id), report };
  }

  private async store(
    stores: Stores,
    asker: Asker,
    namespaceKey: string,
    requests: readonly ChangeRequest[],
  ): Promise<void> {
    const { maxWaiting } = this.limits;
    if ((await stores.changeRequests.countOpen(namespaceKey)) + requests.length > maxWaiting)
      throw new ResourceExhaustedError(`no more than ${maxWaiting} changes of a namespace may wait`);
    await stores.changeRequests.create(requests);
    const action = requests.some(({ state }) => state === 'pending') ? 'proposed' : 'scheduled';
    await this.tell(
      stores,
      asker,
      requests.map((request) => requestFact(action, request)),
    );
  }

  private async tell(stores: Stores, { caller }: Asker, facts: readonly AuditFact[]): Promise<void> {
    await stores.audit.append({ origin: caller.origin, at: this.clock.now(), facts });
  }
}
