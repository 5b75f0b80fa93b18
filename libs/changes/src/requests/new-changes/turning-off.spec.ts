import { MICROS_PER_SECOND } from '@pennon/domain';
import type { FlagEdit, FlagState } from '@pennon/state';
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
import type { Asker, NewChange } from './new-change';

const ana = person('ana');
const off = offFor('it burns');

function offFor(reason: string) {
  return { by: undefined, at: undefined, reason };
}

let temporary: TemporaryDatabase;
let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ temporary, clock, waiting } = made);
});

beforeEach(async () => {
  await create(document({}));
  await waiting.setPolicy('shop', 1, { bypass: ['admin'] });
});

/** The flags, of which the first one is different. */
function document(banner: Partial<FlagState>): WantedState {
  const wanted = sharedBy('shop', ['banner', 'hat'], 10);
  const [first, ...others] = wanted.document.flags;
  if (first === undefined) throw new Error('no flag');
  return { ...wanted, document: { ...wanted.document, flags: [{ ...first, ...banner }, ...others] } };
}

function edits(...flags: readonly FlagEdit[]): WantedState {
  const { document: none, ...wanted } = sharedBy('shop', [], 10);
  return { ...wanted, document: none, edits: { flags, segments: [] } };
}

/** What becomes of a change: `applied` at once, or the state in which it waits. */
async function create(
  wanted: WantedState,
  { asker = ana, at, ...more }: Partial<NewChange> & { readonly asker?: Asker; readonly at?: number } = {},
): Promise<string> {
  const { found } = await waiting.creation.create(asker, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps: [{ wanted, at }],
    ...more,
  });
  return found?.request.state ?? 'applied';
}

async function imported(wanted: WantedState, asker = ana): Promise<string> {
  const importer = new Importer(waiting.unitOfWork, waiting.changes, undefined, clock);
  const { caller } = asker;
  await importer.import(wanted.document, { existing: 'update', prune: false }, { caller });
  return 'applied';
}

async function banner(): Promise<{ readonly isOff: boolean; readonly name: string } | undefined> {
  const flag = await waiting.unitOfWork.read(({ flags }) => flags.find('shop', 'banner'));
  return flag && { isOff: flag.off !== undefined, name: flag.name };
}

const reviewRequired = { info: { reason: 'REVIEW_REQUIRED' } };

describe('where changes need approvals', () => {
  it('turning a flag off needs none, by a document, an edit or an import, unless the policy says so', async () => {
    expect(await create(document({ off }))).toBe('applied');
    expect(await create(edits({ key: 'banner', off: { reason: 'it smokes' } }))).toBe('applied');
    expect(await banner()).toEqual({ isOff: true, name: 'banner' });
    expect(await imported(document({ off: offFor('it still burns') }))).toBe('applied');

    await waiting.setPolicy('shop', 1, { reviewsOff: true });
    expect(await create(document({ off: offFor('again') }))).toBe('pending');
    expect(await create(edits({ key: 'banner', off: offFor('again') }))).toBe('pending');
    await expect(imported(document({ off: offFor('again') }))).rejects.toMatchObject(reviewRequired);
  });

  it('turning it on, or anything else beside, needs them', async () => {
    const more = document({ off, name: 'Banner' });
    expect(await create(more)).toBe('pending');
    expect(await create(edits({ key: 'banner', off, name: 'Banner' }))).toBe('pending');
    expect(await create(edits({ key: 'banner', off }, { key: 'hat', enabled: true }))).toBe('pending');
    await expect(imported(more)).rejects.toMatchObject(reviewRequired);
    expect(await create(document({ off }))).toBe('applied');
    expect(await create(document({ off: false }))).toBe('pending');
    expect(await create(edits({ key: 'banner', off: false }))).toBe('pending');
    await expect(imported(document({ off: false }))).rejects.toMatchObject(reviewRequired);
    expect(await banner()).toEqual({ isOff: true, name: 'banner' });
  });

  it('a proposal needs them', async () => {
    expect(await create(document({ off }), { isProposal: true })).toBe('pending');
  });

  it('what turns a flag off does not undo what others do meanwhile', async () => {
    const change = waiting.changes.change.bind(waiting.changes);
    jest.spyOn(waiting.changes, 'change').mockImplementationOnce(async (...args) => {
      const passing = { ...ana.caller, bypassReason: 'urgent', rolesIn: () => new Set(['admin']) };
      await imported(document({ name: 'Banner' }), { ...ana, caller: passing });
      return change(...args);
    });
    await expect(create(document({ off }))).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await banner()).toEqual({ isOff: false, name: 'Banner' });
  });

  it('a reason to bypass the review is told, and bypasses nothing', async () => {
    const caller = { ...ana.caller, bypassReason: 'it burns' };
    expect(await create(document({ off }), { asker: { ...ana, caller }, message: 'Off' })).toBe('applied');
    const told = await waiting.unitOfWork.read(async ({ history }) =>
      history.find('shop', (await history.latest('shop'))?.revision ?? 0),
    );
    expect(told).toMatchObject({ message: 'Off; it burns' });
  });
});

describe('turning a flag off at a time', () => {
  const HOUR = 3600 * MICROS_PER_SECOND;
  const inAnHour = (): number => clock.moment + HOUR;

  async function schedule(wanted: WantedState): Promise<string> {
    await create(wanted, { at: inAnHour() });
    const [found] = await waiting.requests.list({ namespaceKeys: undefined, after: undefined, limit: 1 });
    return found?.request.id ?? '';
  }

  async function state(id: string): Promise<string> {
    return (await waiting.requests.get('shop', id)).request.state;
  }

  it.each([
    ['a document', () => document({ off })],
    ['an edit', () => edits({ key: 'banner', off })],
  ])('needs no approvals by %s, and keeps what others do meanwhile', async (_, wanted) => {
    const id = await schedule(wanted());
    expect(await waiting.requests.get('shop', id)).toMatchObject({
      ...{ approvalsMissing: 0, request: { state: 'scheduled' } },
    });
    const passing = { ...ana.caller, bypassReason: 'urgent', rolesIn: () => new Set(['admin']) };
    await imported(document({ name: 'Banner' }), { ...ana, caller: passing });
    clock.moment += HOUR;
    await waiting.look();
    expect(await state(id)).toBe('applied');
    expect(await banner()).toEqual({ isOff: true, name: 'Banner' });
  });

  it('needs them as long as the policy says so, also one that comes later', async () => {
    await waiting.setPolicy('shop', 0);
    const id = await schedule(document({ off }));
    await waiting.setPolicy('shop', 1);
    expect(await state(id)).toBe('scheduled');
    await waiting.setPolicy('shop', 1, { reviewsOff: true });
    expect(await state(id)).toBe('pending');
    await waiting.setPolicy('shop', 1);
    expect(await state(id)).toBe('scheduled');
  });

  it('needs them once it is edited to do more', async () => {
    const id = await schedule(document({ off }));
    await waiting.edits.update(ana, 'shop', id, { at: clock.moment + HOUR / 2 });
    expect(await state(id)).toBe('scheduled');
    await waiting.edits.update(ana, 'shop', id, { wanted: document({ off, name: 'Banner' }) });
    expect(await state(id)).toBe('pending');
    await waiting.edits.update(ana, 'shop', id, { wanted: document({ off }) });
    expect(await state(id)).toBe('scheduled');
  });

  it('needs them if a step of its series does more', async () => {
    const [first, second] = [
      { key: 'banner', off },
      { key: 'hat', off },
    ];
    const steps = (...wanted: readonly WantedState[]) =>
      wanted.map((one, index) => ({ wanted: one, at: clock.moment + (index + 1) * HOUR }));
    expect(await create(document({}), { steps: steps(edits(first), edits(second)) })).toBe('scheduled');
    const more = edits({ ...second, name: 'Hat' });
    expect(await create(document({}), { steps: steps(edits(first), more) })).toBe('pending');
  });

  it('needs them where instances of an earlier version hold it up', async () => {
    await temporary.database.write(async (manager) => {
      await manager.query("UPDATE deployment SET features = 'off reviews'");
    });
    expect(await create(document({ off }), { at: inAnHour() })).toBe('pending');
  });
});

it('that it needs them cannot be said before every instance knows it', async () => {
  await temporary.database.write(async (manager) => {
    await manager.query("UPDATE deployment SET features = 'off'");
  });
  await expect(waiting.setPolicy('shop', 1, { reviewsOff: true })).rejects.toMatchObject({
    info: { reason: 'FEATURE_NOT_RELEASED' },
  });
  await waiting.setPolicy('shop', 2);
});
