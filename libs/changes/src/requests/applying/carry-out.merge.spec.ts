import { MICROS_PER_SECOND, type Instant } from '@pennon/domain';
import type { FlagState } from '@pennon/state';
import { aFlagState } from '@pennon/testing';
import { randomFrom, wholeNumber } from '../../../../../test/support/random';
import type { TemporaryDatabase } from '../../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import { readState } from '../../history/stored-states';
import { packText } from '../../history/packed-text';
import type { WantedState } from '../../wanted/wanted-state';

/** Another one each run; it stands in the title, and this variable brings it back. */
const seed = Number(process.env.PENNON_TEST_SEED ?? Date.now() % 1_000_000);

const HOUR = 3600 * MICROS_PER_SECOND;
const ana = person('ana');
const ben = person('ben');

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

const namespace = { key: 'shop', name: undefined, description: undefined };

function wantedOf(flags: readonly FlagState[]): WantedState {
  return { document: { namespace, flags, segments: [] }, deletions: { flags: [], segments: [] } };
}

/** The flag of a sale, on for that share. */
function sale(percent: number, more: Partial<FlagState> = {}): FlagState {
  const [flag] = sharedBy('shop', 'sale', percent).document.flags;
  if (flag === undefined) throw new Error('there is no flag');
  return { ...flag, ...more };
}

/** Has somebody make flags what is given, at once. */
async function write(who: typeof ana, ...flags: readonly FlagState[]): Promise<void> {
  const change = { namespaceKey: 'shop', origin: 'change', message: '', isProposal: false } as const;
  const steps = [{ wanted: wantedOf(flags) }];
  await waiting.creation.create(who, { ...change, baseRevision: undefined, steps });
}

/** Stores steps of ana, or a change. @returns their ids. */
async function plan(
  ...steps: readonly { readonly flag: FlagState; readonly at: Instant }[]
): Promise<readonly string[]> {
  const change = { namespaceKey: 'shop', origin: 'change', message: 'launch', isProposal: false } as const;
  const { found, steps: later = [] } = await waiting.creation.create(ana, {
    ...{ ...change, baseRevision: undefined },
    steps: steps.map(({ flag, at }) => ({ wanted: wantedOf([flag]), at })),
  });
  return [found, ...later.map((step) => step.found)].map((one) => one?.request.id ?? '');
}

async function flagNow(key = 'sale'): Promise<FlagState> {
  const state = await waiting.unitOfWork.read((stores) => readState(stores, 'shop', { kind: 'flag', key }));
  if (state?.kind !== 'flag') throw new Error(`there is no flag ${key}`);
  return state.value;
}

async function requestOf(id: string) {
  return (await waiting.requests.get('shop', id)).request;
}

it('a launch that was planned on Friday keeps the description that somebody corrects at the weekend', async () => {
  await write(ana, sale(0, { description: 'The sael', isEnabled: false }));
  const [id = ''] = await plan({
    flag: sale(100, { description: 'The sael', isEnabled: true }),
    at: clock.moment + 60 * HOUR,
  });
  clock.moment += 24 * HOUR;
  await write(ben, sale(0, { description: 'The sale', isEnabled: false }));
  clock.moment += 37 * HOUR;
  await waiting.look();
  expect(await requestOf(id)).toMatchObject({ state: 'applied', baseRevision: { revision: 2 } });
  expect(await flagNow()).toMatchObject({
    description: 'The sale',
    isEnabled: true,
    rollouts: sale(100).rollouts,
  });
  const latest = await waiting.unitOfWork.read(({ history }) => history.find('shop', 4));
  expect(latest).toMatchObject({ changeId: id, release: { mergedOver: [{ revision: 3 }] } });
});

it('names no revision for a part that was changed by one which the history does not have any more', async () => {
  await write(ana, sale(0, { description: 'The sale' }));
  const at = clock.moment + HOUR;
  const [id = ''] = await plan({ flag: sale(100, { description: 'The great sale' }), at });
  await write(ben, sale(0, { description: 'The small sale' }));
  await write(ben, sale(0, { description: 'The small sale', isEnabled: true }));
  await waiting.unitOfWork.write(({ history }) => history.deleteBeyond(1, 100, new Map()));
  const { report } = await waiting.requests.preview(await waiting.requests.get('shop', id));
  expect(report?.conflicts).toMatchObject([
    { part: { part: 'description' }, revision: undefined, author: { actor: '' } },
  ]);
  expect(report?.mergedOver).toMatchObject([
    { part: 'enabled', revision: { revision: 4 }, author: { actor: 'ben' } },
  ]);
  clock.moment += 2 * HOUR;
  await waiting.look();
  expect(await requestOf(id)).toMatchObject({
    state: 'conflicted',
    reason: 'changed since revision 2: description of flag "sale"',
  });
});

it('names the revision that took away what a change refers to, and no later one', async () => {
  const [old, fresh] = ['old', 'new'].map((key) => ({ key, name: '', description: '', attachment: '' }));
  const flag = (more: Partial<FlagState>): FlagState => aFlagState('sale', { type: 'variant', ...more });
  const both = { variants: [old, fresh].flatMap((variant) => variant ?? []) };
  const less = { variants: both.variants.slice(0, 1) };
  await write(ana, flag(both));
  const at = clock.moment + HOUR;
  const [id = ''] = await plan({ flag: flag({ ...both, defaultVariantKey: 'new' }), at });
  await write(ben, flag(less));
  await write(ana, flag({ ...less, name: 'The sale' }));
  const { report } = await waiting.requests.preview(await waiting.requests.get('shop', id));
  expect(report?.conflicts).toMatchObject([
    { part: { part: 'default_variant', with: { part: 'variants', item: 'new' } }, revision: { revision: 3 } },
  ]);
});

it('names the segment that it would newly use, and somebody has deleted', async () => {
  const segment = { key: 'beta', name: 'beta', description: '', matchType: 'all', constraints: [] } as const;
  const step = { type: 'segment', segmentKeys: ['beta'], segmentOperator: 'or', value: true } as const;
  const wanted = wantedOf([sale(0)]);
  await waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [{ wanted: { ...wanted, document: { ...wanted.document, segments: [segment] } } }],
  });
  const flag = sale(0, { rollouts: [...sale(0).rollouts, { description: '', step }] });
  const [id = ''] = await plan({ flag, at: clock.moment + HOUR });
  await waiting.creation.create(ben, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [{ wanted: { ...wantedOf([]), deletions: { flags: [], segments: ['beta'] } } }],
  });
  await write(ben, aFlagState('other'));
  clock.moment += 2 * HOUR;
  await waiting.look();
  expect(await requestOf(id)).toMatchObject({
    state: 'conflicted',
    reason:
      'changed since revision 2: rollouts +2 of flag "sale" needs segment "beta", which was deleted in revision 3 by ben',
  });
});

it('conflicts as a whole with a flag that was deleted, and made again as another type', async () => {
  await write(ana, sale(0, { isEnabled: false }));
  const [id = ''] = await plan({ flag: sale(0, { isEnabled: true }), at: clock.moment + HOUR });
  await waiting.creation.create(ben, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [{ wanted: { ...wantedOf([]), deletions: { flags: ['sale'], segments: [] } } }],
  });
  const other = aFlagState('sale', { name: 'sale', type: 'variant' });
  await write(ben, other);
  clock.moment += 2 * HOUR;
  await waiting.look();
  expect(await requestOf(id)).toMatchObject({
    state: 'conflicted',
    reason: 'changed since revision 2: flag "sale" in revision 4 by ben',
  });
  expect(await flagNow()).toMatchObject(other);
});

it.each([
  ['merge', undefined],
  ['fail', 'fail'],
] as const)('what others changed since the base of a first step at once: %s', async (outcome, onConflict) => {
  await write(ana, sale(0));
  const baseRevision = await waiting.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
  await write(ben, sale(0, { description: 'The sale' }));
  const created = waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision, onConflict },
    steps: [{ wanted: wantedOf([sale(10)]) }, { wanted: wantedOf([sale(50)]), after: HOUR }],
  });
  if (outcome === 'fail') {
    await expect(created).rejects.toThrow('changed since revision 2');
    return;
  }
  await created;
  expect(await flagNow()).toMatchObject({ description: 'The sale', rollouts: sale(10).rollouts });
});

it('ends in conflict at its time, with the part that two have changed', async () => {
  await write(ana, sale(0));
  const [id = ''] = await plan({ flag: sale(100), at: clock.moment + HOUR });
  await write(ben, sale(5));
  clock.moment += 2 * HOUR;
  await waiting.look();
  const request = await requestOf(id);
  expect(request).toMatchObject({
    state: 'conflicted',
    reason: 'changed since revision 2: rollouts 1.result of flag "sale" in revision 3 by ben',
  });
  const shown = await waiting.requests.preview(await waiting.requests.get('shop', id));
  expect(shown.report?.conflicts).toMatchObject([
    { key: 'sale', revision: { revision: 3 }, part: { part: 'rollouts', item: '1.result' } },
  ]);
  expect((await flagNow()).rollouts).toEqual(sale(5).rollouts);
});

it('knows its base when the history is gone', async () => {
  await write(ana, sale(0, { description: 'The sael' }));
  const [id = ''] = await plan({ flag: sale(100, { description: 'The sael' }), at: clock.moment + HOUR });
  await write(ben, sale(0, { description: 'The sale' }));
  await write(ben, aFlagState('other'));
  await temporary.database.write(async (manager) => {
    await manager.query('DELETE FROM revision_items');
    await manager.query('DELETE FROM revisions');
  });
  clock.moment += 2 * HOUR;
  await waiting.look();
  expect(await requestOf(id)).toMatchObject({ state: 'applied' });
  expect(await flagNow()).toMatchObject({ description: 'The sale', rollouts: sale(100).rollouts });
});

it(`a ramp of documents writes nothing that no step of it names, whatever others change (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const others = [
    (flag: FlagState): FlagState => ({ ...flag, description: `text ${wholeNumber(random, 0, 9)}` }),
    (flag: FlagState): FlagState => ({ ...flag, name: `name ${wholeNumber(random, 0, 9)}` }),
    (flag: FlagState): FlagState => ({ ...flag, metadata: { team: wholeNumber(random, 0, 9) } }),
  ];
  await write(ana, sale(0), aFlagState('other'));
  const percents = [1, 10, 50, 100];
  const ids = await plan(
    ...percents.map((percent, index) => ({ flag: sale(percent), at: clock.moment + (index + 1) * HOUR })),
  );
  for (const [index, percent] of percents.entries()) {
    for (let edit = 0; edit < 2; edit++) {
      const change = others[wholeNumber(random, 0, others.length - 1)];
      await write(ben, change?.(await flagNow()) ?? sale(0));
      await write(ben, { ...(await flagNow('other')), description: `other ${index}.${edit}` });
    }
    const before = [await flagNow(), await flagNow('other')];
    clock.moment += HOUR;
    await waiting.look();
    expect((await requestOf(ids[index] ?? '')).state).toBe('applied');
    expect([await flagNow(), await flagNow('other')]).toEqual([
      { ...before[0], rollouts: sale(percent).rollouts },
      before[1],
    ]);
  }
});

it('the base of a step is what the step before it wants, also once that was edited', async () => {
  await write(ana, sale(0));
  const [first = '', second = ''] = await plan(
    { flag: sale(10), at: clock.moment + HOUR },
    { flag: sale(50), at: clock.moment + 2 * HOUR },
  );
  await waiting.edits.update(ana, 'shop', first, { wanted: wantedOf([sale(20)]) });
  clock.moment += 3 * HOUR;
  await waiting.look();
  clock.moment += 2 * HOUR;
  await waiting.look();
  expect((await requestOf(second)).state).toBe('applied');
  expect((await flagNow()).rollouts).toEqual(sale(50).rollouts);
});

it('a change of a version before is applied as it always was: it does not merge', async () => {
  await write(ana, sale(0));
  const at = clock.moment + HOUR;
  const [free = ''] = await plan({ flag: sale(100), at });
  const [based = ''] = await plan({ flag: sale(50), at });
  const content = (flag: FlagState): string =>
    [{ namespace, deletions: { flags: [], segments: [] } }, { flags: [flag] }]
      .map((piece) => packText(JSON.stringify(piece)))
      .join('\n');
  await temporary.database.write(async (manager) => {
    await manager.query('DELETE FROM change_subjects');
    const former = { onConflict: null };
    await manager.update(
      'ChangeRequest',
      { id: free },
      { ...former, content: content(sale(100)), baseRevision: null },
    );
    await manager.update('ChangeRequest', { id: based }, { ...former, content: content(sale(50)) });
  });
  await write(ben, sale(0, { description: 'The sale' }));
  clock.moment += 2 * HOUR;
  await waiting.look();
  expect([(await requestOf(free)).state, (await requestOf(based)).state]).toEqual(['applied', 'conflicted']);
  expect(await flagNow()).toMatchObject({ description: '', rollouts: sale(100).rollouts });
});
