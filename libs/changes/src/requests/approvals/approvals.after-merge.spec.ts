import { MICROS_PER_SECOND, type Revision } from '@pennon/domain';
import type { TemporaryDatabase } from '../../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import { Importer } from '../../import/importer';
import type { WantedState } from '../../wanted/wanted-state';
import type { NewStep } from '../new-changes/new-change';
import type { ReviewedRequest } from './reviewed-request';

const HOUR = 3600 * MICROS_PER_SECOND;
const [ana, ben, eva] = [person('ana'), person('ben'), person('eva')];

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

beforeEach(async () => {
  await meanwhile('banner', '');
  await meanwhile('hat', '');
  await setPolicy();
});

async function setPolicy(reapprovesMerged = true, approvals = 1): Promise<void> {
  await waiting.setPolicy('shop', approvals, { bypass: ['admin'], reapprovesMerged });
}

/** Somebody who needs no approval describes a flag. */
async function meanwhile(key: string, description: string): Promise<void> {
  const { document } = sharedBy('shop', key, 10);
  const flags = document.flags.map((flag) => ({ ...flag, description }));
  const importer = new Importer(waiting.unitOfWork, waiting.changes, undefined, clock);
  const caller = { ...ana.caller, bypassReason: 'urgent', rolesIn: () => new Set(['admin']) };
  await importer.import({ ...document, flags }, { existing: 'update', prune: false }, { caller });
}

/** Proposes steps, or a change, of another part. @returns their ids. */
async function proposeEach(steps: readonly NewStep[]): Promise<readonly string[]> {
  const { found, steps: later = [] } = await waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps,
  });
  return [found, ...later.map((step) => step.found)].map((step) => step?.request.id ?? '');
}

async function propose(at?: number, wanted = sharedBy('shop', 'banner', 50)): Promise<string> {
  const [id = ''] = await proposeEach([{ wanted, at }]);
  return id;
}

/** The same as an edit. */
function edit(percent: number): WantedState {
  const nothing = sharedBy('shop', [], 0);
  return { ...nothing, edits: { flags: [{ key: 'banner', percentage: { percent } }], segments: [] } };
}

async function approve(asker: typeof ana, id: string, seenRevision?: Revision): Promise<void> {
  clock.moment += MICROS_PER_SECOND;
  const review = { verdict: 'approve', comment: '', version: undefined, seenRevision } as const;
  await waiting.reviews.review(asker, 'shop', id, review);
}

async function seen(id: string): Promise<ReviewedRequest> {
  return waiting.requests.get('shop', id);
}

async function atItsTime(id: string): Promise<string> {
  clock.moment += HOUR;
  await waiting.look();
  return (await seen(id)).request.state;
}

describe('an approved change, if others change its flag meanwhile', () => {
  it('counts the approval that would have been the last one, as the first of the new ones', async () => {
    await setPolicy(true, 2);
    const id = await propose();
    await approve(ben, id);
    await meanwhile('banner', 'other');
    await approve(eva, id);
    expect(await seen(id)).toMatchObject({ approvalsMissing: 1, request: { state: 'pending', version: 2 } });
    await approve(ben, id);
    expect((await seen(id)).request.state).toBe('applied');
  });

  it('is not applied at its time: it waits for new approvals, which hold', async () => {
    const id = await propose(clock.moment + HOUR);
    await approve(ben, id);
    await meanwhile('banner', 'other');
    const { found } = await waiting.requests.preview(await seen(id));
    expect(found).toMatchObject({ approvalsMissing: 1, request: { state: 'scheduled' } });
    expect(await atItsTime(id)).toBe('pending');
    expect(await seen(id)).toMatchObject({ approvalsMissing: 1, request: { version: 2 } });
    await approve(ben, id);
    await waiting.requests.apply(ana, 'shop', id);
    expect((await seen(id)).request.state).toBe('applied');
  });

  it('is not said to be approved to whoever applies it before its time', async () => {
    const id = await propose(clock.moment + HOUR);
    await approve(ben, id);
    const apply = async (): Promise<unknown> => waiting.requests.apply(ana, 'shop', id);
    await expect(apply()).rejects.toThrow('the change is approved for ');
    await meanwhile('banner', 'other');
    await expect(apply()).rejects.toMatchObject({
      message:
        'the change lacks an approval, because others have changed what it changes since it was approved',
      info: { reason: 'APPROVALS_MISSING' },
    });
    expect(await seen(id)).toMatchObject({ request: { state: 'scheduled', version: 1 } });
  });

  it('can be approved anew before its time, also by the same person', async () => {
    const at = clock.moment + HOUR;
    const id = await propose(at);
    await approve(ben, id);
    await meanwhile('banner', 'other');
    await approve(ben, id);
    expect(await seen(id)).toMatchObject({ request: { state: 'scheduled', dueAt: at, version: 2 } });
    expect(await atItsTime(id)).toBe('applied');
  });

  it('is not approved anew by whoever must not, or has seen another version', async () => {
    const id = await propose(clock.moment + HOUR);
    await approve(ben, id);
    await meanwhile('banner', 'other');
    const review = { verdict: 'approve', comment: '', version: 7 } as const;
    await expect(waiting.reviews.review(ben, 'shop', id, review)).rejects.toMatchObject({
      info: { reason: 'CHANGE_EDITED' },
    });
    expect(await seen(id)).toMatchObject({ request: { state: 'scheduled', version: 1 } });
  });

  it('has the new approval of a step count for the steps after it', async () => {
    const at = clock.moment + HOUR;
    const [first = '', second = ''] = await proposeEach([
      { wanted: sharedBy('shop', 'banner', 50), at },
      { wanted: sharedBy('shop', 'banner', 100), at: at + HOUR },
    ]);
    await approve(ben, first);
    await meanwhile('banner', 'other');
    expect(await atItsTime(first)).toBe('pending');
    await approve(eva, first);
    await waiting.requests.apply(ana, 'shop', first);
    expect(await seen(second)).toMatchObject({ approvalsMissing: 0, request: { state: 'scheduled' } });
    clock.moment += HOUR;
    expect(await atItsTime(second)).toBe('applied');
  });

  it('is applied if the policy does not want that', async () => {
    await setPolicy(false);
    const id = await propose(clock.moment + HOUR);
    await approve(ben, id);
    await meanwhile('banner', 'other');
    expect(await atItsTime(id)).toBe('applied');
  });

  it('is applied if its approval came later', async () => {
    const id = await propose(clock.moment + HOUR);
    await meanwhile('banner', 'other');
    await approve(ben, id);
    expect(await atItsTime(id)).toBe('applied');
  });

  it('lacks the approval of somebody who has seen it before', async () => {
    const id = await propose(clock.moment + HOUR);
    const before = await waiting.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
    await meanwhile('banner', 'other');
    await approve(ben, id, before);
    expect(await atItsTime(id)).toBe('pending');
  });
});

describe('an approved change over a revision that the history does not have any more', () => {
  /** As retention does. */
  async function forgetAllBut(revisions: number): Promise<void> {
    await waiting.unitOfWork.write(({ history }) => history.deleteBeyond(revisions, 100, new Map()));
  }

  describe.each([
    ['a document', () => sharedBy('shop', 'banner', 50)],
    ['an edit', () => edit(50)],
  ])('if it is of %s', (_, wanted) => {
    it('waits for new approvals, which hold, whatever others do to other flags', async () => {
      const id = await propose(clock.moment + HOUR, wanted());
      await approve(ben, id);
      await meanwhile('banner', 'other');
      await meanwhile('hat', 'other');
      await forgetAllBut(1);
      const { found } = await waiting.requests.preview(await seen(id));
      expect(found).toMatchObject({ approvalsMissing: 1, request: { state: 'scheduled' } });
      expect(await atItsTime(id)).toBe('pending');
      await approve(eva, id);
      await meanwhile('hat', 'again');
      await waiting.requests.apply(ana, 'shop', id);
      expect((await seen(id)).request.state).toBe('applied');
    });

    it('is applied if its approval came after all that was deleted', async () => {
      const id = await propose(clock.moment + HOUR, wanted());
      await meanwhile('banner', 'other');
      await approve(ben, id);
      await meanwhile('hat', 'other');
      await forgetAllBut(1);
      expect(await atItsTime(id)).toBe('applied');
    });

    it('waits if its approval came before some of that', async () => {
      const id = await propose(clock.moment + HOUR, wanted());
      await meanwhile('banner', 'other');
      await approve(ben, id);
      await meanwhile('hat', 'other');
      await meanwhile('hat', 'again');
      await forgetAllBut(1);
      expect(await atItsTime(id)).toBe('pending');
    });

    it('waits if there is no history, unless it was approved at the latest revision', async () => {
      const id = await propose(clock.moment + HOUR, wanted());
      await approve(ben, id);
      await meanwhile('banner', 'other');
      await temporary.database.write(async (manager) => {
        await manager.query('DELETE FROM revision_items');
        await manager.query('DELETE FROM revisions');
      });
      expect(await atItsTime(id)).toBe('pending');
      await approve(eva, id);
      await waiting.requests.apply(ana, 'shop', id);
      expect((await seen(id)).request.state).toBe('applied');
    });

    it('is applied if the policy does not want new approvals', async () => {
      await setPolicy(false);
      const id = await propose(clock.moment + HOUR, wanted());
      await approve(ben, id);
      await meanwhile('banner', 'other');
      await meanwhile('hat', 'other');
      await forgetAllBut(1);
      expect(await atItsTime(id)).toBe('applied');
    });
  });

  it('waits for new approvals also if others have put back what they changed of what it edits', async () => {
    await meanwhile('banner', 'other');
    const id = await propose(clock.moment + HOUR, edit(50));
    await approve(ben, id);
    await meanwhile('banner', '');
    await meanwhile('banner', 'other');
    await meanwhile('hat', 'other');
    await forgetAllBut(1);
    expect(await atItsTime(id)).toBe('pending');
  });

  it('is applied step by step as long as the history has what was approved', async () => {
    const at = clock.moment + HOUR;
    const [first = '', second = ''] = await proposeEach([
      { wanted: edit(50), at },
      { wanted: edit(100), at: at + HOUR },
    ]);
    await approve(ben, first);
    expect(await atItsTime(first)).toBe('applied');
    clock.moment += HOUR;
    expect(await atItsTime(second)).toBe('applied');
  });
});

it('others may change other flags', async () => {
  const id = await propose(clock.moment + HOUR);
  await approve(ben, id);
  await meanwhile('hat', 'other');
  expect(await atItsTime(id)).toBe('applied');
});

it('that approvals are void after a merge cannot be said before every instance knows it', async () => {
  await setPolicy(false);
  await temporary.database.write(async (manager) => {
    await manager.query("UPDATE deployment SET features = 'off reviews'");
  });
  await expect(setPolicy()).rejects.toMatchObject({ info: { reason: 'FEATURE_NOT_RELEASED' } });
});
