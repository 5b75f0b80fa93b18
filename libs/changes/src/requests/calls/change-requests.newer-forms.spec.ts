import { Logger } from '@nestjs/common';
import { MICROS_PER_SECOND, type ChangeState } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import type { TemporaryDatabase } from '../../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import { DueChanges } from '../applying/due-changes';
import type { NewStep } from '../new-changes/new-change';

const MINUTE = 60 * MICROS_PER_SECOND;

const reason =
  `the content of the change has form 4, and version ${VERSION} of Pennon reads forms up to 3: ask an instance of a ` +
  'newer version, or upgrade this one';

const never = new AbortController().signal;
const ana = person('ana');
const ben = person('ben');

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

/** A step that gives the flag that share, so many minutes from now. */
function stepAt(minutes: number, flag = 'colour'): NewStep {
  return { wanted: sharedBy('shop', flag, minutes), at: clock.moment + minutes * MINUTE };
}

/** Stores a change. @returns the ids of its steps. */
async function create(steps: readonly NewStep[], isProposal = false): Promise<readonly string[]> {
  const change = { namespaceKey: 'shop', origin: 'change', message: 'm', baseRevision: undefined } as const;
  const { found, steps: later = [] } = await waiting.creation.create(ana, { ...change, isProposal, steps });
  return [found, ...later.map((step) => step.found)].map((one) => one?.request.id ?? '');
}

async function contentOf(id: string): Promise<string> {
  return (await waiting.requests.get('shop', id)).request.content;
}

/** Stores a change as a newer version would. @returns what this version had stored. */
async function makeNewer(id: string, content = '4:of another time'): Promise<string> {
  const former = await contentOf(id);
  await temporary.database.write(async (manager) => manager.update('ChangeRequest', { id }, { content }));
  return former;
}

async function stateOf(id: string): Promise<ChangeState> {
  return (await waiting.requests.get('shop', id)).request.state;
}

describe('a waiting change that a newer version stored', () => {
  it('is listed, and shown with the reason in place of a plan', async () => {
    const [id = ''] = await create([stepAt(5)]);
    await makeNewer(id);
    const listed = await waiting.requests.list({
      ...{ namespaceKeys: new Set(['shop']), after: undefined, limit: 10 },
    });
    expect(listed).toMatchObject([{ request: { id, state: 'scheduled', message: 'm' } }]);
    const shown = await waiting.requests.preview(await waiting.requests.get('shop', id));
    expect(shown).toMatchObject({ report: undefined, obstacle: reason, found: { request: { id } } });
  });

  it('is not edited, reviewed or applied, and can be cancelled', async () => {
    const [id = ''] = await create([{ wanted: sharedBy('shop', 'colour', 5) }], true);
    await makeNewer(id);
    const { edits, requests, reviews } = waiting;
    const seen = await requests.get('shop', id);
    const review = { comment: '', version: undefined };
    await expect(edits.update(ana, 'shop', id, { message: 'new' })).rejects.toThrow(reason);
    const wanted = sharedBy('shop', 'colour', 6);
    await expect(edits.update(ana, 'shop', id, { wanted })).rejects.toThrow(reason);
    await expect(requests.apply(ana, 'shop', id)).rejects.toThrow(reason);
    await expect(reviews.review(ben, 'shop', id, { ...review, verdict: 'approve' })).rejects.toThrow(reason);
    await expect(reviews.review(ben, 'shop', id, { ...review, verdict: 'reject' })).rejects.toThrow(reason);
    expect(await requests.get('shop', id)).toEqual(seen);
    await requests.cancel(ana, 'shop', id, 'not needed');
    expect(await stateOf(id)).toBe('cancelled');
    const shown = await requests.preview(await requests.get('shop', id));
    expect(shown).toMatchObject({ report: undefined, obstacle: reason });
    expect([shown.wanted, shown.ended]).toEqual([undefined, undefined]);
  });

  it('is not approved with a step before it', async () => {
    await waiting.setPolicy('shop', 2);
    const [first = '', second = ''] = await create([stepAt(5), stepAt(6)]);
    await makeNewer(second);
    const review = { verdict: 'approve', comment: '', version: undefined } as const;
    await expect(waiting.reviews.review(ben, 'shop', first, review)).rejects.toThrow(reason);
    const shown = await waiting.requests.preview(await waiting.requests.get('shop', first));
    expect(shown.report?.summary).toMatchObject({ create: 1 });
    expect(shown.steps).toMatchObject([{ obstacle: reason }]);
    expect(shown.found?.reviews).toEqual([]);
  });

  it('goes on waiting when its time comes, holds up nobody, and is applied by the newer version', async () => {
    const [newer = ''] = await create([stepAt(1)]);
    const [sound = ''] = await create([stepAt(2, 'size')]);
    const content = await makeNewer(newer);
    clock.moment += 3 * MINUTE;
    await waiting.look();
    expect([await stateOf(newer), await stateOf(sound)]).toEqual(['scheduled', 'applied']);
    await makeNewer(newer, content);
    await waiting.look();
    expect(await stateOf(newer)).toBe('applied');
  });

  it('goes on waiting, too, if it or its namespace uses a feature that this version lacks', async () => {
    const [first = ''] = await create([stepAt(1)]);
    const content = await makeNewer(first, '2:made-up:eJwrSS0uAQAEXQHB');
    clock.moment += 2 * MINUTE;
    await waiting.look();
    expect(await stateOf(first)).toBe('scheduled');
    await makeNewer(first, content);
    const setFeatures = async (features: string | null): Promise<void> => {
      await temporary.database.write(async (manager) =>
        manager.update('Namespace', { key: 'shop' }, { features }),
      );
    };
    await setFeatures('made-up');
    await waiting.look();
    expect(await stateOf(first)).toBe('scheduled');
    await setFeatures(null);
    await waiting.look();
    expect(await stateOf(first)).toBe('applied');
  });

  it('is not given up for being late, and has the job offered to others once', async () => {
    const [id = ''] = await create([stepAt(1)]);
    await makeNewer(id);
    clock.moment += 60 * MINUTE;
    let offers = 0;
    const lease = {
      hold: async () => Promise.resolve({ isHeld: true }),
      giveBack: async () => Promise.resolve(void offers++),
    } as never;
    const { unitOfWork } = waiting;
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const ports = { unitOfWork, carryOut: {} as never, lease, pollMs: 1000, maxLatenessMs: 1000 };
    const due = new DueChanges(ports);
    for (let look = 0; look < 3; look++) await due.look(never);
    expect(offers).toBe(1);
    expect(warn.mock.calls).toEqual([
      [{ change: id, namespace: 'shop', reason }, 'a scheduled change waits for a newer version'],
    ]);
    expect(await stateOf(id)).toBe('scheduled');
    warn.mockRestore();
  });
});

it('a policy is not set in a namespace that uses a feature which this version lacks', async () => {
  await waiting.setPolicy('shop', 1);
  await temporary.database.write(async (manager) =>
    manager.update('Namespace', { key: 'shop' }, { features: 'made-up' }),
  );
  const lack = `namespace "shop" uses the feature "made-up", which version ${VERSION} of Pennon lacks: ask an instance`;
  await expect(waiting.setPolicy('shop', 2)).rejects.toThrow(lack);
  expect(await waiting.policies.get('shop')).toMatchObject({ requiredApprovals: 1 });
  await expect(waiting.setPolicy('nowhere', 2)).rejects.toThrow('namespace "nowhere" not found');
});
