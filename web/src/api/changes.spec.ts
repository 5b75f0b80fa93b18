import {
  type BasedFlag,
  type Plan,
  planFlagCreate,
  planFlagSwitch,
  planFlagUpdate,
  planSegmentCreate,
} from '@/lib/plan';
import { flagDraft, SaveScene, segmentDraft } from '../../tests/support/save-scene';
import { ApiError } from './api-error';
import { type ChangeAnswer, conflictsOf, sendChange, type SendOptions } from './changes';

const ns = 'saves';
const scene = new SaveScene(ns);
const { server, wire } = scene;

async function save(plan: Plan, options?: SendOptions): Promise<ChangeAnswer> {
  if (plan.wanted === undefined) throw new Error(`${plan.title} wants nothing`);
  return sendChange(plan, plan.wanted, options);
}

/** How many revisions of the namespace have that message. */
async function revisionsOf(message: string): Promise<number> {
  const { revisions } = (await server.get(`/api/v1/namespaces/${ns}/revisions?limit=100`)) as {
    readonly revisions: readonly { readonly message?: string }[];
  };
  return revisions.filter((revision) => revision.message === message).length;
}

const failureOf = (saved: Promise<unknown>): Promise<unknown> =>
  saved.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a change over one that was made elsewhere', () => {
  it('leaves other parts, and says whose they are', async () => {
    const shown = await scene.newFlag('merged');
    await scene.elsewhere('merged', { description: 'theirs' });
    const { revision, mergedOver } = await save(planFlagUpdate(shown, { name: 'Mine' }));
    expect(await scene.flagAt('merged')).toMatchObject({ name: 'Mine', description: 'theirs' });
    expect(revision).toBe(await scene.revision());
    expect(mergedOver).toMatchObject([
      { place: { kind: 'flag', key: 'merged', part: 'description' }, revision: expect.any(String) as string },
    ]);
  });

  it('is in conflict about the same part, and is sent once', async () => {
    const shown = await scene.newFlag('torn');
    await scene.elsewhere('torn', { name: 'Theirs' });
    const revision = await scene.revision();
    const error = await failureOf(save(planFlagUpdate(shown, { name: 'Mine' })));
    expect(conflictsOf(error)).toMatchObject([
      {
        place: { kind: 'flag', key: 'torn', part: 'name' },
        ...{ base: '"First"', mine: '"Mine"', latest: '"Theirs"', revision },
      },
    ]);
    expect(wire.sent).toHaveLength(1);
    expect(await scene.flagAt('torn')).toMatchObject({ name: 'Theirs' });
  });
});

describe('a change without an answer', () => {
  it.each([['cut'], [502], [503], [504]] as const)('is sent again, and done once: %s', async (loss) => {
    const key = `lost-${loss}`;
    const flag = await scene.newFlag(key);
    wire.loseAnswers(loss, loss);
    const plan = planFlagSwitch(flag, false);
    const { revision } = await save(plan);
    expect(revision).toBe(await scene.revision());
    expect(await revisionsOf(plan.title)).toBe(1);
    expect(wire.sent).toHaveLength(3);
    expect(new Set(wire.sent.map(({ body }) => body.requestKey)).size).toBe(1);
  });

  it('is found out in the end, and told until then', async () => {
    const flag = await scene.newFlag('lost');
    wire.loseAnswers('cut', 503, 503, 'cut', 'cut');
    const plan = planFlagSwitch(flag, false);
    const onUnanswered = jest.fn();
    const { revision } = await save(plan, { onUnanswered });
    expect(onUnanswered).toHaveBeenCalledTimes(1);
    expect(revision).toBe(await scene.revision());
    expect(await revisionsOf(plan.title)).toBe(1);
    expect(new Set(wire.sent.map(({ body }) => body.requestKey)).size).toBe(1);
  });

  it('fails where it was not made, and the next one has a key of its own', async () => {
    const flag = await scene.newFlag('unmade');
    const before = await scene.revision();
    wire.loseRequests(503, 'cut', 503);
    expect(await failureOf(save(planFlagSwitch(flag, false)))).toMatchObject({ httpStatus: 503 });
    expect(await scene.revision()).toBe(before);
    await save(planFlagUpdate(await scene.flagAt('unmade'), { name: 'Mine' }));
    expect(new Set(wire.sent.map(({ body }) => body.requestKey)).size).toBe(2);
    expect(await scene.flagAt('unmade')).toMatchObject({ name: 'Mine', isEnabled: true });
  });

  it('fails where the server is there and takes no changes', async () => {
    const flag = await scene.newFlag('unavailable');
    wire.loseRequests(503, 503, 503, 503);
    expect(await failureOf(save(planFlagSwitch(flag, false)))).toMatchObject({ httpStatus: 503 });
    expect(wire.sent).toHaveLength(4);
  });
});

describe('what is created', () => {
  const taken = (kind: string, key: string): object => ({
    ...{ httpStatus: 409, message: `${kind} "${ns}/${key}" is not unique` },
  });

  it('is made where it is not there', async () => {
    const { revision } = await save(planFlagCreate(ns, flagDraft('new')));
    expect(revision).toBe(await scene.revision());
    // Keys of flags and of segments are different things.
    await save(planSegmentCreate(ns, segmentDraft('new')));
    expect(await server.segmentAt(ns, 'new')).toMatchObject({ name: 'First' });
  });

  it('never replaces what has the key already', async () => {
    await scene.newFlag('taken');
    await scene.newSegment('taken');
    const before = await scene.revision();
    for (const [kind, plan] of [
      ['flag', planFlagCreate(ns, { ...flagDraft('taken'), name: 'Mine' })],
      ['segment', planSegmentCreate(ns, { ...segmentDraft('taken'), name: 'Mine' })],
    ] as const) {
      const error = await failureOf(save(plan));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject(taken(kind, 'taken'));
    }
    expect(await scene.revision()).toBe(before);
  });

  it.each([
    ['before it is looked for', 0],
    ['after that', 1],
  ])('nor what somebody else makes %s', async (_, skipped) => {
    const key = `raced-${skipped}`;
    wire.before(/\/changes$/, () => scene.newFlag(key), skipped);
    const error = await failureOf(save(planFlagCreate(ns, { ...flagDraft(key), name: 'Mine' })));
    expect(error).toMatchObject(taken('flag', key));
    expect(await scene.flagAt(key)).toMatchObject({ name: 'First' });
  });
});

describe('the answer', () => {
  it('names no revision where there was nothing to change', async () => {
    const flag = await scene.newFlag('same');
    const plan = planFlagSwitch(flag, false);
    await server.run(plan);
    expect(await save(plan)).toEqual({ revision: undefined, proposed: undefined, mergedOver: [] });
  });

  it('is of the same change with a long title', async () => {
    const flag = await scene.newFlag('long');
    const title = 'Disable '.repeat(50);
    await save({ ...planFlagSwitch(flag, false), title });
    expect(wire.sent.map(({ body }) => body.message)).toEqual([title.slice(0, 200)]);
  });
});

test('what a revision changed is put back, and nothing that was changed since', async () => {
  const { revision } = await save(planFlagUpdate(await scene.newFlag('reverted'), { name: 'Mine' }));
  await scene.elsewhere('reverted', { description: 'theirs' });
  const past = { way: 'undo', revision: revision ?? '', flags: [] } as const;
  await save({ title: 'Undo', namespaceKey: ns, changes: [], wanted: { past } });
  expect(await scene.flagAt('reverted')).toMatchObject({ name: 'First', description: 'theirs' });
});

describe('under a policy', () => {
  const BYPASS = 'x-pennon-bypass-review';
  let shown: BasedFlag;
  beforeAll(async () => {
    shown = await scene.newFlag('reviewed');
    await scene.setPolicy({ requiredApprovals: 1 });
  });

  it('a change waits for review, and passes by none', async () => {
    const { proposed, revision } = await save(planFlagUpdate(shown, { name: 'Mine' }));
    expect(revision).toBeUndefined();
    const { change } = (await server.get(`/api/v1/namespaces/${ns}/changes/${proposed}`)) as {
      readonly change: object;
    };
    expect(change).toMatchObject({ id: proposed, state: 'PENDING_REVIEW' });
    expect(wire.sent.map(({ headers }) => headers[BYPASS])).toEqual([undefined]);
  });

  it('a change passes by the review with its reason, each time that it is sent', async () => {
    wire.loseAnswers(503);
    await failureOf(save(planFlagUpdate(shown, { name: 'Mine' }), { bypass: 'it burns' }));
    expect(wire.sent.map(({ headers }) => headers[BYPASS]).slice(0, 2)).toEqual(['it burns', 'it burns']);
  });
});
