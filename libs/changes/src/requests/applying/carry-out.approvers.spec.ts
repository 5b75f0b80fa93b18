import { MICROS_PER_SECOND, type Release } from '@pennon/domain';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import type { Asker } from '../new-changes/new-change';

const HOUR = 3600 * MICROS_PER_SECOND;
const [ana, ben, dan, eva] = [person('ana'), person('ben'), person('dan'), person('eva')];

let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ clock, waiting } = made);
});

/** In an emergency, admins pass by the review. */
function inEmergency({ caller, rights }: Asker): Asker {
  return { caller: { ...caller, bypassReason: 'urgent', rolesIn: () => new Set(['admin']) }, rights };
}

async function setPolicy(approvals: number, more = {}): Promise<void> {
  await waiting.setPolicy('shop', approvals, { bypass: ['admin'], ...more });
}

async function propose(at?: number): Promise<string> {
  const { found } = await waiting.creation.create(ana, {
    ...{
      namespaceKey: 'shop',
      origin: 'change',
      message: 'Lanch',
      isProposal: false,
      baseRevision: undefined,
    },
    steps: [{ wanted: sharedBy('shop', 'banner', 50), at }],
  });
  return found?.request.id ?? '';
}

async function approve(id: string, ...askers: readonly Asker[]): Promise<void> {
  for (const asker of askers) {
    clock.moment += MICROS_PER_SECOND;
    const review = { verdict: 'approve', comment: '', version: undefined } as const;
    await waiting.reviews.review(asker, 'shop', id, review);
  }
}

async function releaseOf(): Promise<Release | undefined> {
  const [latest] = await waiting.unitOfWork.read(({ history }) =>
    history.list({ namespaceKey: 'shop', limit: 1 }),
  );
  return latest?.release;
}

/** Who has approved the latest revision, as the history and the audit log tell it. */
async function approvers(): Promise<unknown> {
  const release = await releaseOf();
  const told = release?.approvedBy.map(({ actor }) => actor);
  const events = await waiting.unitOfWork.read(({ audit }) =>
    audit.list({ limit: 1, type: 'change', action: 'applied' }),
  );
  expect(events).toMatchObject([{ after: { approved_by: told } }]);
  return told;
}

describe('a revision names those whose approvals counted', () => {
  it('not somebody who has edited the change afterwards', async () => {
    await setPolicy(2);
    const id = await propose(clock.moment + HOUR);
    await approve(id, ben);
    await waiting.edits.update(ben, 'shop', id, { message: 'Launch' });
    await approve(id, dan, eva);
    clock.moment += HOUR;
    await waiting.look();
    expect(await approvers()).toEqual(['dan', 'eva']);
    expect((await releaseOf())?.appliedBy).toBeUndefined();
  });

  it('not those who approved another content', async () => {
    await setPolicy(2);
    const id = await propose();
    await approve(id, ben);
    await waiting.edits.update(ana, 'shop', id, { wanted: sharedBy('shop', 'banner', 60) });
    await approve(id, dan, eva);
    expect(await approvers()).toEqual(['dan', 'eva']);
  });

  it('not those who approved before a merge, if the policy says so', async () => {
    await setPolicy(0);
    await write(10, '');
    await setPolicy(3, { reapprovesMerged: true });
    const id = await propose(clock.moment + HOUR);
    await approve(id, ben);
    await write(10, 'other');
    await approve(id, eva);
    await setPolicy(1, { reapprovesMerged: true });
    clock.moment += HOUR;
    await waiting.look();
    expect(await approvers()).toEqual(['eva']);
  });

  it('all of them, with whoever gave the last one', async () => {
    await setPolicy(3);
    const id = await propose();
    await approve(id, ben, dan, eva);
    expect(await approvers()).toEqual(['ben', 'dan', 'eva']);
    expect((await releaseOf())?.appliedBy).toMatchObject({ actor: 'eva' });
  });

  it('also of a change that passed by the review', async () => {
    await setPolicy(3);
    const id = await propose();
    await approve(id, ben, dan);
    await waiting.edits.update(dan, 'shop', id, { message: 'Launch' });
    await waiting.requests.apply(inEmergency(eva), 'shop', id);
    expect(await approvers()).toEqual(['ben']);
    expect(await releaseOf()).toMatchObject({ isBypass: true, appliedBy: { actor: 'eva' } });
  });
});

/** Somebody who needs no approval writes the flag. */
async function write(percentage: number, description: string): Promise<void> {
  const { document, deletions } = sharedBy('shop', 'banner', percentage);
  const flags = document.flags.map((flag) => ({ ...flag, description }));
  await waiting.creation.create(inEmergency(dan), {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [{ wanted: { document: { ...document, flags }, deletions } }],
  });
}
