import { MICROS_PER_SECOND } from '@pennon/domain';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import type { WantedState } from '../../wanted/wanted-state';

const HOUR = 3600 * MICROS_PER_SECOND;
const [ana, ben] = [person('ana'), person('ben')];

let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ clock, waiting } = made);
});

beforeEach(async () => {
  await meanwhile('banner', 1);
  await meanwhile('hat', 1);
  await waiting.setPolicy('shop', 1, { bypass: ['admin'], reapprovesMerged: true });
});

function percentage(percent: number, ...keys: readonly string[]): WantedState {
  const edits = { flags: keys.map((key) => ({ key, percentage: { percent } })), segments: [] };
  return { ...sharedBy('shop', [], 0), edits };
}

/** Somebody who needs no approval gives flags another share. */
async function meanwhile(keys: string | readonly string[], share: number): Promise<void> {
  const caller = { ...ana.caller, bypassReason: 'urgent', rolesIn: () => new Set(['admin']) };
  await waiting.creation.create(
    { caller, rights: undefined },
    {
      ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
      steps: [{ wanted: sharedBy('shop', keys, share) }],
    },
  );
}

/** Steps, one every hour, or a change. @returns their ids. */
async function plan(...all: readonly WantedState[]): Promise<readonly string[]> {
  const { found, steps = [] } = await waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: all.map((wanted, index) => ({ wanted, at: clock.moment + (index + 1) * HOUR })),
  });
  return [found, ...steps.map((step) => step.found)].flatMap((one) => one?.request.id ?? []);
}

/** Edits of one flag. */
async function propose(...shares: readonly number[]): Promise<readonly string[]> {
  return plan(...shares.map((share) => percentage(share, 'banner')));
}

async function approve(id = ''): Promise<void> {
  clock.moment += MICROS_PER_SECOND;
  const review = { verdict: 'approve', comment: '', version: undefined } as const;
  await waiting.reviews.review(ben, 'shop', id, review);
}

async function afterAnHour(ids: readonly string[]): Promise<readonly string[]> {
  clock.moment += HOUR;
  await waiting.look();
  const states: string[] = [];
  for (const id of ids) states.push((await waiting.requests.get('shop', id)).request.state);
  return states;
}

async function missing(id = ''): Promise<number | undefined> {
  const { found } = await waiting.requests.preview(await waiting.requests.get('shop', id));
  return found?.approvalsMissing;
}

describe('approved edits, where changes of others make approvals void', () => {
  it('wait for new approvals if others have changed their flag, which hold', async () => {
    const ids = await propose(50);
    await approve(ids[0]);
    expect(await missing(ids[0])).toBe(0);
    await meanwhile('banner', 2);
    expect(await missing(ids[0])).toBe(1);
    expect(await afterAnHour(ids)).toEqual(['pending']);
    await approve(ids[0]);
    expect(await missing(ids[0])).toBe(0);
    await waiting.requests.apply(ana, 'shop', ids[0] ?? '');
    expect(await afterAnHour(ids)).toEqual(['applied']);
  });

  it('are applied if others have changed it before the approval, or another flag', async () => {
    const ids = await propose(50);
    await meanwhile('banner', 2);
    await approve(ids[0]);
    await meanwhile('hat', 2);
    expect(await afterAnHour(ids)).toEqual(['applied']);
  });

  it('are applied over what the step before has done, and not over what others have', async () => {
    const ids = await propose(10, 50, 100);
    await approve(ids[0]);
    expect(await afterAnHour(ids)).toEqual(['applied', 'scheduled', 'scheduled']);
    expect(await missing(ids[1])).toBe(0);
    expect(await afterAnHour(ids)).toEqual(['applied', 'applied', 'scheduled']);
    await meanwhile('banner', 60);
    expect(await missing(ids[2])).toBe(1);
    expect(await afterAnHour(ids)).toEqual(['applied', 'applied', 'pending']);
  });

  it('wait if others have changed one flag, however many the step before has changed since', async () => {
    const flags = Array.from({ length: 500 }, (_, number) => `flag-${number}`);
    await meanwhile(flags, 1);
    const ids = await plan(percentage(10, ...flags), percentage(50, ...flags, 'banner'));
    await approve(ids[0]);
    await meanwhile('banner', 2);
    expect(await afterAnHour(ids)).toEqual(['applied', 'scheduled']);
    expect(await afterAnHour(ids)).toEqual(['applied', 'pending']);
  });

  it('are applied all the same if the policy does not say so', async () => {
    await waiting.setPolicy('shop', 1, { bypass: ['admin'] });
    const ids = await propose(50);
    await approve(ids[0]);
    await meanwhile('banner', 2);
    expect(await afterAnHour(ids)).toEqual(['applied']);
  });
});
