import { MICROS_PER_SECOND, type ChangeStep, type RequiredReviewer } from '@pennon/domain';
import type { TemporaryDatabase } from '../../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import type { ReviewedRequest } from './reviewed-request';
import type { Asker } from '../new-changes/new-change';

const HOUR = 3600 * MICROS_PER_SECOND;
const ana = person('ana');
const payments: RequiredReviewer = { kind: 'group', name: 'payments' };
const admin: RequiredReviewer = { kind: 'role', name: 'admin' };

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

/** Somebody with roles and groups. */
function somebody(name: string, { roles = ['editor'], groups = [] as readonly string[] } = {}): Asker {
  const { caller, rights } = person(name);
  return { caller: { ...caller, groups, rolesIn: () => new Set(roles) }, rights };
}

async function propose(at?: number): Promise<string> {
  const { found } = await waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [{ wanted: sharedBy('shop', 'banner', 20), at }],
  });
  return found?.request.id ?? '';
}

async function approve(asker: Asker, id: string): Promise<ReviewedRequest<ChangeStep> | undefined> {
  clock.moment += MICROS_PER_SECOND;
  const review = { verdict: 'approve', comment: '', version: undefined } as const;
  return (await waiting.reviews.review(asker, 'shop', id, review)).found;
}

describe('a change whose policy requires reviewers', () => {
  beforeEach(async () => {
    await waiting.setPolicy('shop', 1, { requiredReviewers: [payments, admin] });
  });

  it('waits for one of each, and says whom it waits for', async () => {
    const id = await propose();
    expect(await waiting.requests.get('shop', id)).toMatchObject({
      ...{ approvalsMissing: 1, reviewersMissing: [payments, admin], request: { state: 'pending' } },
    });
    expect(await approve(somebody('ben', { groups: ['payments'] }), id)).toMatchObject({
      ...{ approvalsMissing: 0, reviewersMissing: [admin], request: { state: 'pending' } },
    });
    await expect(waiting.requests.apply(ana, 'shop', id)).rejects.toMatchObject({
      message: 'the change lacks an approval; it needs one of each of role:admin',
      info: { reason: 'APPROVALS_MISSING', metadata: { missing: '0', reviewers: 'role:admin' } },
    });
    expect(await approve(somebody('eva', { roles: ['admin'] }), id)).toMatchObject({
      ...{ reviewersMissing: [], request: { state: 'applied' } },
    });
  });

  it('is released by one person who is all of them', async () => {
    const id = await propose(clock.moment + HOUR);
    const both = somebody('ben', { roles: ['admin'], groups: ['payments'] });
    expect(await approve(both, id)).toMatchObject({ request: { state: 'scheduled' } });
  });

  it('keeps the groups that an approver had, and is held to other reviewers at once', async () => {
    const id = await propose(clock.moment + HOUR);
    await approve(somebody('ben', { groups: ['payments'] }), id);
    const state = async (): Promise<unknown> => (await waiting.requests.get('shop', id)).request.state;
    await waiting.setPolicy('shop', 1, { requiredReviewers: [payments] });
    expect(await state()).toBe('scheduled');
    await waiting.setPolicy('shop', 1, { requiredReviewers: [{ kind: 'person', name: 'EVA@example.org' }] });
    expect(await state()).toBe('pending');
    await approve(somebody('eva'), id);
    expect(await state()).toBe('scheduled');
  });
});

describe('a policy with required reviewers', () => {
  it('is the same in another order, and with repetitions', async () => {
    await waiting.setPolicy('shop', 1, { requiredReviewers: [payments, admin] });
    await waiting.setPolicy('shop', 1, { requiredReviewers: [admin, payments, admin] });
    const told = await waiting.unitOfWork.read(({ audit }) => audit.list({ type: 'policy', limit: 10 }));
    expect(told.map(({ after }) => after)).toMatchObject([
      { required_reviewers: ['group:payments', 'role:admin'] },
    ]);
  });

  it('names a person once, whatever the case of the address', async () => {
    const requiredReviewers = ['Eva@example.org', 'eva@Example.org'].map((name) => {
      return { kind: 'person', name } as const;
    });
    await waiting.setPolicy('shop', 1, { requiredReviewers });
    const { requiredReviewers: held } = await waiting.policies.get('shop');
    expect(held).toEqual([{ kind: 'person', name: 'eva@example.org' }]);
    const id = await propose();
    expect(await waiting.requests.get('shop', id)).toMatchObject({ reviewersMissing: held });
    expect(await approve(somebody('eva'), id)).toMatchObject({ request: { state: 'applied' } });
  });

  it.each<[readonly RequiredReviewer[], number, string]>([
    [[admin], 0, 'policy.requiredReviewers: needs requiredApprovals of at least 1'],
    [
      [{ kind: 'role', name: 'viewer' }],
      1,
      'policy.requiredReviewers[0].role: must be one of admin, editor, approver',
    ],
    [[admin, { kind: 'group', name: '' }], 1, 'policy.requiredReviewers[1].group: must not be empty'],
    [
      [{ kind: 'group', name: 'g'.repeat(256) }],
      1,
      'policy.requiredReviewers[0].group: must not be longer than 255 characters',
    ],
    [[{ kind: 'group', name: 'a\nb' }], 1, 'policy.requiredReviewers[0].group: must be one line'],
    [[{ kind: 'person', name: 'ana' }], 1, 'policy.requiredReviewers[0].person: must be an email address'],
    [
      Array.from({ length: 11 }, (_, index) => ({ kind: 'group', name: `g${index}` })),
      1,
      'policy.requiredReviewers: must have at most 10 reviewers',
    ],
  ])('is refused: %j with %i approvals', async (requiredReviewers, approvals, problem) => {
    await expect(waiting.setPolicy('shop', approvals, { requiredReviewers })).rejects.toThrow(problem);
  });

  it('is refused before every instance knows it', async () => {
    await temporary.database.write(async (manager) => {
      await manager.query("UPDATE deployment SET features = 'off reviews'");
    });
    const refused = waiting.setPolicy('shop', 1, { requiredReviewers: [admin] });
    await expect(refused).rejects.toMatchObject({ info: { reason: 'FEATURE_NOT_RELEASED' } });
  });
});
