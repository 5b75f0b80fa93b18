import {
  changeStates,
  MICROS_PER_SECOND,
  type ChangeState,
  type ChangeStep,
  type ReviewVerdict,
} from '@pennon/domain';
import type { TemporaryDatabase } from '../../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import type { Asker } from '../new-changes/new-change';
import type { ReviewedRequest } from '../approvals/reviewed-request';

const HOUR = 3600 * MICROS_PER_SECOND;
const [ana, ben, eva] = [person('ana'), person('ben'), person('eva')];
const blocked = { code: 'FAILED_PRECONDITION', info: { reason: 'CHANGE_BLOCKED' } };

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

/** Somebody, or a program, in some roles. */
function caller(name: string, { isProgram = false, roles = [] as readonly string[] } = {}): Asker {
  const { caller: known, rights } = person(name);
  return { caller: { ...known, isProgram, rolesIn: () => new Set(roles) }, rights };
}

const anonymous: Asker = {
  ...ana,
  caller: { ...ana.caller, origin: { ...ana.caller.origin, authentication: 'none', subject: undefined } },
};

let share = 10;

/** A change of Ana that waits; for its time, if it has one. */
async function propose(at?: number, isProposal = at === undefined): Promise<string> {
  const { found } = await waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal, baseRevision: undefined },
    steps: [{ wanted: sharedBy('shop', 'banner', (share = (share % 90) + 1)), at }],
  });
  return found?.request.id ?? '';
}

async function review(
  asker: Asker,
  id: string,
  verdict: ReviewVerdict,
  comment = 'why?',
): Promise<ReviewedRequest> {
  clock.moment += MICROS_PER_SECOND;
  const { found } = await waiting.reviews.review(asker, 'shop', id, { verdict, comment, version: undefined });
  if (found === undefined) throw new Error('no change');
  return found;
}

async function seen(id: string): Promise<ReviewedRequest> {
  return waiting.requests.get('shop', id);
}

/** What has happened to changes, as the audit log tells it. */
async function told(): Promise<readonly string[]> {
  const events = await waiting.unitOfWork.read(({ audit }) =>
    audit.list({ type: 'change', limit: 100 } as never),
  );
  return events.map(({ action }) => action);
}

const reviewers: Readonly<Record<string, Asker>> = {
  reviewer: ben,
  author: ana,
  program: caller('bot', { isProgram: true, roles: ['editor'] }),
  'program that may approve': caller('bot', { isProgram: true, roles: ['editor', 'approver'] }),
  anonymous,
};

/** Who may give which verdict: `own` for a refusal of an author, `no` for one of whoever is no reviewer. */
const rights: Readonly<Record<ReviewVerdict, readonly string[]>> = {
  //        reviewer, author, program, program that may approve, anonymous
  approve: ['yes', 'own', 'no', 'yes', 'no'],
  reject: ['yes', 'yes', 'no', 'yes', 'no'],
  block: ['yes', 'yes', 'no', 'yes', 'no'],
  comment: ['yes', 'yes', 'yes', 'yes', 'yes'],
};

/** Where a verdict leads from each state; the first one is missing two approvals. `-` if it is not possible. */
const outcomes: Readonly<Record<ReviewVerdict, readonly (ChangeState | '-')[]>> = {
  //        pending, scheduled, applied, rejected, cancelled, conflicted, failed
  approve: ['pending', '-', '-', '-', '-', '-', '-'],
  reject: ['rejected', '-', '-', '-', '-', '-', '-'],
  block: ['pending', 'pending', '-', '-', '-', '-', '-'],
  comment: changeStates,
};

describe.each(Object.entries(outcomes) as [ReviewVerdict, readonly string[]][])('%s', (verdict, states) => {
  it.each(Object.keys(reviewers))('by the %s, in every state', async (who) => {
    await waiting.setPolicy('shop', 3);
    const asker = reviewers[who] ?? ana;
    const may = rights[verdict][Object.keys(reviewers).indexOf(who)];
    for (const [index, state] of changeStates.entries()) {
      const id = await propose();
      const { request } = await seen(id);
      await waiting.unitOfWork.write(async ({ changeRequests }) =>
        changeRequests.edit(request, { state }, clock.moment),
      );
      const given = review(asker, id, verdict).then(
        (found) => found.request.state,
        (error: unknown) => {
          const { code, info } = error as { code: string; info?: { reason?: string } };
          return info?.reason ?? code;
        },
      );
      const refusal = may === 'own' ? 'OWN_CHANGE' : 'PERMISSION_DENIED';
      const outcome = states[index] === '-' ? 'CHANGE_CLOSED' : may === 'yes' ? states[index] : refusal;
      expect([state, await given]).toEqual([state, outcome]);
    }
  });
});

describe('a blocked change', () => {
  it('is neither released by approvals of others nor applied, until the same person approves it', async () => {
    await waiting.setPolicy('shop', 1);
    const id = await propose();
    expect(await review(ben, id, 'block')).toMatchObject({ isBlocked: true, request: { state: 'pending' } });
    expect(await review(eva, id, 'approve')).toMatchObject({
      ...{ approvalsMissing: 0, isBlocked: true, request: { state: 'pending' } },
    });
    await expect(waiting.requests.apply(ana, 'shop', id)).rejects.toMatchObject({
      ...blocked,
      message: 'the change is blocked: ben asked for changes',
    });
    expect(await review(ben, id, 'approve')).toMatchObject({
      isBlocked: false,
      request: { state: 'applied' },
    });
  });

  it('takes the approval back that the same person has given', async () => {
    await waiting.setPolicy('shop', 2);
    const id = await propose();
    await review(ben, id, 'approve');
    expect(await review(ben, id, 'block')).toMatchObject({ approvalsMissing: 2, isBlocked: true });
    expect(await review(ben, id, 'approve')).toMatchObject({ approvalsMissing: 1, isBlocked: false });
  });

  it('passes its time, without a policy too, and goes on when it is approved', async () => {
    const id = await propose(clock.moment + HOUR);
    expect(await review(ben, id, 'block')).toMatchObject({ request: { state: 'pending', dueAt: undefined } });
    clock.moment += 2 * HOUR;
    await waiting.look();
    expect(await seen(id)).toMatchObject({ isBlocked: true, isOverdue: true, request: { state: 'pending' } });
    await expect(waiting.requests.apply(ana, 'shop', id)).rejects.toMatchObject(blocked);
    await review(ben, id, 'approve');
    await waiting.requests.apply(ana, 'shop', id);
    expect((await seen(id)).request.state).toBe('applied');
  });

  it('is released by an edit of its content, and not by one of its time or message', async () => {
    const id = await propose(clock.moment + 2 * HOUR);
    await review(ben, id, 'block');
    await waiting.edits.update(ana, 'shop', id, { message: 'Please' });
    await waiting.edits.update(ana, 'shop', id, { at: clock.moment + 3 * HOUR });
    await waiting.edits.update(ana, 'shop', id, { at: clock.moment + HOUR });
    expect(await seen(id)).toMatchObject({ isBlocked: true, request: { state: 'pending', version: 2 } });
    await waiting.edits.update(ana, 'shop', id, { wanted: sharedBy('shop', 'banner', 99) });
    expect(await seen(id)).toMatchObject({ isBlocked: false, request: { state: 'scheduled', version: 3 } });
  });

  it('stays blocked by a policy that asks for less, and whatever it was scheduled past', async () => {
    await waiting.setPolicy('shop', 1, { bypass: ['admin'] });
    const urgent = { ...caller('ana', { roles: ['admin'] }).caller, bypassReason: 'it burns' };
    const { found } = await waiting.creation.create(
      { ...ana, caller: urgent },
      {
        ...{
          namespaceKey: 'shop',
          origin: 'change',
          message: '',
          isProposal: false,
          baseRevision: undefined,
        },
        steps: [{ wanted: sharedBy('shop', 'banner', 100), at: clock.moment + HOUR }],
      },
    );
    const id = found?.request.id ?? '';
    expect(await review(ben, id, 'block')).toMatchObject({ isBlocked: true, request: { state: 'pending' } });
    await waiting.setPolicy('shop', 0);
    expect((await seen(id)).request.state).toBe('pending');
    await expect(waiting.requests.apply(ana, 'shop', id)).rejects.toMatchObject(blocked);
    await waiting.setPolicy('shop', 1, { bypass: ['admin'] });
    await waiting.requests.apply({ ...ana, caller: urgent }, 'shop', id);
    expect((await seen(id)).request.state).toBe('applied');
  });

  it('blocks the steps after it, and an approval of the step releases them', async () => {
    const { found } = await waiting.creation.create(ana, {
      ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
      steps: [10, 50, 100].map((percent, index) => ({
        wanted: sharedBy('shop', 'banner', percent),
        ...(index > 0 && { at: clock.moment + index * HOUR }),
      })),
    });
    const steps = async (): Promise<readonly ReviewedRequest<ChangeStep>[]> =>
      (await waiting.series.get('shop', found?.request.seriesId ?? '')).steps;
    const second = (await steps())[1]?.request.id ?? '';
    await review(ben, second, 'block');
    const states = async (): Promise<readonly unknown[]> =>
      (await steps()).map(({ request: { state }, isBlocked }) => [state, isBlocked]);
    expect(await states()).toEqual([
      ['applied', false],
      ['pending', true],
      ['pending', true],
    ]);
    await review(ben, second, 'approve');
    expect(await states()).toEqual([
      ['applied', false],
      ['scheduled', false],
      ['scheduled', false],
    ]);
    await review(eva, second, 'comment');
    expect((await steps()).map(({ reviews }) => reviews.length)).toEqual([0, 3, 2]);
  });
});

it('a comment needs words, and counts for nothing', async () => {
  await waiting.setPolicy('shop', 1);
  const id = await propose();
  await expect(review(ben, id, 'comment', ' ')).rejects.toMatchObject({ message: /comment.*must be given/ });
  expect(await review(ben, id, 'comment')).toMatchObject({
    ...{ approvalsMissing: 1, isBlocked: false, request: { state: 'pending', version: 1 } },
    reviews: [{ verdict: 'comment', comment: 'why?' }],
  });
});

it('comments and blocks are told in the audit log, and refused until every instance knows them', async () => {
  const id = await propose();
  await review(ben, id, 'comment');
  await review(ben, id, 'block');
  expect(await told()).toEqual(expect.arrayContaining(['commented', 'blocked']));
  await temporary.database.write(async (manager) => {
    await manager.query("UPDATE deployment SET features = 'off'");
  });
  for (const verdict of ['comment', 'block'] as const)
    await expect(review(ben, id, verdict)).rejects.toMatchObject({
      info: { reason: 'FEATURE_NOT_RELEASED' },
    });
});
