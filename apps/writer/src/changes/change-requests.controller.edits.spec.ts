import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { flipt, pennonChanges } from '@pennon/proto';
import { marked } from '../../../../test/support/marked';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, createVariant, createSegment, updateFlag, getFlag, getSegment, createNamespace } =
  flipt.Flipt.method;
const { createRollout, listRollouts, listRules } = flipt.Flipt.method;
const { method } = pennonChanges.ChangeService;
const { ChangeMode, OnConflict, EditsSourceSchema, FlagEdit_Rest: Rest, Change_State: State } = pennonChanges;

const { call, expectRefused, revisionOf } = newWriterForEachTest();

const namespaceKey = 'shop';
const search = { namespaceKey, key: 'search' };
const price = { namespaceKey, key: 'price' };

beforeEach(async () => {
  await call(createNamespace, { key: namespaceKey, name: 'Shop' });
  const boolean = flipt.FlagType.BOOLEAN_FLAG_TYPE;
  await call(createFlag, { ...search, name: 'Search', type: boolean, metadata: { owner: 'ana', old: 1 } });
  await call(createFlag, { ...price, name: 'Price' });
  for (const key of ['low', 'high']) await call(createVariant, { namespaceKey, flagKey: 'price', key });
  await call(createSegment, { namespaceKey, key: 'pros', name: 'Pros' });
});

/** The latest revision before an edit. */
const before = 6;

type Edits = MessageInitShape<typeof EditsSourceSchema>;

function changeOf(edits: Edits): {
  readonly namespaceKey: string;
  readonly source: { readonly case: 'edits'; readonly value: Edits };
} {
  return { namespaceKey, source: { case: 'edits', value: edits } };
}

describe('a change with edits', () => {
  it('changes the parts that it names, as one revision', async () => {
    const outcome = await call(method.createChange, {
      ...changeOf({
        flags: [
          { key: 'search', percentage: 20, metadata: { team: 'web' }, removeMetadata: ['old'] },
          { key: 'price', weights: { low: 30, high: 70 }, segments: ['pros'], defaultVariant: 'low' },
        ],
        segments: [
          { key: 'pros', addConstraints: [{ type: 1, property: 'plan', operator: 'eq', value: 'pro' }] },
        ],
      }),
      message: 'Launch',
    });
    expect(outcome).toMatchObject({
      change: { state: State.APPLIED, revision: marked(before + 1), message: 'Launch' },
      ...{ changed: true, conflicts: [], mergedOver: [] },
      items: [{ key: 'pros' }, { key: 'search' }, { key: 'price' }],
    });
    expect(await call(getFlag, search)).toMatchObject({
      ...{ name: 'Search', enabled: false, metadata: { owner: 'ana', team: 'web' } },
    });
    expect(await call(listRollouts, { namespaceKey, flagKey: 'search' })).toMatchObject({
      rules: [{ rule: { case: 'threshold', value: { percentage: 20, value: true } } }],
    });
    expect(await call(listRules, { namespaceKey, flagKey: 'price' })).toMatchObject({
      rules: [{ segmentKey: 'pros', distributions: [{ rollout: 30 }, { rollout: 70 }] }],
    });
    expect(await call(getFlag, price)).toMatchObject({ defaultVariant: { key: 'low' } });
    expect(await call(getSegment, { namespaceKey, key: 'pros' })).toMatchObject({
      constraints: [{ property: 'plan', operator: 'eq', value: 'pro' }],
    });
    const { revisions } = await call(method.listRevisions, { namespaceKey, limit: 1 });
    expect(revisions).toMatchObject([{ origin: 'change', message: 'Launch' }]);
  });

  it('fits whatever the flag is by then', async () => {
    const launch = changeOf({ flags: [{ key: 'search', percentage: 20 }] });
    await call(method.createChange, { ...launch, validateOnly: true });
    await call(updateFlag, { ...search, name: 'Find', description: 'corrected' });
    await call(createRollout, {
      ...{ namespaceKey, flagKey: 'search', rank: 1 },
      rule: { case: 'segment', value: { segmentKeys: ['pros'], value: true } },
    });
    await call(method.createChange, launch);
    expect(await call(getFlag, search)).toMatchObject({ name: 'Find', description: 'corrected' });
    expect(await call(listRollouts, { namespaceKey, flagKey: 'search' })).toMatchObject({
      rules: [{ rule: { case: 'segment' } }, { rule: { case: 'threshold' } }],
    });
  });

  it('turns a flag off and on, and changes nothing else of it', async () => {
    const onBefore = await call(getFlag, search);
    await call(
      method.createChange,
      changeOf({ flags: [{ key: 'search', off: true, reason: 'ünïcode 😀' }] }),
    );
    expect(await call(getFlag, search)).toMatchObject({ off: { reason: 'ünïcode 😀' } });
    await call(method.createChange, changeOf({ flags: [{ key: 'search', off: false }] }));
    const { updatedAt } = await call(getFlag, search);
    expect(await call(getFlag, search)).toEqual({ ...onBefore, updatedAt });
  });

  it('keeps the rows of what it edits', async () => {
    const launch = (percentage: number): object => changeOf({ flags: [{ key: 'search', percentage }] });
    const ids = async (): Promise<readonly string[]> => {
      const { rules } = await call(listRollouts, { namespaceKey, flagKey: 'search' });
      return rules.map(({ id }) => id);
    };
    await call(method.createChange, launch(10));
    const first = await ids();
    await call(method.createChange, launch(20));
    expect(first).toHaveLength(1);
    expect(await ids()).toEqual(first);
  });

  it('that is only looked at is planned, and changes nothing', async () => {
    const outcome = await call(method.createChange, {
      ...changeOf({ flags: [{ key: 'search', percentage: 20 }] }),
      validateOnly: true,
    });
    expect(outcome).toMatchObject({
      ...{ changed: true, summary: { create: 1, update: 0, delete: 0 }, items: [{ key: 'search' }] },
      audience: [{ flagKey: 'search', changed: 20 }],
    });
    expect(await call(listRollouts, { namespaceKey, flagKey: 'search' })).toMatchObject({ rules: [] });
  });

  it('that changes nothing makes no revision, and tells the present one', async () => {
    const before = (await revisionOf(namespaceKey)) ?? 0;
    const outcome = await call(method.createChange, changeOf({ flags: [{ key: 'search', name: 'Search' }] }));
    expect(outcome).toMatchObject({ changed: false, items: [], change: { revision: marked(before) } });
    expect(await revisionOf(namespaceKey)).toBe(before);
  });

  it('can leave a rest', async () => {
    const flags = [{ key: 'price', weights: { low: 30 }, rest: Rest.NOTHING, segments: ['pros'] }];
    const outcome = await call(method.createChange, changeOf({ flags }));
    expect(outcome).toMatchObject({
      changed: true,
      findings: [{ severity: 'warning', check: 'distributions_under' }],
    });
  });

  it.each<readonly [string, Edits, 'INVALID_ARGUMENT' | 'FAILED_PRECONDITION' | 'NOT_FOUND', string]>([
    ['of nothing', {}, 'INVALID_ARGUMENT', 'invalid field edits: must have 1 to 1000 flags and segments'],
    ['of a flag that is gone', { flags: [{ key: 'gone', name: 'x' }] }, 'NOT_FOUND', 'flag "gone" not found'],
    [
      'that cannot be done',
      { flags: [{ key: 'search', weights: { low: 100 } }] },
      'FAILED_PRECONDITION',
      'edits.flags[0].weights cannot be applied: flag "search" is a boolean flag, which has a percentage instead',
    ],
    [
      'of a segment that there is not',
      { flags: [{ key: 'price', weights: { low: 100 }, segments: ['gone'] }] },
      'INVALID_ARGUMENT',
      'flag "price" looks at the unknown segment "gone"',
    ],
    [
      'with a rank of nothing',
      { flags: [{ key: 'search', name: 'x', rank: 1 }] },
      'INVALID_ARGUMENT',
      'invalid field edits.flags[0].rank: must not be given without percentage or weights',
    ],
    [
      'with a value of nothing',
      { flags: [{ key: 'search', name: 'x', value: true }] },
      'INVALID_ARGUMENT',
      'invalid field edits.flags[0].value: must not be given without percentage',
    ],
    [
      'with a rest of nothing',
      { flags: [{ key: 'price', name: 'x', rest: Rest.NOTHING }] },
      'INVALID_ARGUMENT',
      'invalid field edits.flags[0].rest: must not be given without weights',
    ],
    [
      'with segments of nothing',
      { flags: [{ key: 'price', name: 'x', segments: ['pros'] }] },
      'INVALID_ARGUMENT',
      'invalid field edits.flags[0].segments: must not be given without weights',
    ],
    [
      'with a reason for turning a flag on',
      { flags: [{ key: 'price', off: false, reason: 'mended' }] },
      'INVALID_ARGUMENT',
      'invalid field edits.flags[0].reason: must not be given without off: true',
    ],
    [
      'with a reason of nothing',
      { flags: [{ key: 'price', name: 'x', reason: '' }] },
      'INVALID_ARGUMENT',
      'invalid field edits.flags[0].reason: must not be given without off: true',
    ],
    [
      'with a reason of two lines',
      { flags: [{ key: 'price', off: true, reason: 'one\ntwo' }] },
      'INVALID_ARGUMENT',
      'invalid field edits.flags[0].reason: must be one line without control and bidirectional-override characters',
    ],
  ])('%s is refused, and changes nothing', async (_, { flags = [], segments = [] }, code, message) => {
    const edits = { flags: [{ key: 'search', description: 'new' }, ...flags], segments };
    const moved = message.replace('flags[0]', 'flags[1]');
    const [asked, said] = flags.length === 0 ? [changeOf({}), message] : [changeOf(edits), moved];
    await expectRefused(call(method.createChange, asked), code, said);
    await expectRefused(call(method.createChange, { ...asked, validateOnly: true }), code, said);
    expect(await call(getFlag, search)).toMatchObject({ description: '' });
  });

  const launch = changeOf({ flags: [{ key: 'search', percentage: 20 }] });
  const inAnHour = { at: timestampFromMs(Date.now() + 3_600_000) };

  it.each([
    ['has a time', { when: inAnHour }, State.SCHEDULED],
    ['is a proposal', { mode: ChangeMode.PROPOSE }, State.PENDING_REVIEW],
  ])('waits if it %s, and is done with what the flag is then', async (_, more, state) => {
    const { change, items } = await call(method.createChange, { ...launch, ...more });
    expect(change).toMatchObject({ state });
    expect(items).toMatchObject([{ key: 'search' }]);
    await call(updateFlag, { ...search, name: 'Find', description: 'corrected' });
    const id = change?.id ?? '';
    expect(await call(method.getChange, { namespaceKey, id })).toMatchObject({
      ...{ conflicts: [], findings: [], items: [{ key: 'search' }] },
      audience: [{ flagKey: 'search', changed: 20 }],
    });
    await call(method.applyChange, { namespaceKey, id });
    expect(await call(getFlag, search)).toMatchObject({ name: 'Find', description: 'corrected' });
    expect(await call(listRollouts, { namespaceKey, flagKey: 'search' })).toMatchObject({
      rules: [{ rule: { case: 'threshold', value: { percentage: 20 } } }],
    });
  });

  it('waits for approval where changes are reviewed', async () => {
    await call(method.updatePolicy, { namespaceKey, policy: { requiredApprovals: 1 } });
    expect(await call(method.createChange, launch)).toMatchObject({
      change: { state: State.PENDING_REVIEW, approvalsMissing: 1 },
    });
    expect(await call(listRollouts, { namespaceKey, flagKey: 'search' })).toMatchObject({ rules: [] });
  });

  const edits = (percentage: number) => ({ flags: [{ key: 'search', percentage }] });

  it('can be the steps of a series, and be replaced', async () => {
    const steps = [
      { ...inAnHour, edits: edits(10) },
      { after: { seconds: 3600n }, edits: edits(50) },
    ];
    const { change, steps: later } = await call(method.createChange, { namespaceKey, when: { steps } });
    expect(later).toMatchObject([{ audience: [{ flagKey: 'search', changed: 40 }] }]);
    const id = change?.id ?? '';
    expect(await call(method.updateChange, { namespaceKey, id, edits: edits(20) })).toMatchObject({
      audience: [{ flagKey: 'search', changed: 20 }],
      steps: [{ audience: [{ flagKey: 'search', changed: 30 }] }],
    });
  });

  it('is not a step or a replacement together with a document', async () => {
    const both = { edits: edits(10), document: { document: '{}' } };
    const steps = [{ edits: edits(10) }, { ...inAnHour, ...both }];
    await expectRefused(
      call(method.createChange, { namespaceKey, when: { steps } }),
      'INVALID_ARGUMENT',
      'invalid field when.steps[1].edits: must not be given with a document',
    );
    const { change } = await call(method.createChange, { ...launch, when: inAnHour });
    await expectRefused(
      call(method.updateChange, { namespaceKey, id: change?.id ?? '', ...both }),
      'INVALID_ARGUMENT',
      'invalid field edits: must not be given with a document',
    );
  });

  it('has no base', async () => {
    await expectRefused(
      call(method.createChange, { ...launch, baseRevision: '3', onConflict: OnConflict.MERGE }),
      'INVALID_ARGUMENT',
      'invalid field baseRevision: must not be given with edits, which do not conflict',
    );
  });
});
