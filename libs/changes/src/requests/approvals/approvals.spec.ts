import {
  marksOf,
  SERVICE_ORIGIN,
  withCaller,
  type AuditOrigin,
  type Authentication,
  type ChangeRequest,
  type ChangeReview,
  type RequiredReviewer,
  type ReviewPolicy,
  type StoredMethod,
} from '@pennon/domain';
import { subjectOf } from '@pennon/platform';
import { anAuthentication, SOME_MOMENT } from '@pennon/testing';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../../../test/support/temporary-database';
import { blocksOf, missingApprovals, missingReviewers } from './approvals';
import { assertMayApprove } from './assert-may-approve';

const policy: ReviewPolicy = {
  ...{ requiredApprovals: 3, mayApproveOwn: false, restrictDirectWrites: true, bypass: [] },
  appliesLate: false,
  reviewsOff: false,
  requiredReviewers: [],
  appliesTo: { tags: [], keys: [] },
  reapprovesMerged: false,
};
const OWN = 'permission denied: authors may not approve their own change';
const AGAIN = 'the caller has approved this change already';
const LOST = /^the change takes no more approvals by (\w+), .* propose the change again$/;

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => temporary.remove());

/** A session of an account at a provider, as it is stored. */
function sessionOf(sub: string, id: string): Authentication {
  const metadata = { 'io.service.auth.claims': JSON.stringify({ iss: 'https://acme.example', sub }) };
  return anAuthentication(id, { method: 'oidc', metadata });
}

/** A caller at that provider, as this version stores it. */
function caller(sub: string, email = ''): AuditOrigin {
  return { ...SERVICE_ORIGIN, authentication: 'oidc', email, subject: subjectOf(sessionOf(sub, 'any')) };
}

/** A caller as earlier versions have stored it. */
function callerOfOld(method: StoredMethod | 'jwt', authenticationId: string, email = ''): AuditOrigin {
  return { ...SERVICE_ORIGIN, authentication: method, authenticationId, actor: email, email };
}

/** What earlier versions have stored of who wrote a change: the address, else the record. */
function writerOfOld({ authentication, authenticationId, email }: AuditOrigin): string {
  return email === '' ? `${authentication}:${authenticationId}` : `email:${email}`;
}

function aRequest(author: AuditOrigin, writers: readonly string[]): ChangeRequest {
  return {
    ...{ id: 'change', namespaceKey: 'default', state: 'pending', message: '', author, writers },
    ...{ createdAt: SOME_MOMENT, updatedAt: SOME_MOMENT, baseRevision: undefined, plannedAt: undefined },
    ...{ dueAt: undefined, after: undefined, seriesId: '', step: 0, origin: 'change', content: '' },
    ...{
      version: 1,
      isProposal: false,
      revision: undefined,
      reason: '',
      bypassReason: '',
      onConflict: undefined,
    },
  };
}

/** Why a caller may not approve a change that these have written and approved; undefined if it may. */
async function refusalOf(
  reviewer: AuditOrigin,
  {
    author,
    editors = [],
    approvers = [],
  }: { author: AuditOrigin; editors?: readonly string[]; approvers?: readonly AuditOrigin[] },
): Promise<string | undefined> {
  const writers = author.subject === undefined ? [writerOfOld(author)] : marksOf(author);
  const request = aRequest(author, [...writers, ...editors]);
  return temporary.unitOfWork.write(async (stores) => {
    await stores.changeRequests.create([request]);
    for (const [index, approver] of approvers.entries())
      await stores.changeRequests.addReview({
        ...{ changeId: 'change', version: 1, verdict: 'approve', comment: '', at: SOME_MOMENT + index },
        author: approver,
      });
    const error: unknown = await assertMayApprove(stores, request, reviewer, policy).catch(
      (thrown: unknown) => thrown,
    );
    return error instanceof Error ? error.message : undefined;
  });
}

async function keep(...sessions: readonly Authentication[]): Promise<void> {
  await temporary.unitOfWork.write(async ({ authentications }) => {
    for (const session of sessions) await authentications.create(session, `hash of ${session.id}`);
  });
}

describe('a change whose author an earlier version has stored', () => {
  it.each(['', 'ann@acme.example'])(
    'is compared by the subject of the session, as long as that is kept (%j)',
    async (email) => {
      await keep(sessionOf('ann', 'session-1'));
      const author = callerOfOld('oidc', 'session-1', email);
      expect(await refusalOf(caller('ann', 'ann.married@acme.example'), { author })).toBe(OWN);
    },
  );

  it('is approved by others, as long as the session is kept', async () => {
    await keep(sessionOf('ann', 'session-1'));
    const author = callerOfOld('oidc', 'session-1', 'ann@acme.example');
    expect(await refusalOf(caller('ben'), { author })).toBeUndefined();
  });

  it.each([
    ['oidc', 'session-1', ''],
    ['oidc', 'session-1', 'ann@acme.example'],
    ['codehost', 'session-1', ''],
    ['jwt', '', 'ann@acme.example'],
  ] as const)('takes no approvals by its method after that: %s %s %s', async (method, id, email) => {
    const author = callerOfOld(method, id, email);
    const ben = { ...caller('ben', 'ben@acme.example'), authentication: method };
    expect(await refusalOf(ben, { author })).toMatch(LOST);
  });

  it('is approved by another method after that, unless the address is the author’s', async () => {
    const author = callerOfOld('oidc', 'session-1', 'ann@acme.example');
    const atCodehost = { ...caller('ann'), authentication: 'codehost' } as const;
    expect(await refusalOf(atCodehost, { author })).toBeUndefined();
  });

  it('is known by its address', async () => {
    const author = callerOfOld('oidc', 'session-1', 'ann@acme.example');
    expect(await refusalOf(caller('ann', 'Ann@acme.example'), { author })).toBe(OWN);
  });

  it('is known by its token, also when that was deleted', async () => {
    const author = callerOfOld('token', 'token-1');
    const subject = (id: string) => subjectOf(anAuthentication(id, { method: 'token' }));
    const token = (id: string) => ({ ...callerOfOld('token', id), subject: subject(id) });
    expect(await refusalOf(token('token-1'), { author })).toBe(OWN);
  });

  it('takes approvals by other tokens', async () => {
    const subject = subjectOf(anAuthentication('token-2', { method: 'token' }));
    const other = { ...callerOfOld('token', 'token-2'), subject };
    expect(await refusalOf(other, { author: callerOfOld('token', 'token-1') })).toBeUndefined();
  });

  it('takes no approvals of those who might be one of its editors', async () => {
    await keep(sessionOf('ann', 'session-1'));
    const author = callerOfOld('oidc', 'session-1', 'ann@acme.example');
    expect(await refusalOf(caller('eva'), { author, editors: ['email:ben@acme.example'] })).toMatch(LOST);
  });

  it('is compared with the session of its editors, as long as that is kept', async () => {
    await keep(sessionOf('ann', 'session-1'), sessionOf('ben', 'session-2'));
    const author = callerOfOld('oidc', 'session-1');
    expect(await refusalOf(caller('ben'), { author, editors: ['oidc:session-2'] })).toBe(OWN);
  });
});

describe('approvals that an earlier version has stored', () => {
  const approvers = [callerOfOld('oidc', 'session-2'), callerOfOld('oidc', 'session-3')];

  it('count', () => {
    const request = aRequest(caller('ann'), marksOf(caller('ann')));
    const reviews = approvers.map((author, index) => ({
      ...{ changeId: 'change', version: 1, verdict: 'approve' as const, comment: '' },
      ...{ author, at: SOME_MOMENT + index },
    }));
    expect(missingApprovals(request, reviews, policy)).toBe(1);
  });

  it('are compared by the subject of the session, as long as that is kept', async () => {
    await keep(sessionOf('ben', 'session-2'), sessionOf('eva', 'session-3'));
    expect(await refusalOf(caller('eva'), { author: caller('ann'), approvers })).toBe(AGAIN);
  });

  it('let others approve as long as it is kept', async () => {
    await keep(sessionOf('ben', 'session-2'), sessionOf('eva', 'session-3'));
    expect(await refusalOf(caller('dan'), { author: caller('ann'), approvers })).toBeUndefined();
  });

  it('take no more by their method after that', async () => {
    await keep(sessionOf('ben', 'session-2'));
    expect(await refusalOf(caller('dan'), { author: caller('ann'), approvers })).toMatch(LOST);
  });
});

describe('required reviewers', () => {
  const ben = caller('ben', 'b@x');
  const approvals: Readonly<Record<string, Partial<ChangeReview>>> = {
    'an admin': { author: ben, memberships: { roles: ['admin'], groups: [] } },
    'a member of the group': { author: ben, memberships: { roles: [], groups: ['staff', 'payments'] } },
    'the person': { author: caller('eva', 'Eva@X.example') },
    'another session of that person': { author: caller('eva') },
    'the author, who is all of it': {
      author: caller('ann', 'eva@x.example'),
      memberships: { roles: ['admin'], groups: ['payments'] },
    },
    'an admin who asks for changes': {
      ...{ author: ben, verdict: 'block', memberships: { roles: ['admin'], groups: [] } },
    },
    'an admin, of an earlier version': {
      ...{ author: ben, version: 0, memberships: { roles: ['admin'], groups: [] } },
    },
    'nobody in particular': { author: ben, memberships: { roles: ['editor'], groups: ['admin'] } },
    'somebody of a version before': { author: ben },
  };
  const requiredReviewers: readonly RequiredReviewer[] = [
    { kind: 'role', name: 'admin' },
    { kind: 'group', name: 'payments' },
    { kind: 'person', name: 'eva@x.example' },
  ];

  /** Those of whom the approvals are missing, by what they are. */
  function missing(...names: readonly string[]): string {
    const author = caller('ann', 'ann@acme.example');
    const reviews = names.map((name, index) => ({
      ...{ changeId: 'change', version: 1, verdict: 'approve' as const, comment: '', author },
      ...{ at: SOME_MOMENT + index, ...approvals[name] },
    }));
    const request = aRequest(author, marksOf(author));
    const kinds = missingReviewers(request, reviews, { ...policy, requiredReviewers });
    return kinds.map(({ kind }) => kind).join(' ');
  }

  it.each([
    [[], 'role group person'],
    [['an admin'], 'group person'],
    [['a member of the group'], 'role person'],
    [['the person'], 'role group'],
    [['another session of that person', 'the person'], 'role group'],
    [['an admin', 'a member of the group', 'the person'], ''],
    [['the author, who is all of it'], 'role group person'],
    [['an admin who asks for changes'], 'role group person'],
    [['an admin, of an earlier version'], 'role group person'],
    [['nobody in particular', 'somebody of a version before'], 'role group person'],
  ])('after approvals of %j are missing: "%s"', (names, expected) => {
    expect(missing(...names)).toBe(expected);
  });
});

describe('callers who take part without an approval', () => {
  const author = caller('ann', 'ann@acme.example');
  const ben = caller('ben', 'b@x');
  const eva = caller('eva', 'e@x');
  const both = caller('ben', 'e@x');

  const reviewsOf = (
    ...given: readonly (readonly [AuditOrigin, ChangeReview['verdict']])[]
  ): ChangeReview[] =>
    given.map(([reviewer, verdict], index) => ({
      ...{ changeId: 'change', version: 1, verdict, comment: '' },
      ...{ author: reviewer, at: SOME_MOMENT + index },
    }));

  it('join the accounts of others, as editors', () => {
    const free = { ...policy, mayApproveOwn: true };
    const reviews = reviewsOf([ben, 'approve'], [eva, 'approve']);
    const edited = (...editors: readonly AuditOrigin[]): number =>
      missingApprovals(aRequest(author, editors.reduce(withCaller, marksOf(author))), reviews, free);
    expect(edited(caller('dan', 'd@x'))).toBe(1);
    expect(edited(caller('dan', 'd@x'), both)).toBe(2);
    // All marks of the last one are there already.
    expect(edited(caller('ben', 'd@x'), caller('dan', 'e@x'), caller('dan', 'd@x'))).toBe(2);
  });

  it('join the accounts of others, as those who comment', () => {
    const request = aRequest(author, marksOf(author));
    const missing = (...reviews: readonly ChangeReview[]): number =>
      missingApprovals(request, reviews, policy);
    expect(missing(...reviewsOf([ben, 'approve'], [eva, 'approve'], [both, 'comment']))).toBe(2);
    expect(blocksOf(request, reviewsOf([ben, 'block'], [eva, 'approve']))).toHaveLength(1);
    expect(blocksOf(request, reviewsOf([ben, 'block'], [both, 'comment'], [eva, 'approve']))).toEqual([]);
  });

  it.each([
    ['e@x', undefined],
    ['ann.married@acme.example', OWN],
  ])('may be the author under another address: an approval by %s', async (address, refusal) => {
    const editors = marksOf(caller('ann', 'ann.married@acme.example'));
    expect(await refusalOf(caller('eva', address), { author, editors })).toBe(refusal);
  });
});

describe('the approvals of a change', () => {
  const approvedBy = (...approvers: readonly AuditOrigin[]): number => {
    const author = caller('ann', 'ann@acme.example');
    const reviews = approvers.map((reviewer, index) => ({
      ...{ changeId: 'change', version: 1, verdict: 'approve' as const, comment: '' },
      ...{ author: reviewer, at: SOME_MOMENT + index },
    }));
    return policy.requiredApprovals - missingApprovals(aRequest(author, marksOf(author)), reviews, policy);
  };

  it.each([
    [1, [caller('ben', 'b@x')]],
    [2, [caller('ben', 'b@x'), caller('eva', 'e@x')]],
    [1, [caller('ben', 'b@x'), caller('ben', 'e@x')]],
    [1, [caller('ben', 'b@x'), caller('eva', 'B@X')]],
    // The third makes the first two one person.
    [1, [caller('ben', 'b@x'), caller('eva', 'e@x'), caller('ben', 'e@x')]],
    [2, [caller('ben', 'b@x'), caller('eva', 'e@x'), caller('ben', 'e@x'), caller('dan')]],
    // The second makes the first one the author.
    [0, [caller('ben', 'b@x'), caller('ben', 'ann@acme.example')]],
    [0, [caller('ann', 'other@x')]],
  ])('are %i', (count, approvers) => {
    expect(approvedBy(...approvers)).toBe(count);
    expect(approvedBy(...[...approvers].reverse())).toBe(count);
  });
});
