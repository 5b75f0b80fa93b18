import { MICROS_PER_SECOND, type ChangeState } from '@pennon/domain';
import { type TemporaryDatabase } from '../../../../test/support/temporary-database';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../test/support/waiting-changes';
import type { ChangeResult } from '../requests/calls/step-plans';
import { packText } from '../history/packed-text';
import { nothingOf, type WantedState } from './wanted-state';

const MINUTE = 60 * MICROS_PER_SECOND;
const ana = person('ana');
const ben = person('ben');

let temporary: TemporaryDatabase;
let waiting: WaitingChanges;
let clock: SettableClock;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

beforeEach(async () => {
  await now(sharedBy('shop', ['colour', 'size'], 5));
});

const change = { namespaceKey: 'shop', origin: 'change', message: '', baseRevision: undefined } as const;

async function now(wanted: WantedState): Promise<void> {
  await waiting.creation.create(ben, { ...change, isProposal: false, steps: [{ wanted }] });
}

/** Stores a change that is due in a minute. @returns its id. */
async function plan(wanted: WantedState, isProposal = false): Promise<string> {
  const at = clock.moment + MINUTE;
  const { found } = await waiting.creation.create(ana, { ...change, isProposal, steps: [{ wanted, at }] });
  return found?.request.id ?? '';
}

async function shown(id: string): Promise<ChangeResult> {
  return waiting.requests.preview(await waiting.requests.get('shop', id));
}

async function pass(): Promise<void> {
  clock.moment += 2 * MINUTE;
  await waiting.look();
}

const deleted: WantedState = { ...nothingOf('shop'), deletions: { flags: ['size'], segments: [] } };

/** Makes `colour` another one, leaves `size` what it is, and adds `added`. */
const wanted: WantedState = {
  ...sharedBy('shop', ['size', 'added'], 5),
  document: {
    ...sharedBy('shop', ['size', 'added'], 5).document,
    flags: [
      ...sharedBy('shop', ['size', 'added'], 5).document.flags,
      ...sharedBy('shop', 'colour', 20).document.flags,
    ],
  },
};

const share = (percent: number) => ({ value: { rollouts: [{ step: { percent } }] } });

it.each<[ChangeState, (id: string) => Promise<unknown>]>([
  ['applied', pass],
  ['cancelled', async (id) => waiting.requests.cancel(ana, 'shop', id, '')],
  [
    'conflicted',
    async () => {
      await now(sharedBy('shop', 'colour', 7));
      await pass();
    },
  ],
])('a change that is %s shows what it wanted to make of its base', async (state, end) => {
  const id = await plan(wanted);
  expect((await shown(id)).ended).toBeUndefined();
  await end(id);
  await now(sharedBy('shop', 'colour', 80));
  const { found, wanted: source, ended } = await shown(id);
  expect(found?.request.state).toBe(state);
  expect(source).toMatchObject({
    document: { flags: [{ key: 'size' }, { key: 'added' }, { key: 'colour' }] },
  });
  expect(ended).toMatchObject({
    items: [
      { kind: 'flag', key: 'added', before: undefined, after: share(5) },
      { kind: 'flag', key: 'colour', before: share(5), after: share(20) },
    ],
    itemsLeftOut: 0,
  });
});

it('a change that was rejected shows what it would have deleted', async () => {
  const id = await plan(deleted, true);
  const review = { verdict: 'reject', comment: '', version: undefined } as const;
  await waiting.reviews.review(ben, 'shop', id, review);
  expect(await shown(id)).toMatchObject({
    ...{ found: { request: { state: 'rejected' } }, report: undefined, wanted: deleted },
    ended: { items: [{ kind: 'flag', key: 'size', before: share(5), after: undefined }] },
  });
});

it('a change with edits that failed shows what they would have made of the base', async () => {
  const edits = { flags: [{ key: 'size', percentage: { percent: 30 } }], segments: [] };
  const id = await plan({ ...nothingOf('shop'), edits });
  await now(deleted);
  await pass();
  expect(await shown(id)).toMatchObject({
    ...{ found: { request: { state: 'failed' } }, report: undefined, wanted: { edits } },
    ended: { items: [{ kind: 'flag', key: 'size', before: share(5), after: share(30) }] },
  });
});

it('a change of more than a hundred says how many it leaves out', async () => {
  const keys = Array.from({ length: 102 }, (_, index) => `flag-${index}`);
  const id = await plan(sharedBy('shop', keys, 5));
  await waiting.requests.cancel(ana, 'shop', id, '');
  const { ended } = await shown(id);
  expect([ended?.items.length, ended?.itemsLeftOut]).toEqual([100, 2]);
});

it('a change that an earlier version stored shows no more than what it wanted', async () => {
  const id = await plan(wanted);
  await waiting.requests.cancel(ana, 'shop', id, '');
  const { document, deletions } = wanted;
  const content = [{ namespace: document.namespace, deletions }, { flags: document.flags }]
    .map((piece) => packText(JSON.stringify(piece)))
    .join('\n');
  await temporary.database.write(async (manager) => {
    await manager.query('DELETE FROM change_subjects');
    await manager.update('ChangeRequest', { id }, { onConflict: null, content });
  });
  const { wanted: source, ended } = await shown(id);
  expect(source?.document.flags.map(({ key }) => key)).toEqual(['size', 'added', 'colour']);
  expect(ended).toBeUndefined();
});
