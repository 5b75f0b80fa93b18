import { policyQuery } from '@/api/policy';
import { createQueryClient } from '@/api/query-client';
import { segmentQuery } from '@/api/segments';
import {
  type BasedFlag,
  type Plan,
  planFlagDelete,
  planFlagSwitch,
  planFlagUpdate,
  planNamespaceCreate,
  rulePlans,
  planSegmentUpdate,
  planTurnOff,
  planTurnOn,
  planVariantDelete,
} from '@/lib/plan';
import { SaveScene } from '../../tests/support/save-scene';
import { type Choice } from './conflict-rows';
import { openQuestion, type Question } from './questions';
import { reviewPolicy, sendPlan, type Sent, tellConflict } from './send-plan';

const scene = new SaveScene('sent');
const { namespaceKey, server, wire } = scene;
const client = createQueryClient();

type ConflictQuestion = Extract<Question, { readonly kind: 'conflict' }>;

/** Answers the next question; without choices it is closed. Gives what was asked. */
function answerNext(choices?: Readonly<Record<string, Choice>>): Promise<ConflictQuestion> {
  return new Promise((resolve) => {
    const leave = openQuestion.subscribe(() => {
      const question = openQuestion.get();
      if (question?.kind !== 'conflict') return;
      leave();
      question.answer(choices && new Map(Object.entries(choices)));
      resolve(question);
    });
  });
}

async function send(plan: Plan, bypass?: string): Promise<Sent> {
  if (plan.wanted === undefined) throw new Error(`${plan.title} wants nothing`);
  return sendPlan(client, plan, plan.wanted, { bypass });
}

/** Saves what nobody contests. Gives the revision that it made. */
async function saved(plan: Plan): Promise<string> {
  const sent = await send(plan);
  if (!('revision' in sent) || sent.revision === undefined) throw new Error(`${plan.title} made no revision`);
  return sent.revision;
}

/** A flag as it was shown, and a change of its name and its description; others have changed both. */
async function torn(key: string): Promise<{ readonly shown: BasedFlag; readonly plan: Plan }> {
  const shown = await scene.newFlag(key);
  await scene.elsewhere(key, { name: 'Theirs', description: 'theirs' });
  return { shown, plan: planFlagUpdate(shown, { name: 'Mine', description: 'mine' }) };
}

describe('a change in conflict', () => {
  it('is asked about by part, and saved in no part when the question is closed', async () => {
    const { plan } = await torn('asked');
    const number = Number.parseInt(await scene.revision(), 10);
    const asked = answerNext();
    expect(await send(plan)).toEqual({ conflict: expect.any(Error) as Error });
    expect(await asked).toMatchObject({ title: plan.title, canChoose: true });
    const note = `revision ${number}`;
    expect((await asked).rows).toMatchObject([
      { label: 'flag asked: name', before: 'First', yours: 'Mine', theirs: 'Theirs', mayBeBoth: false, note },
      { label: 'flag asked: description', before: 'first', yours: 'mine', theirs: 'theirs', note },
    ]);
    expect(await scene.flagAt('asked')).toMatchObject({ name: 'Theirs', description: 'theirs' });
  });

  it('is saved as chosen, yours unless said, with what others changed besides', async () => {
    const { plan } = await torn('chosen');
    await scene.elsewhere('chosen', { metadata: { owner: 'them' } });
    void answerNext({ 'flag chosen: name': 'theirs' });
    const sent = await send(plan);
    expect(sent).toMatchObject({ revision: await scene.revision() });
    expect('merged' in sent && sent.merged).toContain('flag chosen: metadata');
    expect(await scene.flagAt('chosen')).toMatchObject({
      ...{ name: 'Theirs', description: 'mine', metadata: { owner: 'them' } },
    });
  });

  it('is nothing where all of theirs was chosen', async () => {
    const { plan } = await torn('theirs');
    void answerNext({ 'flag theirs: name': 'theirs', 'flag theirs: description': 'theirs' });
    expect(await send(plan)).toEqual({ isNothing: true });
    expect(wire.sent).toHaveLength(1);
  });

  it('passes by the review with its reason once it is settled, and without one never does', async () => {
    for (const reason of ['it burns', undefined]) {
      const { plan } = await torn(`settled-${reason === undefined}`);
      void answerNext({});
      await send(plan, reason);
      const sent = wire.sent.slice(-2).map(({ headers }) => headers['x-pennon-bypass-review']);
      expect(sent).toEqual([reason, reason]);
    }
  });

  it('makes a flag again that was deleted elsewhere', async () => {
    const shown = await scene.newFlag('gone');
    await server.run(planFlagDelete(shown));
    const asked = answerNext({});
    await send(planFlagUpdate(shown, { name: 'Mine' }));
    expect((await asked).rows).toMatchObject([{ label: 'flag gone', theirs: '' }]);
    expect(await scene.flagAt('gone')).toMatchObject({ name: 'Mine' });
  });

  it('keeps new rules of both unless one is chosen', async () => {
    const keys = ['staff', 'beta'];
    for (const key of keys) await scene.newSegment(key);
    const shown = await scene.newFlag('ruled');
    const [theirs, mine] = keys.map((key) =>
      rulePlans.create(shown, {
        segmentKeys: [key],
        segmentOperator: 'or',
        distributions: [],
      }),
    ) as [Plan, Plan];
    await server.run(theirs);
    const asked = answerNext({});
    await send(mine);
    expect((await asked).rows).toMatchObject([{ label: 'flag ruled: rule order of new', mayBeBoth: true }]);
    const { rules } = await scene.flagAt('ruled');
    expect(rules.flatMap(({ segmentKeys }) => segmentKeys)).toEqual(keys);
  });

  it('is told where it needs what is gone: nothing can be chosen', async () => {
    await scene.newSegment('all');
    const shown = await scene.newFlag('needy');
    const [blue] = shown.variants;
    if (blue === undefined) throw new Error('there is no variant');
    await server.run(planVariantDelete(shown, blue));
    const rule = { segmentKeys: ['all'], segmentOperator: 'or' } as const;
    const asked = answerNext();
    const sent = await send(
      rulePlans.create(shown, { ...rule, distributions: [{ variantKey: blue.key, rolloutPercent: 100 }] }),
    );
    expect(sent).toHaveProperty('conflict');
    expect(await asked).toMatchObject({ canChoose: false });
  });

  it('is settled over segments as they are now, however lately they were read', async () => {
    const shown = await scene.newSegment('read');
    await client.query(segmentQuery(namespaceKey, 'read'));
    const { description, matchType } = shown;
    await server.run(planSegmentUpdate(shown, { name: 'Theirs', description, matchType }));
    const asked = answerNext({});
    await send(planSegmentUpdate(shown, { name: 'Mine', description, matchType }));
    expect((await asked).rows).toMatchObject([{ label: 'segment read: name', theirs: 'Theirs' }]);
    expect(await server.segmentAt(namespaceKey, 'read')).toMatchObject({ name: 'Mine' });
  });

  it('leaves what is changed while it is settled', async () => {
    const { plan } = await torn('moving');
    let change: Promise<void> | undefined;
    const changeOnce = (): Promise<void> =>
      (change ??= scene.elsewhere('moving', { metadata: { owner: 'them' } }));
    // Before the revision is read once more, after the flag; or else before the settled change is sent.
    wire.before(/\?kind=namespace$/, changeOnce, 1);
    wire.before(/\/changes$/, changeOnce, 1);
    void answerNext({});
    await send(plan);
    expect(await scene.flagAt('moving')).toMatchObject({ name: 'Mine', metadata: { owner: 'them' } });
  });
});

const revertOf = (revision: string): Plan => ({
  ...{ title: 'Undo', namespaceKey, changes: [] },
  wanted: { past: { way: 'undo', revision, flags: [] } },
});

describe('what is put back', () => {
  it('is the change of that revision, and no later one', async () => {
    const revision = await saved(planFlagUpdate(await scene.newFlag('back'), { name: 'Mine' }));
    await scene.elsewhere('back', { description: 'theirs' });
    await send(revertOf(revision));
    expect(await scene.flagAt('back')).toMatchObject({ name: 'First', description: 'theirs' });
  });

  it('is told with both values where others have changed it since', async () => {
    const revision = await saved(planFlagUpdate(await scene.newFlag('since'), { name: 'Mine' }));
    await scene.elsewhere('since', { name: 'Theirs' });
    const asked = answerNext();
    const error = await send(revertOf(revision)).then(
      () => new Error('it was put back'),
      (thrown: unknown) => thrown as Error,
    );
    expect(await tellConflict('Undo', error)).toBe(true);
    expect(await asked).toMatchObject({
      ...{ title: 'Undo', canChoose: false },
      rows: [{ label: 'flag since: name', before: 'Mine', yours: 'First', theirs: 'Theirs' }],
    });
    expect(await tellConflict('Undo', new Error('another'))).toBe(false);
  });
});

describe('under a policy', () => {
  const reviewed = async (plan: Plan): Promise<boolean> => (await reviewPolicy(client, plan)) !== undefined;
  let off: Plan;
  let on: Plan;
  let renamed: Plan;
  beforeAll(async () => {
    const shown = await scene.newFlag('policed');
    off = planTurnOff(shown, '');
    on = planTurnOn({ ...shown, off: { by: '', at: 0, reason: '' } });
    renamed = planFlagUpdate(shown, { name: 'Mine' });
  });

  async function setPolicy(policy: Parameters<SaveScene['setPolicy']>[0]): Promise<void> {
    await scene.setPolicy(policy);
    client.removeQueries();
  }

  it('all waits for review but turning flags off', async () => {
    await setPolicy({ requiredApprovals: 1 });
    const both: Plan = { ...off, wanted: { edits: [off, on].flatMap(({ wanted }) => wanted?.edits ?? []) } };
    const disabled = planFlagSwitch(await scene.flagAt('policed'), false);
    expect(await Promise.all([off, on, both, renamed, disabled].map(reviewed))).toEqual([
      ...[false, true, true, true, true],
    ]);
  });

  it('turning flags off waits where the policy says so', async () => {
    await setPolicy({ requiredApprovals: 1, reviewOff: true });
    expect(await reviewed(off)).toBe(true);
  });

  it('nothing waits that needs no approvals, or makes the namespace', async () => {
    const made = planNamespaceCreate({ key: 'unborn', name: '', description: '' });
    expect(await reviewed({ ...made, wanted: renamed.wanted })).toBe(false);
    expect(client.getQueryData(policyQuery('unborn').queryKey)).toBeUndefined();
    await setPolicy({ requiredApprovals: 0 });
    expect(await reviewed(renamed)).toBe(false);
  });
});
