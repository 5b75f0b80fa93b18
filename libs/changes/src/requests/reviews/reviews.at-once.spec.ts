import { MICROS_PER_SECOND, type Instant } from '@pennon/domain';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';

const reviewers = ['ben', 'eva', 'joe'].map(person);

let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest(({ clock: itsClock, waiting: made }) => {
  [clock, waiting] = [itsClock, made];
});

beforeEach(async () => {
  await waiting.setPolicy('shop', 3, { bypass: ['admin'], appliesLate: true });
});

/** A change that waits for all reviewers. @returns its id. */
async function propose(
  share: number,
  {
    onConflict = 'merge',
    at,
  }: { readonly onConflict?: 'fail' | 'merge'; readonly at?: Instant | undefined } = {},
): Promise<string> {
  const baseRevision = await waiting.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
  const { found } = await waiting.creation.create(person('ana'), {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision, onConflict },
    steps: [{ wanted: sharedBy('shop', 'banner', share), at }],
  });
  return found?.request.id ?? '';
}

/** Somebody who needs no approval gives the flag another share. */
async function interfere(share: number): Promise<void> {
  const hasty = { ...person('ana').caller, bypassReason: 'urgent', rolesIn: () => new Set(['admin']) };
  await waiting.creation.create(
    { caller: hasty, rights: undefined },
    {
      ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
      steps: [{ wanted: sharedBy('shop', 'banner', share) }],
    },
  );
}

/** All reviewers approve at one moment. @returns what each of them is told: the state, or the code of the error. */
async function approveAtOnce(id: string): Promise<readonly string[]> {
  clock.moment += MICROS_PER_SECOND;
  const review = { verdict: 'approve', comment: '', version: undefined } as const;
  const answers = await Promise.allSettled(
    reviewers.map((reviewer) => waiting.reviews.review(reviewer, 'shop', id, review)),
  );
  return answers.map((answer) =>
    answer.status === 'fulfilled'
      ? (answer.value.found?.request.state ?? '')
      : (answer.reason as { readonly code: string }).code,
  );
}

it('of approvals at one moment, the last one applies the change, and says so', async () => {
  for (let share = 1; share <= 10; share++) {
    const id = await propose(share);
    const told = await approveAtOnce(id);
    expect(told).toContain('applied');
    expect(new Set([...told, 'pending'])).toEqual(new Set(['pending', 'applied']));
    const { request, reviews } = await waiting.requests.get('shop', id);
    expect([request.state, reviews.length]).toEqual(['applied', 3]);
  }
});

describe.each([
  ['a change without a time', false],
  ['a change whose time has passed, if the policy applies late', true],
])('the last approval of %s', (_, isLate) => {
  const timeOfIt = (): Instant | undefined => (isLate ? clock.moment + MICROS_PER_SECOND : undefined);

  it('applies it', async () => {
    const id = await propose(10, { at: timeOfIt() });
    clock.moment += 5 * MICROS_PER_SECOND;
    expect(await approveAtOnce(id)).toContain('applied');
    expect((await waiting.requests.get('shop', id)).reviews).toHaveLength(3);
  });

  it('is refused, and not taken down, if the change is in conflict', async () => {
    const id = await propose(10, { onConflict: 'fail', at: timeOfIt() });
    await interfere(50);
    clock.moment += 5 * MICROS_PER_SECOND;
    expect((await approveAtOnce(id)).toSorted()).toEqual(['ABORTED', 'pending', 'pending']);
    await waiting.look();
    expect(await waiting.requests.get('shop', id)).toMatchObject({
      ...{ approvalsMissing: 1, request: { state: 'pending' } },
    });
  });
});
