import { MICROS_PER_SECOND } from '@pennon/domain';
import type { FlagState, NamespaceEdits, SegmentState } from '@pennon/state';
import { aFlagState } from '@pennon/testing';
import {
  person,
  type SettableClock,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import { touchDeletedNamespace } from '../../history/read-states';
import { Importer } from '../../import/importer';
import { namespaceOnly, type WantedState } from '../../wanted/wanted-state';
import type { ReviewedRequest } from '../approvals/reviewed-request';
import type { Asker, NewStep } from './new-change';

const HOUR = 3600 * MICROS_PER_SECOND;
const ana = person('ana');
const admin: Asker = {
  ...ana,
  caller: { ...ana.caller, bypassReason: 'it burns', rolesIn: () => new Set(['admin']) },
};

let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ clock, waiting } = made);
});

function wants({
  flags = [] as readonly FlagState[],
  segments = [] as readonly SegmentState[],
  gone = [] as readonly string[],
  edits = undefined as NamespaceEdits | undefined,
  name = undefined as string | undefined,
}): WantedState {
  return {
    document: { namespace: { ...namespaceOnly('shop'), name }, flags, segments },
    deletions: { flags: gone, segments: [] },
    ...(edits && { edits }),
  };
}

function flag(key: string, segmentKey: string, more: Partial<FlagState> = {}): FlagState {
  const step = { type: 'segment', segmentKeys: [segmentKey], segmentOperator: 'or', value: true } as const;
  return aFlagState(key, { name: key, type: 'boolean', rollouts: [{ description: '', step }], ...more });
}

function segment(key: string, description = ''): SegmentState {
  return { key, name: key, description, matchType: 'all', constraints: [] };
}

const tagged = { metadata: { tags: ['web', 'pci'] } };
const checkout = flag('checkout', 'payers', tagged);
const banner = flag('banner', 'visitors', { metadata: { tags: ['web'], other: 'pci' } });
const off = { by: undefined, at: undefined, reason: '' };

/** Changes for which a policy for the tag `pci` and the key `login` holds. */
const held: Readonly<Record<string, WantedState>> = {
  'a flag with the tag': wants({ flags: [{ ...checkout, name: 'Pay' }] }),
  'a flag that gets it': wants({ flags: [{ ...banner, ...tagged }] }),
  'a flag that loses it': wants({ flags: [{ ...checkout, metadata: undefined }] }),
  'a new flag that has it': wants({ flags: [flag('fees', 'visitors', tagged)] }),
  'a new flag of the key': wants({ flags: [flag('login', 'visitors')] }),
  'the end of a flag with it': wants({ gone: ['checkout'] }),
  'a segment that such a flag uses': wants({ segments: [segment('payers', 'Pay')] }),
  'a segment that such a flag begins to use': wants({
    ...{ flags: [flag('checkout', 'visitors', tagged)], segments: [segment('visitors', 'Look')] },
  }),
};

/** Others, in an order in which each has something to do. */
const free: Readonly<Record<string, WantedState>> = {
  'a flag without it': wants({ flags: [{ ...banner, name: 'Hat' }] }),
  'a new flag of another key': wants({ flags: [flag('hat', 'payers')] }),
  'a segment that others use': wants({ segments: [segment('visitors', 'Look')] }),
  'a flag beside one with the tag that stays what it is': wants({
    flags: [checkout, { ...banner, name: 'Cap' }],
  }),
  'turning such a flag off': wants({ flags: [{ ...checkout, off }] }),
  'the name of the namespace': wants({ name: 'Shop' }),
  'the end of another flag': wants({ gone: ['banner'] }),
};

beforeEach(async () => {
  await create({
    wanted: wants({ flags: [checkout, banner], segments: [segment('payers'), segment('visitors')] }),
  });
  await setPolicy();
});

async function setPolicy(tags: readonly string[] = ['pci'], more = {}): Promise<void> {
  const appliesTo = { tags, keys: ['login'] };
  await waiting.setPolicy('shop', 1, { appliesTo, bypass: ['admin'], ...more });
}

async function create(...steps: readonly NewStep[]): Promise<ReviewedRequest | undefined> {
  const { found } = await waiting.creation.create(ana, {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
    steps,
  });
  return found;
}

async function imported({ document, deletions }: WantedState, { caller } = ana): Promise<void> {
  const importer = new Importer(waiting.unitOfWork, waiting.changes, undefined, clock);
  await importer.import(document, { existing: 'update', prune: false, deletions }, { caller });
}

async function revision(): Promise<number> {
  return waiting.unitOfWork.read(
    async ({ namespaces }) => (await namespaces.revisionOf('shop'))?.revision ?? 0,
  );
}

async function seen(id = ''): Promise<ReviewedRequest> {
  return waiting.requests.get('shop', id);
}

const refused = { info: { reason: 'REVIEW_REQUIRED' } };

describe('a policy for some tags and keys', () => {
  it('holds for changes of what has them, before or after', async () => {
    for (const [what, wanted] of Object.entries(held)) {
      expect([what, await imported(wanted).catch((error: unknown) => error)]).toMatchObject([what, refused]);
      expect([what, (await create({ wanted }))?.request.state]).toEqual([what, 'pending']);
    }
  });

  it('holds for no others', async () => {
    for (const [what, wanted] of Object.entries(free)) {
      const before = await revision();
      expect([what, await create({ wanted })]).toEqual([what, undefined]);
      expect([what, await revision()]).toEqual([what, before + 1]);
    }
    await imported(wants({ flags: [flag('hat', 'payers', { description: 'new' })] }));
  });

  it.each([
    ['checkout', 'pending'],
    ['banner', undefined],
  ])('holds for edits of what it holds for: %s', async (key, state) => {
    const edits = { flags: [{ key, name: 'Other' }], segments: [] };
    expect((await create({ wanted: wants({ edits }) }))?.request.state).toBe(state);
  });

  it('holds for a change also where direct writes are let pass', async () => {
    await setPolicy(['pci'], { restrictDirectWrites: false });
    expect(await create({ wanted: wants({ flags: [{ ...checkout, name: 'Pay' }] }) })).toMatchObject({
      request: { state: 'pending' },
    });
    await imported(wants({ flags: [{ ...checkout, name: 'Pay' }] }));
  });

  it('holds for the end of the namespace, and for all steps if it holds for one', async () => {
    const deleting = waiting.changes.apply(ana.caller, 'shop', undefined, async (stores, trail) => {
      const namespace = await stores.namespaces.find('shop');
      if (namespace !== undefined) await touchDeletedNamespace(stores, namespace, trail);
    });
    await expect(deleting).rejects.toMatchObject(refused);
    const found = await create(
      { wanted: wants({ flags: [{ ...banner, name: 'Hat' }] }), at: clock.moment + HOUR },
      { wanted: wants({ flags: [{ ...checkout, name: 'Pay' }] }), at: clock.moment + 2 * HOUR },
    );
    const { steps } = await waiting.series.get('shop', found?.request.seriesId ?? '');
    expect(steps.map(({ request: { state }, approvalsMissing }) => [state, approvalsMissing])).toEqual([
      ['pending', 1],
      ['pending', 1],
    ]);
  });
});

describe('a change that waits, and that the policy does not hold for', () => {
  let id: string;

  beforeEach(async () => {
    const wanted = wants({ flags: [{ ...banner, name: 'Hat' }] });
    const found = await create({ wanted, at: clock.moment + HOUR });
    expect(found).toMatchObject({ approvalsMissing: 0, request: { state: 'scheduled' } });
    id = found?.request.id ?? '';
  });

  it('is applied at its time', async () => {
    clock.moment += HOUR;
    await waiting.look();
    expect((await seen(id)).request.state).toBe('applied');
  });

  it('waits for review at its time if others have made it one that it holds for, and then takes approvals', async () => {
    await imported(wants({ flags: [{ ...banner, ...tagged }] }), admin);
    await expect(waiting.requests.apply(ana, 'shop', id)).rejects.toMatchObject({
      info: { reason: 'APPROVALS_MISSING' },
    });
    expect(await seen(id)).toMatchObject({ approvalsMissing: 1, request: { state: 'pending' } });
    const review = { verdict: 'approve', comment: '', version: undefined } as const;
    await waiting.reviews.review(person('ben'), 'shop', id, review);
    clock.moment += HOUR;
    await waiting.look();
    expect((await seen(id)).request.state).toBe('applied');
  });

  it('is held to it when it holds for other tags, and released again', async () => {
    await setPolicy(['web']);
    expect(await seen(id)).toMatchObject({ approvalsMissing: 1, request: { state: 'pending' } });
    await setPolicy();
    expect(await seen(id)).toMatchObject({ approvalsMissing: 0, request: { state: 'scheduled' } });
  });

  it('waits for review once it is edited to something that it holds for', async () => {
    await waiting.edits.update(ana, 'shop', id, { at: clock.moment + HOUR / 2 });
    expect(await seen(id)).toMatchObject({
      approvalsMissing: 0,
      request: { state: 'scheduled', version: 2 },
    });
    await waiting.edits.update(ana, 'shop', id, { wanted: wants({ flags: [{ ...checkout, name: 'Pay' }] }) });
    expect(await seen(id)).toMatchObject({ approvalsMissing: 1, request: { state: 'pending' } });
    await waiting.edits.update(ana, 'shop', id, { wanted: wants({ flags: [{ ...banner, name: 'Cap' }] }) });
    expect(await seen(id)).toMatchObject({ approvalsMissing: 0, request: { state: 'scheduled' } });
  });

  it('is reviewed as long as only an earlier version knows its content', async () => {
    await waiting.unitOfWork.write(async ({ changeRequests }) => {
      const found = await changeRequests.find('shop', id);
      if (found !== undefined) await changeRequests.edit(found, { version: found.version + 1 }, clock.moment);
    });
    expect(await seen(id)).toMatchObject({ approvalsMissing: 1 });
  });
});

it('a scope names each tag and key once', async () => {
  const appliesTo = { tags: ['pci', 'a', 'pci'], keys: ['login', 'login'] };
  await waiting.setPolicy('shop', 1, { appliesTo });
  expect(await waiting.policies.get('shop')).toMatchObject({
    appliesTo: { tags: ['a', 'pci'], keys: ['login'] },
  });
});

it.each([
  [{ tags: [''], keys: [] }, 'policy.appliesTo.tags[0]: must not be empty'],
  [
    { tags: [], keys: ['a', 'k'.repeat(256)] },
    'policy.appliesTo.keys[1]: must not be longer than 255 characters',
  ],
  [
    { tags: Array.from({ length: 101 }, String), keys: [] },
    'policy.appliesTo.tags: must have at most 100 items',
  ],
])('a scope is refused: %#', async (appliesTo, problem) => {
  await expect(waiting.setPolicy('shop', 1, { appliesTo })).rejects.toThrow(problem);
});
