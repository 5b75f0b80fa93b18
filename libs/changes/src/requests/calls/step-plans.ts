import {
  DomainError,
  FailedPreconditionError,
  InvalidArgumentError,
  invalidField,
  InvalidFieldError,
  NotFoundError,
  UnavailableError,
  type ChangeRequest,
  type OnConflict,
  type Revision,
} from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { latestAmong } from '../../history/conflicts';
import { NewerVersionError } from '../../history/newer-version';
import type { ChangeApplication, ChangeReport, PreviewOptions } from '../../wanted/change-application';
import type { BasedState } from '../../wanted/based-state';
import { type FoundState, readChange } from '../../wanted/stored-change';
import { type EndedItems, endedItems } from '../../wanted/ended-items';
import { subjectsOf, type WantedState } from '../../wanted/wanted-state';
import { closedError, isOpen } from '../life/change-life';
import { changedByOthers } from '../approvals/changed-by-others';
import type { Stand } from '../new-changes/new-review';
import { mergedRequest } from '../approvals/merged-request';
import { findEachReviewed, type ReviewedRequest } from '../approvals/reviewed-request';
import { stepsOf } from '../life/series-steps';

/** What became of something that was asked for. */
export interface ChangeResult {
  /** Undefined for a change that was applied at once, and has left nothing but its revision. */
  readonly found: ReviewedRequest | undefined;
  /** What it did or would do; undefined for one that is done with, or that no plan can be made for now. */
  readonly report: ChangeReport | undefined;
  /** Why no plan can be made for it now; `''` unless given. */
  readonly obstacle?: string;
  /** What it wants as it is stored; undefined for one that is not stored, or that a newer version stored. */
  readonly wanted?: WantedState | undefined;
  /** Of one that is done with, or in conflict: what it wanted, as far as that is stored. */
  readonly ended?: EndedItems | undefined;
  /** What an earlier call has told the revision of, if it left nothing else; undefined unless given. */
  readonly revision?: Revision | undefined;
  /** Of such a call: whether it changed something. */
  readonly isChanged?: boolean;
  /** Of a change that is only looked at: where it would be. */
  readonly stand?: Stand;
  /** Of a step: those after it that wait, in their order; none unless given. */
  readonly steps?: readonly ChangeResult[];
}

/** The first of several results, with those after it as its steps. */
export function resultOf([first, ...steps]: readonly ChangeResult[]): ChangeResult {
  return { found: undefined, report: undefined, ...first, steps };
}

/** What the steps of a new change are held against, and how. */
export interface StepOptions extends Pick<PreviewOptions, 'author' | 'rights' | 'isBinding'> {
  readonly baseRevision: Revision | undefined;
  readonly onConflict: OnConflict;
}

/** A step of a change that may not wait, and then does not know its base. */
type Planned = Pick<BasedState, 'wanted'> & Partial<BasedState>;

/**
 * What each step of a new change would do, applied after those before it.
 *
 * @throws InvalidFieldError naming the step of a series that no plan can be made for, or that must not be as it is.
 */
export async function planSteps(
  application: ChangeApplication,
  steps: readonly Planned[],
  options: StepOptions,
): Promise<ChangeReport[]> {
  const reports: ChangeReport[] = [];
  for (const [index, { wanted, base }] of steps.entries()) {
    const after = reports.map(({ merged }) => merged);
    try {
      reports.push(await application.preview(wanted, { ...options, base, after }));
    } catch (error) {
      throw steps.length === 1 ? error : errorOfStep(index, error);
    }
  }
  return reports;
}

/** What a stored change would do now, and the steps after it, or why no plan can be made for them. */
export async function planStored(
  unitOfWork: UnitOfWork,
  application: ChangeApplication,
  found: ReviewedRequest,
): Promise<ChangeResult> {
  const { request } = found;
  const others = await unitOfWork.read((stores) =>
    openSteps(stores, request, (step) => step !== request.step),
  );
  const plans = new StepPlans(unitOfWork, application);
  for (const one of others.filter((other) => other.request.step < request.step)) await plans.add(one);
  const results: ChangeResult[] = [];
  for (const one of [found, ...others.filter((other) => other.request.step > request.step)])
    results.push(await plans.add(one));
  return resultOf(results);
}

/**
 * What a stored change comes to, after the steps before it that wait.
 *
 * @throws FailedPreconditionError if it does not wait, or no plan can be made for it or for a step before it.
 */
export async function statesLeftBy(
  unitOfWork: UnitOfWork,
  application: ChangeApplication,
  found: ReviewedRequest,
): Promise<readonly WantedState[]> {
  if (!isOpen(found.request)) throw closedError('the change does not wait', found.request);
  const plans = new StepPlans(unitOfWork, application);
  for (const one of [...(await stepsBefore(unitOfWork, found.request)), found]) {
    const { obstacle = '' } = await plans.add(one);
    if (obstacle !== '') throw new FailedPreconditionError(obstacle);
  }
  return plans.left;
}

/** Plans steps one after another, each on what those before it leave. */
export class StepPlans {
  /** What the steps so far come to. */
  private readonly after: WantedState[] = [];
  private unreadable: NewerVersionError | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
  ) {}

  /** What those of them that wait come to, each after the one before. */
  get left(): readonly WantedState[] {
    return this.after;
  }

  /** What those of them want that were read. */
  readonly wanted: WantedState[] = [];

  /** What a step would do after those that were added before it; for one that is done with, what it wanted. */
  async add(found: ReviewedRequest): Promise<ChangeResult> {
    const { request } = found;
    let leaves: WantedState | undefined;
    let shown: Pick<ChangeResult, 'wanted' | 'ended'> = {};
    try {
      const state = await readChange(this.unitOfWork, request);
      leaves = state.wanted;
      shown = { wanted: leaves, ended: isOpen(request) ? undefined : endedItems(state) };
      if (!isOpen(request) && request.state !== 'conflicted') return { found, report: undefined, ...shown };
      if (isOpen(request)) this.wanted.push(leaves);
      const report = await this.plan(request, state);
      leaves = report.merged;
      const upTo = await this.changedUpTo(found, state.wanted, report);
      return { found: mergedRequest(found, upTo), report, ...shown };
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof UnavailableError) throw error;
      if (error instanceof NewerVersionError) this.unreadable ??= error;
      return { found, report: undefined, obstacle: error.message, ...shown };
    } finally {
      if (leaves !== undefined && isOpen(request)) this.after.push(leaves);
    }
  }

  /** The last revision in which others have changed what a change is based on, as far as its approvals depend on it. */
  private async changedUpTo(
    { request, policy }: ReviewedRequest,
    wanted: WantedState,
    { mergedOver }: ChangeReport,
  ): Promise<number> {
    if (wanted.edits === undefined || !policy.reapprovesMerged) return latestAmong(mergedOver);
    return this.unitOfWork.read((stores) => changedByOthers(stores, request, subjectsOf(wanted)));
  }

  /**
   * What an edited step would do after those that were added.
   *
   * @throws DomainError if no plan can be made for it, or it must not be as it is.
   */
  async assert(request: ChangeRequest, state: FoundState, rights: PreviewOptions['rights']): Promise<void> {
    await this.plan(request, state, { rights, isBinding: true });
  }

  /** @throws NewerVersionError if a newer version stored one of the steps before. */
  private async plan(
    { author, baseRevision, onConflict }: ChangeRequest,
    { wanted, base }: FoundState,
    options: Pick<PreviewOptions, 'rights' | 'isBinding'> = { rights: undefined },
  ): Promise<ChangeReport> {
    if (this.unreadable !== undefined) throw this.unreadable;
    const { after } = this;
    return this.application.preview(wanted, {
      ...{ author: author.actor, baseRevision, base, onConflict: onConflict ?? 'fail', after },
      ...options,
    });
  }
}

/** The steps before a change that wait, in their order. */
export async function stepsBefore(
  unitOfWork: UnitOfWork,
  request: ChangeRequest,
): Promise<readonly ReviewedRequest[]> {
  return unitOfWork.read((stores) => openSteps(stores, request, (step) => step < request.step));
}

async function openSteps(
  stores: Stores,
  request: ChangeRequest,
  isMeant: (step: number) => boolean,
): Promise<readonly ReviewedRequest[]> {
  const steps = (await stepsOf(stores, request)).filter((one) => isOpen(one) && isMeant(one.step));
  return findEachReviewed(
    stores,
    request.namespaceKey,
    steps.map(({ id }) => id),
  );
}

function errorOfStep(index: number, error: unknown): unknown {
  const step = `when.steps[${index}]`;
  for (const Refusal of [NotFoundError, FailedPreconditionError])
    if (error instanceof Refusal) return new Refusal(`${step}: ${error.message}`, { info: error.info });
  if (!(error instanceof InvalidArgumentError)) return error;
  if (!(error instanceof InvalidFieldError)) return invalidField(step, error.message);
  const { field, problem } = error;
  if (field === 'baseRevision') return error;
  return invalidField(/^edits\b/.test(field) ? `${step}.${field}` : `${step}.document.${field}`, problem);
}
