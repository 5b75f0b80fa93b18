import {
  DomainError,
  InvalidArgumentError,
  invalidField,
  InvalidFieldError,
  UnavailableError,
  type ChangeRequest,
  type Revision,
} from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { NewerVersionError } from '../history/newer-version';
import type { ChangeApplication, ChangeReport, PreviewOptions } from '../wanted/change-application';
import { unpackWanted, type WantedState } from '../wanted/wanted-state';
import { isOpen } from './change-life';
import { findEachReviewed, stepsOf, type ReviewedRequest } from './held-request';
import type { NewStep } from './new-change';

/** What became of something that was asked for. */
export interface ChangeResult {
  /** Undefined for a change that was applied at once, and has left nothing but its revision. */
  readonly found: ReviewedRequest | undefined;
  /** What it did or would do; undefined for one that is done with, or that no plan can be made for now. */
  readonly report: ChangeReport | undefined;
  /** Why no plan can be made for it now; `''` unless given. */
  readonly obstacle?: string;
  /** The revision of a change that was applied at once by an earlier call; undefined unless given. */
  readonly revision?: Revision | undefined;
  /** Of a step: those after it that wait, in their order; none unless given. */
  readonly steps?: readonly ChangeResult[];
}

/** The first of several results, with those after it as its steps. */
export function resultOf([first, ...steps]: readonly ChangeResult[]): ChangeResult {
  return { found: undefined, report: undefined, ...first, steps };
}

/**
 * What each step of a new change would do, applied after those before it.
 *
 * @param options The base is that of the first step.
 * @throws InvalidFieldError naming the step of a series that no plan can be made for, or that must not be as it is.
 */
export async function planSteps(
  application: ChangeApplication,
  steps: readonly NewStep[],
  { baseRevision, ...options }: PreviewOptions,
): Promise<ChangeReport[]> {
  const reports: ChangeReport[] = [];
  const after: WantedState[] = [];
  for (const [index, { wanted }] of steps.entries()) {
    const base = index === 0 ? baseRevision : undefined;
    try {
      reports.push(await application.preview(wanted, { ...options, baseRevision: base, after }));
    } catch (error) {
      throw steps.length === 1 ? error : errorOfStep(index, error);
    }
    after.push(wanted);
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
  const before = new StepsBefore();
  for (const one of others.filter((other) => other.request.step < request.step))
    await before.add(one.request);
  const results: ChangeResult[] = [];
  for (const one of [found, ...others.filter((other) => other.request.step > request.step)]) {
    results.push(await planOne(application, one, before));
    if (isOpen(one.request)) await before.add(one.request);
  }
  return resultOf(results);
}

/** What the steps before a step want. */
class StepsBefore {
  private readonly read: WantedState[] = [];
  private unreadable: NewerVersionError | undefined;

  async add({ content }: ChangeRequest): Promise<void> {
    try {
      this.read.push(await unpackWanted(content));
    } catch (error) {
      if (!(error instanceof NewerVersionError)) throw error;
      this.unreadable ??= error;
    }
  }

  /** @throws NewerVersionError if a newer version stored one of the steps. */
  get wanted(): readonly WantedState[] {
    if (this.unreadable !== undefined) throw this.unreadable;
    return this.read;
  }
}

/**
 * What the steps before a change want that still wait.
 *
 * @throws NewerVersionError if a newer version stored one of them.
 */
export async function wantedBefore(
  unitOfWork: UnitOfWork,
  request: ChangeRequest,
): Promise<readonly WantedState[]> {
  const before = new StepsBefore();
  const steps = await unitOfWork.read((stores) => openSteps(stores, request, (step) => step < request.step));
  for (const step of steps) await before.add(step.request);
  return before.wanted;
}

async function planOne(
  application: ChangeApplication,
  found: ReviewedRequest,
  before: StepsBefore,
): Promise<ChangeResult> {
  const { request } = found;
  if (!isOpen(request) && request.state !== 'conflicted') return { found, report: undefined };
  const { baseRevision, content } = request;
  try {
    const wanted = await unpackWanted(content);
    const after = before.wanted;
    const report = await application.preview(wanted, { rights: undefined, baseRevision, after });
    return { found, report };
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof UnavailableError) throw error;
    return { found, report: undefined, obstacle: error.message };
  }
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
  if (!(error instanceof InvalidArgumentError)) return error;
  const step = `when.steps[${index}]`;
  if (!(error instanceof InvalidFieldError)) return invalidField(step, error.message);
  const { field, problem } = error;
  return field === 'baseRevision' ? error : invalidField(`${step}.document.${field}`, problem);
}
