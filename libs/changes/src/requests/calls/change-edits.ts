import { isDeepStrictEqual } from 'node:util';
import { isSameRevision, type ChangeRequest, type ChangeStep, type Revision } from '@pennon/domain';
import { nameOf, statesOf, type States } from '@pennon/state';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { baseStates, type StatesAt } from '../../history/base-states';
import { readingIn } from '../../reading/namespace-reading';
import {
  basedInTurn,
  type BasedState,
  onlyTurnsOff,
  rebasedAfter,
  subjectIn,
} from '../../wanted/based-state';
import type { ChangeApplication } from '../../wanted/change-application';
import {
  type FoundState,
  packChange,
  readChange,
  type StoredState,
  unpackChange,
} from '../../wanted/stored-change';
import { subjectsOf, type WantedState } from '../../wanted/wanted-state';
import { assertFew } from '../new-changes/based-steps';
import { assertMay, changeLife, isHeld, isOpen, nextOf, plannedTime } from '../life/change-life';
import { editedStep, goByTimeOf, keepBlocks } from '../events/edited-step';
import { advance, type AroundRequest } from '../events/advance';
import { assertVersion, holdFor } from '../events/held-request';
import { findReviewed } from '../approvals/reviewed-request';
import { seriesOf, stepsAfter, stepsOf, seriesVersion } from '../life/series-steps';
import { assertMayHaveBase, assertTimeBetween, type Asker, type ChangeEdit } from '../new-changes/new-change';
import { holdsForStep } from '../new-changes/policy-holds';
import { commonMarks, type HeldMarks, heldMarks, marked } from '../approvals/policy-on';
import { take } from '../new-changes/request-claim';
import { requestFact } from '../life/request-facts';
import { type ChangeResult, planStored, StepPlans, stepsBefore } from './step-plans';
import { mayMarkOff } from '../new-changes/turning-off';

/** What a change is to want instead, and what that is based on. */
interface EditedState extends BasedState, StoredState {
  readonly revision: Revision | undefined;
}

/** Edits of changes that wait. */
export class ChangeEdits {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
  ) {}

  /**
   * Edits a change that waits, or is in conflict: then it waits again, for a new time or for somebody who applies it.
   * An edit applies nothing. What is not given, or is as before, stays. Another content, another base and an earlier
   * time make approvals void; another content and base those of later steps, too. Whoever edits it gives up an approval
   * of their own. A later time moves the times of later steps. A change that has lost its time goes on only once it is
   * given one, which may be the one that it had.
   *
   * @throws ConflictError if the caller has seen another version.
   * @throws FailedPreconditionError if it is done with; others as for a new change.
   */
  async update(asker: Asker, namespaceKey: string, id: string, edit: ChangeEdit): Promise<ChangeResult> {
    this.application.assertWritable();
    const found = await this.find(namespaceKey, id);
    assertMay('edit', found.request);
    assertVersion(edit.version, found.shownVersion);
    const state = await this.editedState(asker, found.request, edit);
    await this.unitOfWork.write(async (stores) => {
      await take(stores, asker.claim, { changeId: id });
      const request = await holdFor('edit', stores, namespaceKey, id);
      assertVersion(edit.version, seriesVersion(await stepsOf(stores, request)));
      await this.edit(stores, asker, request, { edit, state: await newsOf(stores, request, state) });
    });
    return planStored(this.unitOfWork, this.application, await this.find(namespaceKey, id));
  }

  private async find(namespaceKey: string, id: string): ReturnType<typeof findReviewed> {
    return this.unitOfWork.read((stores) => findReviewed(stores, namespaceKey, id));
  }

  /** What the change is to want, and is based on; undefined if the edit is not about that. */
  private async editedState(
    { rights }: Asker,
    request: ChangeRequest,
    { wanted, baseRevision }: ChangeEdit,
  ): Promise<EditedState | undefined> {
    if (wanted === undefined && baseRevision === undefined) return undefined;
    const plans = new StepPlans(this.unitOfWork, this.application);
    const before = await stepsBefore(this.unitOfWork, request);
    for (const step of before) await plans.add(step);
    const stored = await readChange(this.unitOfWork, request);
    const mine = wanted ?? stored.wanted;
    assertMayHaveBase([{ wanted: mine }], baseRevision);
    const { revision, states } = await this.baseOf(request, stored, mine, baseRevision);
    const based = basedInTurn(states, [...plans.wanted, mine]).at(-1);
    if (based === undefined) return undefined;
    const { onConflict = 'merge' } = request;
    await plans.assert({ ...request, baseRevision: revision, onConflict }, based, rights);
    return { ...based, ...(await packChange(based)), revision };
  }

  /** What the flags and segments of a change were at another base, or at that of the change. */
  private async baseOf(
    request: ChangeRequest,
    { wanted, base }: FoundState,
    mine: WantedState,
    asked: Revision | undefined,
  ): Promise<StatesAt> {
    const subjects = subjectsOf(mine);
    assertFew('document', subjects);
    const { namespaceKey, baseRevision } = request;
    const read = async (revision: Revision | undefined): Promise<StatesAt> =>
      this.unitOfWork.read((stores) => baseStates(stores, namespaceKey, revision, subjects));
    // Whoever edits rows by rank means those of now.
    if (mine.edits !== undefined) return read(undefined);
    if (asked !== undefined || base === undefined || baseRevision === undefined)
      return read(asked ?? baseRevision);
    // What it did not name before, its author sees now.
    const { states } = await read(undefined);
    const known = new Set(subjectsOf(wanted).map(nameOf));
    const from = (subject: (typeof subjects)[number]): States => (known.has(nameOf(subject)) ? base : states);
    return {
      revision: baseRevision,
      states: statesOf(subjects.flatMap((subject) => subjectIn(from(subject), subject) ?? [])),
    };
  }

  private async edit(
    stores: Stores,
    { caller }: Asker,
    request: ChangeStep,
    { edit: { message, at }, state }: { readonly edit: ChangeEdit; readonly state: EditedState | undefined },
  ): Promise<void> {
    const { changeRequests, changeSubjects, reviewPolicies, audit, time } = stores;
    const { namespaceKey } = request;
    const now = await time.now();
    const policy = await reviewPolicies.of(namespaceKey);
    const steps = await stepsOf(stores, request);
    if (at !== undefined) assertTimeBetween(at, request, steps, now);
    const delay = at === undefined ? 0 : at - plannedTime(request, steps);
    const isNews = state !== undefined || delay !== 0 || (message ?? request.message) !== request.message;
    const isResumed = isHeld(request) && at !== undefined;
    if (!isNews && !isResumed && request.state !== 'conflicted') return;
    const isVoid = state !== undefined || delay < 0;
    const held =
      state === undefined ? heldMarks(request) : await marksAfter(stores, request, state, { steps, policy });
    const { onConflict = 'merge' } = request;
    const changes = {
      ...(at !== undefined && { plannedAt: at, after: undefined }),
      ...(state !== undefined && { baseRevision: state.revision, onConflict }),
      message: message ?? request.message,
    };
    const edited = {
      ...editedStep(request, changes, { caller, policy, isVoid, held }),
      ...(isHeld(request) && !isResumed && { reason: request.reason }),
    };
    await changeRequests.edit(request, { ...edited, ...(state && { content: state.content }) }, now);
    if (state !== undefined) await changeSubjects.set(request.id, state.subjects);
    else if (isVoid) {
      const reviews = await changeRequests.reviews([request.id]);
      await keepBlocks(stores, request, reviews, edited.version);
    }
    if (delay > 0) await changeRequests.postpone(request, delay);
    const all = steps.map((step) => (step.id === request.id ? edited : step));
    const around = { steps: all, policy, now };
    const series = at === undefined ? undefined : await seriesOf(stores, request);
    if (series !== undefined && nextOf(steps)?.id === request.id)
      await goByTimeOf(stores, series, request, now);
    const result = await advance('edit', stores, edited, around);
    if (state !== undefined) {
      const later = stepsAfter(request, steps);
      await rebase(stores, state, later);
      await renew(stores, later, { bypassReason: edited.bypassReason, held }, around);
    }
    await audit.append({
      origin: caller.origin,
      at: now,
      facts: [requestFact(changeLife.edit.told, result)],
    });
  }
}

/** The marks of a change that is to want something else. Steps of a series that wait have them together. */
async function marksAfter(
  stores: Stores,
  { id, namespaceKey, isProposal }: ChangeStep,
  state: EditedState,
  { steps, policy }: Pick<AroundRequest, 'steps' | 'policy'>,
): Promise<HeldMarks> {
  const others = steps.filter((step) => step.id !== id && isOpen(step)).map(heldMarks);
  const own = {
    exempt: !(await holdsForStep(readingIn(stores, namespaceKey), state, policy)),
    off: !isProposal && onlyTurnsOff(state) && (await mayMarkOff(stores)),
  };
  return commonMarks([own, ...others]);
}

/** The edited state, unless the change wants just that already, on the same base. */
async function newsOf(
  { changeSubjects }: Stores,
  { id, content, baseRevision }: ChangeRequest,
  state: EditedState | undefined,
): Promise<EditedState | undefined> {
  if (state === undefined || state.content !== content) return state;
  const isSame =
    (state.wanted.edits !== undefined || isSameRevision(state.revision, baseRevision)) &&
    isDeepStrictEqual(state.subjects, await changeSubjects.of(id));
  return isSame ? undefined : state;
}

/** Bases later steps on what the edited one wants. */
async function rebase(stores: Stores, edited: BasedState, later: readonly ChangeStep[]): Promise<void> {
  const found: { readonly id: string; readonly state: BasedState }[] = [];
  for (const { namespaceKey, id } of later) {
    const request = await stores.changeRequests.find(namespaceKey, id);
    if (request?.onConflict === undefined) continue;
    const { wanted, base = statesOf([]) } = await unpackChange(request, await stores.changeSubjects.of(id));
    found.push({ id, state: { wanted, base } });
  }
  const rebased = rebasedAfter(
    edited,
    found.map(({ state }) => state),
  );
  for (const [index, { id }] of found.entries()) {
    const state = rebased[index];
    if (state !== undefined) await stores.changeSubjects.set(id, (await packChange(state)).subjects);
  }
}

/** Makes approvals of steps void, since a step before them was edited. */
async function renew(
  stores: Stores,
  later: readonly ChangeStep[],
  { bypassReason, held }: { readonly bypassReason: string; readonly held: HeldMarks },
  around: AroundRequest,
): Promise<void> {
  for (const step of later) {
    const version = step.version + 1;
    const marks = marked(step, version, commonMarks([held, heldMarks(step)]));
    const renewed = { ...step, version, bypassReason, ...marks };
    await stores.changeRequests.edit(step, { version, bypassReason, ...marks }, around.now);
    await advance('edit', stores, renewed, around);
  }
}
