import { MICROS_PER_SECOND, type Revision } from '@pennon/domain';
import type { FlagState } from '@pennon/state';
import {
  person,
  type SettableClock,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import { readState } from '../../history/stored-states';
import type { WantedState } from '../../wanted/wanted-state';

const MINUTE = 60 * MICROS_PER_SECOND;
const [ana, ben] = [person('ana'), person('ben')];
const urgent = {
  ...ana,
  caller: { ...ana.caller, bypassReason: 'it burns', rolesIn: () => new Set(['admin']) },
};
const reviewRequired = { code: 'FAILED_PRECONDITION', info: { reason: 'REVIEW_REQUIRED' } };
const change = { namespaceKey: 'shop', origin: 'change', message: '', isProposal: false } as const;

let waiting: WaitingChanges;
let clock: SettableClock;

waitingChangesForEachTest((made) => {
  ({ clock, waiting } = made);
});

beforeEach(async () => {
  await write(1);
});

function ramp(share: number, more: Partial<FlagState> = {}): WantedState {
  const wanted = sharedBy('shop', 'ramp', share);
  const flags = wanted.document.flags.map((flag) => ({ ...flag, ...more }));
  return { ...wanted, document: { ...wanted.document, flags } };
}

/** Sets the share, whatever else the flag is. */
function edited(percent: number): WantedState {
  const percentage = { percent, value: undefined, rank: undefined };
  return { ...sharedBy('shop', [], 0), edits: { flags: [{ key: 'ramp', percentage }], segments: [] } };
}

/** Turns the flag off, whatever else it is. */
function turnedOff(): WantedState {
  const wanted = sharedBy('shop', [], 0);
  return { ...wanted, edits: { flags: [{ key: 'ramp', off: { reason: undefined } }], segments: [] } };
}

/** Somebody passes by the review, or needs none. */
async function write(share: number, more: Partial<FlagState> = {}): Promise<void> {
  const steps = [{ wanted: ramp(share, more) }];
  await waiting.creation.create(urgent, { ...change, baseRevision: undefined, steps });
}

async function revision(): Promise<Revision | undefined> {
  return waiting.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
}

/** Begins a series with a step every minute. @returns its id, and that of its first step. */
async function begin(wanted: readonly WantedState[], baseRevision?: Revision) {
  const steps = wanted.map((step, index) => ({ wanted: step, at: clock.moment + (index + 1) * MINUTE }));
  const { found } = await waiting.creation.create(ana, { ...change, baseRevision, steps });
  const { seriesId = '', id = '' } = found?.request ?? {};
  return { seriesId, id };
}

async function approve(id: string): Promise<void> {
  const review = { verdict: 'approve', comment: '', version: undefined } as const;
  await waiting.reviews.review(ben, 'shop', id, review);
}

/** Has the first two steps be applied. */
async function pass(): Promise<void> {
  for (let step = 0; step < 2; step++) {
    clock.moment += MINUTE;
    await waiting.look();
  }
}

/** Does all that for steps that are approved. @returns the id of the series. */
async function approved(wanted: readonly WantedState[], baseRevision?: Revision): Promise<string> {
  const { seriesId, id } = await begin(wanted, baseRevision);
  await approve(id);
  await pass();
  return seriesId;
}

async function rollBack(id: string, asker = ana): Promise<string> {
  const { rolledBack } = await waiting.rollBacks.rollBack(asker, 'shop', id, 'errors');
  return rolledBack.series.state;
}

async function flag(): Promise<FlagState | undefined> {
  const subject = { kind: 'flag', key: 'ramp' } as const;
  const state = await waiting.unitOfWork.read((stores) => readState(stores, 'shop', subject));
  return state?.kind === 'flag' ? state.value : undefined;
}

const shared = (share: number) => ({ rollouts: ramp(share).document.flags[0]?.rollouts });

describe('where changes need approvals, a rollback', () => {
  beforeEach(async () => {
    await waiting.setPolicy('shop', 1, { bypass: ['admin'] });
  });

  it('needs none while it puts back what was live before steps that were approved', async () => {
    const id = await approved([ramp(10), ramp(50), ramp(100)]);
    await write(50, { description: 'of others' });
    expect(await rollBack(id)).toBe('rolled_back');
    expect(await flag()).toMatchObject({ ...shared(1), description: 'of others' });
  });

  it('needs none of steps that were applied past the review', async () => {
    const steps = [10, 50].map((share, index) => ({
      wanted: ramp(share),
      ...(index > 0 && { at: clock.moment + MINUTE }),
    }));
    const { found } = await waiting.creation.create(urgent, { ...change, baseRevision: undefined, steps });
    expect(await rollBack(found?.request.seriesId ?? '')).toBe('rolled_back');
    expect(await flag()).toMatchObject(shared(1));
  });

  it('needs none if it leaves what others had set before a step that was based on an older revision', async () => {
    const old = await revision();
    await write(10);
    // Nobody sees a share in what it does: that is what it was.
    const id = await approved(
      [ramp(10, { description: 'Ramp' }), ramp(10, { description: 'The ramp' })],
      old,
    );
    expect(await flag()).toMatchObject({ ...shared(10), description: 'The ramp' });
    expect(await rollBack(id)).toBe('rolled_back');
    expect(await flag()).toMatchObject({ ...shared(10), description: '' });
  });

  it('needs some of what was live at another time than right before the series', async () => {
    const { seriesId, id } = await begin([edited(10), edited(50)]);
    await approve(id);
    clock.moment += MINUTE;
    await waiting.look();
    await write(15);
    clock.moment += MINUTE;
    await waiting.look();
    expect(await flag()).toMatchObject(shared(50));
    await expect(rollBack(seriesId)).rejects.toMatchObject(reviewRequired);
    expect(await flag()).toMatchObject(shared(50));
  });

  it('needs some to turn a flag on that steps without approvals have turned off', async () => {
    const { seriesId } = await begin([turnedOff(), turnedOff()]);
    await pass();
    await expect(rollBack(seriesId)).rejects.toMatchObject(reviewRequired);
    expect((await flag())?.off).toMatchObject({ by: 'ana' });
  });
});

describe('a rollback of steps that nobody has approved', () => {
  let id: string;

  beforeEach(async () => {
    id = (await begin([ramp(10), ramp(50), ramp(100)])).seriesId;
    await pass();
  });

  it('needs approvals where changes need some since, and says what to do', async () => {
    await waiting.setPolicy('shop', 1);
    await expect(rollBack(id)).rejects.toMatchObject({
      ...reviewRequired,
      message:
        'changes of namespace "shop" need an approval, and so does this rollback, because it does more than undo ' +
        'steps that were approved: pause the series or turn its flags off, and propose to revert the revisions of its ' +
        'steps',
    });
    expect(await flag()).toMatchObject(shared(50));
    expect((await waiting.series.get('shop', id)).series.state).toBe('running');
  });

  it('passes with a reason, which is told', async () => {
    await waiting.setPolicy('shop', 1, { bypass: ['admin'] });
    expect(await rollBack(id, urgent)).toBe('rolled_back');
    expect(await flag()).toMatchObject(shared(1));
    const [latest] = await waiting.unitOfWork.read(({ history }) =>
      history.list({ namespaceKey: 'shop', limit: 1 }),
    );
    expect(latest).toMatchObject({ message: 'errors; review bypassed: it burns' });
  });

  it('needs none where the policy does not hold for it', async () => {
    await waiting.setPolicy('shop', 1, { appliesTo: { tags: ['pci'], keys: ['other'] } });
    expect(await rollBack(id)).toBe('rolled_back');
  });

  it('needs some where direct writes need none', async () => {
    await waiting.setPolicy('shop', 1, { restrictDirectWrites: false });
    await expect(rollBack(id)).rejects.toMatchObject(reviewRequired);
  });
});

describe('where changes of flags with a tag need approvals, a rollback', () => {
  const tagged = { metadata: { tags: ['pci', 'web'] } };

  beforeEach(async () => {
    await waiting.setPolicy('shop', 1, { appliesTo: { tags: ['pci'], keys: [] }, bypass: ['admin'] });
  });

  it('needs none if the flag keeps the tag', async () => {
    await write(1, tagged);
    expect(await rollBack(await approved([ramp(10, tagged), ramp(50, tagged)]))).toBe('rolled_back');
    expect(await flag()).toMatchObject({ ...shared(1), ...tagged });
  });

  it('needs some if it takes the tag away that a step has given', async () => {
    const id = await approved([ramp(10, tagged), ramp(50, tagged)]);
    await expect(rollBack(id)).rejects.toMatchObject({
      ...reviewRequired,
      message: expect.stringMatching(/^some changes, such as this one, of namespace "shop" need/) as string,
    });
    expect(await flag()).toMatchObject(tagged);
  });
});

it('a rollback of a series of which no step was applied takes no reason to bypass the review', async () => {
  const { seriesId } = await begin([ramp(10), ramp(50)]);
  await expect(rollBack(seriesId, urgent)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message:
      'x-pennon-bypass-review has no effect on a series of which no step was applied: send it without that header',
  });
});
