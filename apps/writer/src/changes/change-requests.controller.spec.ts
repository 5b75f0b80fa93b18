import { type MessageInitShape } from '@bufbuild/protobuf';
import { durationFromMs } from '@bufbuild/protobuf/wkt';
import { flipt, pennonChanges, pennonTransfer, timestampOf } from '@pennon/proto';
import { testDialect } from '../../../../test/support/database-server';
import { newWriterForEachTest } from '../../../../test/support/writer-app';
import { marked } from '../../../../test/support/marked';

const { createFlag, updateFlag, getFlag, createNamespace, createSegment, createRule, createVariant } =
  flipt.Flipt.method;
const { method } = pennonChanges.ChangeService;
const { exportNamespace } = pennonTransfer.TransferService.method;
const { Change_State: State, ChangeMode } = pennonChanges;

const { call, expectRefused, revisionOf } = newWriterForEachTest();

const namespaceKey = 'shop';

type NewChange = Omit<
  Extract<MessageInitShape<typeof pennonChanges.CreateChangeRequestSchema>, { readonly $typeName?: never }>,
  '$typeName'
>;

interface Wanted {
  readonly flags?: readonly object[];
  readonly segments?: readonly object[];
}

function documentOf(wanted: Wanted): string {
  return JSON.stringify({ namespace: namespaceKey, ...wanted });
}

function documentSource(wanted: Wanted, deletions = {}): NewChange {
  return { source: { case: 'document', value: { document: documentOf(wanted), deletions } } };
}

function create(change: NewChange): Promise<pennonChanges.ChangeOutcome> {
  return call(method.createChange, { namespaceKey, ...change });
}

const banner = (percent: number): object => ({
  key: 'banner',
  name: 'Banner',
  type: 'BOOLEAN_FLAG_TYPE',
  rollouts: [{ threshold: { percentage: percent, value: true } }],
});

/** Resolves when the change is in that state. */
async function inState(id: string, state: pennonChanges.Change_State): Promise<pennonChanges.Change> {
  for (;;) {
    const { change } = await call(method.getChange, { namespaceKey, id });
    if (change?.state === state) return change;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function thresholds(): Promise<unknown> {
  const { document } = await call(exportNamespace, { namespaceKey });
  const { flags } = JSON.parse(document) as { flags: { key: string; rollouts?: unknown }[] };
  return flags.find(({ key }) => key === 'banner')?.rollouts;
}

beforeEach(async () => {
  await call(createNamespace, { key: namespaceKey, name: 'Shop' });
  await call(createFlag, { namespaceKey, key: 'colour', name: 'Colour' });
});

describe('a change that is applied at once', () => {
  it('is one revision, and says what it did', async () => {
    const outcome = await create({
      message: 'Two at once',
      ...documentSource({
        flags: [banner(10)],
        segments: [{ key: 'beta', name: 'Beta', match_type: 'ALL_MATCH_TYPE' }],
      }),
    });
    expect(outcome).toMatchObject({
      change: { id: '', state: State.APPLIED, revision: marked(3), message: 'Two at once' },
      summary: { create: 2, update: 0, delete: 0 },
      conflicts: [],
      findings: [{ severity: 'warning', check: 'everybody_segment', key: 'beta' }],
    });
    expect(outcome.items.map(({ kind, key, before }) => [kind, key, before])).toEqual([
      ['segment', 'beta', undefined],
      ['flag', 'banner', undefined],
    ]);
    const { revisions } = await call(method.listRevisions, { namespaceKey, limit: 1 });
    expect(revisions).toMatchObject([
      { revision: marked(3), origin: 'change', message: 'Two at once', changeId: '' },
    ]);
  });

  it('makes flags what is wanted, with all in them, and leaves others alone', async () => {
    await call(createVariant, { namespaceKey, flagKey: 'colour', key: 'red' });
    const { variants } = await call(createVariant, { namespaceKey, flagKey: 'colour', key: 'blue' }).then(
      () => call(getFlag, { namespaceKey, key: 'colour' }),
    );
    await call(createFlag, { namespaceKey, key: 'size', name: 'Size' });
    await create(documentSource({ flags: [{ key: 'colour', name: 'Hue', variants: [{ key: 'blue' }] }] }));
    const colour = await call(getFlag, { namespaceKey, key: 'colour' });
    expect(colour).toMatchObject({ name: 'Hue', variants: [{ key: 'blue' }] });
    // What matches keeps its id.
    expect(colour.variants[0]?.id).toBe(variants[1]?.id);
    expect(await call(getFlag, { namespaceKey, key: 'size' })).toMatchObject({ name: 'Size' });
  });

  it('deletes what it names, and passes over what is not there', async () => {
    const outcome = await create(documentSource({}, { flags: ['colour', 'gone'] }));
    expect(outcome.summary).toMatchObject({ delete: 1 });
    await expectRefused(
      call(getFlag, { namespaceKey, key: 'colour' }),
      'NOT_FOUND',
      'flag "shop/colour" not found',
    );
  });

  it('that is only looked at changes nothing, and tells whose answer changes', async () => {
    await create(documentSource({ flags: [banner(10)] }));
    const outcome = await create({ validateOnly: true, ...documentSource({ flags: [banner(50)] }) });
    expect(outcome.change).toMatchObject({ id: '', state: State.APPLIED, revision: '' });
    expect(outcome.audience).toMatchObject([
      {
        flagKey: 'banner',
        changed: 40,
        shares: [{ value: 'true', before: 10, after: 50 }, { value: 'false' }],
      },
    ]);
    expect(await revisionOf(namespaceKey)).toBe(3);
  });

  it('that changes nothing makes no revision, and tells the present one', async () => {
    const outcome = await create(documentSource({ flags: [{ key: 'colour', name: 'Colour' }] }));
    expect(outcome).toMatchObject({
      summary: { create: 0, update: 0, delete: 0 },
      ...{ changed: false, change: { state: State.APPLIED, revision: marked(2) } },
    });
    expect(await revisionOf(namespaceKey)).toBe(2);
  });
});

describe('a base', () => {
  it('makes a conflict of what was changed since, and of nothing else', async () => {
    const baseRevision = '2';
    await call(createFlag, { namespaceKey, key: 'size', name: 'Size' });
    await create({ baseRevision, ...documentSource({ flags: [{ key: 'colour', name: 'Hue' }] }) });
    const late = { baseRevision, ...documentSource({ flags: [{ key: 'colour', name: 'Tint' }] }) };
    await expectRefused(create(late), 'ABORTED', 'changed since revision 2: flag "colour" in revision 4');
    const looked = await create({ ...late, validateOnly: true });
    expect(looked.conflicts).toMatchObject([{ kind: 'flag', key: 'colour', revision: marked(4) }]);
    expect(await call(getFlag, { namespaceKey, key: 'colour' })).toMatchObject({ name: 'Hue' });
  });

  it.each([
    ['99', 'INVALID_ARGUMENT', 'invalid field baseRevision: is 99, and the latest revision is 2'],
    [
      '-1',
      'INVALID_ARGUMENT',
      'invalid field baseRevision: must be a revision: a number, or a number, a dot and its mark',
    ],
  ] as const)('of %s is refused', async (baseRevision, code, message) => {
    const change = { baseRevision, ...documentSource({ flags: [{ key: 'colour', name: 'Hue' }] }) };
    await expectRefused(create(change), code, message);
  });
});

describe('a change is refused', () => {
  it.each([
    ['without a source', {}, 'invalid field source: must be one of document, restore, promote and edits'],
    ['of nothing', documentSource({}), 'invalid field document: must have flags, segments or deletions'],
    [
      'with a key twice',
      documentSource({
        flags: [
          { key: 'a', name: 'A' },
          { key: 'a', name: 'A' },
        ],
      }),
      expect.stringMatching(/^invalid field document: .*flag "a" is not unique/) as string,
    ],
    [
      'that wants and deletes the same',
      documentSource({ flags: [{ key: 'colour', name: 'Hue' }] }, { flags: ['colour'] }),
      'invalid field deletions.flags: "colour" is in the document, too',
    ],
    [
      'with an unknown segment',
      documentSource({ flags: [{ key: 'colour', name: 'Hue', rules: [{ segment: 'nobody' }] }] }),
      'flag "colour" looks at the unknown segment "nobody"',
    ],
    [
      'at a time that is past',
      { ...documentSource({ flags: [banner(1)] }), when: { at: timestampOf(1) } },
      'invalid field when.at: must be in the future',
    ],
    [
      'at a time that is centuries away',
      { ...documentSource({ flags: [banner(1)] }), when: { at: timestampOf(Date.UTC(9000, 0) * 1000) } },
      'invalid field when.at: must be before the year 9000',
    ],
    [
      'in a single step',
      { when: { steps: [{ document: { document: documentOf({ flags: [banner(1)] }) } }] } },
      'invalid field when.steps: must have 2 to 50 steps',
    ],
    [
      'with a promotion from nowhere',
      { source: { case: 'promote', value: {} } },
      'invalid field promote.fromNamespace: must not be empty',
    ],
    [
      'from its own namespace',
      { source: { case: 'promote', value: { fromNamespace: 'shop' } } },
      'invalid field promote.fromNamespace: must be another namespace',
    ],
  ] as readonly (readonly [string, NewChange, string])[])('%s', async (_, change, message) => {
    await expectRefused(create(change), 'INVALID_ARGUMENT', message);
    expect(await revisionOf(namespaceKey)).toBe(2);
  });

  it('of a namespace that is not there', async () => {
    const document = JSON.stringify({ namespace: 'nowhere', flags: [{ key: 'a', name: 'A' }] });
    const change = { namespaceKey: 'nowhere', source: { case: 'document', value: { document } } } as const;
    await expectRefused(call(method.createChange, change), 'NOT_FOUND', 'namespace "nowhere" not found');
  });

  it('that deletes a segment which another flag looks at', async () => {
    await call(createSegment, { namespaceKey, key: 'beta', name: 'Beta' });
    await call(createRule, { namespaceKey, flagKey: 'colour', rank: 1, segmentKeys: ['beta'] });
    await expectRefused(
      create(documentSource({}, { segments: ['beta'] })),
      'INVALID_ARGUMENT',
      'segment "beta" cannot be deleted: flag "colour" looks at it',
    );
    await create(documentSource({}, { flags: ['colour'], segments: ['beta'] }));
  });
});

describe('a revision is reverted', () => {
  it('to what was before', async () => {
    await call(updateFlag, { namespaceKey, key: 'colour', name: 'Hue', enabled: true });
    const outcome = await call(method.revertRevision, { namespaceKey, revision: '3' });
    expect(outcome.change).toMatchObject({ state: State.APPLIED, revision: marked(4) });
    expect(await call(getFlag, { namespaceKey, key: 'colour' })).toMatchObject({
      name: 'Colour',
      enabled: false,
    });
    const { revisions } = await call(method.listRevisions, { namespaceKey, limit: 1 });
    expect(revisions).toMatchObject([{ origin: 'restore', message: 'revert of revision 3' }]);
  });

  it('unless it was changed again, or that is asked for', async () => {
    await call(updateFlag, { namespaceKey, key: 'colour', name: 'Hue' });
    await call(updateFlag, { namespaceKey, key: 'colour', name: 'Tint' });
    const revert = { namespaceKey, revision: '3' };
    await expectRefused(
      call(method.revertRevision, revert),
      'ABORTED',
      'changed since revision 3: name of flag "colour" in revision 4',
    );
    await call(method.revertRevision, { ...revert, onto: pennonChanges.RevertRevisionRequest_Onto.LATEST });
    expect(await call(getFlag, { namespaceKey, key: 'colour' })).toMatchObject({ name: 'Colour' });
  });

  it('but not when it made the namespace, or there is none such', async () => {
    await expectRefused(
      call(method.revertRevision, { namespaceKey, revision: '1' }),
      'FAILED_PRECONDITION',
      'revision 1 created or deleted namespace "shop", which no change can undo',
    );
    await expectRefused(
      call(method.revertRevision, { namespaceKey, revision: '9' }),
      'NOT_FOUND',
      'revision 9 of namespace "shop" not found: the latest is 2',
    );
  });
});

it('a namespace is restored to an earlier revision, or a flag of it', async () => {
  await call(updateFlag, { namespaceKey, key: 'colour', name: 'Hue' });
  await create(documentSource({ flags: [banner(10)] }));
  await create({ source: { case: 'restore', value: { revision: '2', flags: ['colour'] } } });
  expect(await call(getFlag, { namespaceKey, key: 'colour' })).toMatchObject({ name: 'Colour' });
  expect(await thresholds()).toHaveLength(1);
  await create({ source: { case: 'restore', value: { revision: '2' } } });
  expect(await thresholds()).toBeUndefined();
});

describe('a flag is promoted from another namespace', () => {
  const segment = (key: string, value: string): object => ({
    key,
    name: key,
    match_type: 'ALL_MATCH_TYPE',
    constraints: [{ type: 'STRING_COMPARISON_TYPE', property: 'plan', operator: 'eq', value }],
  });

  /** A flag with two rules over three segments, one of which differs here, and one of which is missing. */
  beforeEach(async () => {
    await call(createNamespace, { key: 'staging', name: 'Staging' });
    const document = JSON.stringify({
      namespace: 'staging',
      flags: [
        {
          key: 'checkout',
          name: 'Checkout',
          type: 'VARIANT_FLAG_TYPE',
          variants: [{ key: 'on' }],
          rules: [
            {
              segment: { keys: ['a', 'b'], operator: 'AND_SEGMENT_OPERATOR' },
              distributions: [{ variant: 'on', rollout: 100 }],
            },
            { segment: 'c', distributions: [{ variant: 'on', rollout: 100 }] },
          ],
        },
      ],
      segments: [segment('a', 'one'), segment('b', 'two'), segment('c', 'three')],
    });
    await call(method.createChange, {
      namespaceKey: 'staging',
      source: { case: 'document', value: { document } },
    });
    await create(documentSource({ segments: [segment('a', 'one'), segment('b', 'other')] }));
  });

  it.each([
    ['MISSING', ['+ segment c', '+ flag checkout']],
    [
      'ALL',
      ['+ segment c', '+ flag checkout', '~ segment b, constraint plan eq two', '~ value: "other" → "two"'],
    ],
  ] as const)('with its segments: %s', async (word, lines) => {
    const includeSegments = pennonChanges.PromoteSource_IncludeSegments[word];
    const value = { fromNamespace: 'staging', flags: ['checkout'], includeSegments };
    const looked = await create({ validateOnly: true, source: { case: 'promote', value } });
    const told = looked.lines.map(({ sign, text }) => `${sign} ${text}`);
    expect(told.toSorted()).toEqual([...lines].toSorted());
    const differs =
      'segment "b" differs: in namespace "staging" it is plan eq two, and in "' +
      `${namespaceKey}" it is plan eq other; take it with ALL`;
    expect(looked.warnings).toEqual(word === 'ALL' ? [] : [differs]);
    await create({ source: { case: 'promote', value } });
    const { document } = await call(exportNamespace, { namespaceKey });
    const { segments } = JSON.parse(document) as {
      segments: { key: string; constraints: { value: string }[] }[];
    };
    expect(segments.find(({ key }) => key === 'b')?.constraints[0]?.value).toBe(
      word === 'ALL' ? 'two' : 'other',
    );
    const { revisions } = await call(method.listRevisions, { namespaceKey, limit: 1 });
    expect(revisions).toMatchObject([{ origin: 'promotion' }]);
  });

  it('and other flags that look at a segment that it changes are named', async () => {
    const rollouts = [{ segment: { key: 'b', value: true } }];
    const other = { key: 'other', name: 'Other', type: 'BOOLEAN_FLAG_TYPE', rollouts };
    await create(documentSource({ flags: [other] }));
    const affected = async (includeSegments: pennonChanges.PromoteSource_IncludeSegments) => {
      const value = { fromNamespace: 'staging', flags: ['checkout'], includeSegments };
      const looked = await create({ validateOnly: true, source: { case: 'promote', value } });
      return looked.affected.map(({ flagKey, segmentKey }) => [flagKey, segmentKey]);
    };
    const { ALL, MISSING } = pennonChanges.PromoteSource_IncludeSegments;
    expect([await affected(ALL), await affected(MISSING)]).toEqual([[['other', 'b']], []]);
    const renamed = { ...segment('b', 'other'), name: 'Renamed' };
    expect((await create(documentSource({ segments: [renamed] }))).affected).toEqual([]);
    const applied = await create(documentSource({ segments: [segment('b', 'new')] }));
    expect(applied.affected).toMatchObject([{ flagKey: 'other', segmentKey: 'b' }]);
  });

  it('and refused when it is not there', async () => {
    const value = { fromNamespace: 'staging', flags: ['nothing'] };
    await expectRefused(
      create({ source: { case: 'promote', value } }),
      'NOT_FOUND',
      'flag "nothing" not found in namespace "staging"',
    );
  });
});

describe('a change with a time', () => {
  const soon = (ms: number) => timestampOf((Date.now() + ms) * 1000);

  it('is applied at it', async () => {
    const outcome = await create({
      message: 'Later',
      // What is scheduled is looked at before; where every transaction is done twice, that takes longer.
      when: { at: soon(testDialect === 'cockroachdb' ? 3000 : 400) },
      ...documentSource({ flags: [banner(10)] }),
    });
    const { id = '' } = outcome.change ?? {};
    expect(outcome).toMatchObject({ change: { state: State.SCHEDULED }, summary: { create: 1 } });
    expect(await thresholds()).toBeUndefined();
    const applied = await inState(id, State.APPLIED);
    expect(applied.revision).toEqual(marked(3));
    const { revisions } = await call(method.listRevisions, { namespaceKey, limit: 1 });
    expect(revisions).toMatchObject([{ origin: 'schedule', message: 'Later', changeId: id }]);
  });

  it('ends in a conflict when what it touches was changed since its base, and can be rebased', async () => {
    const { change } = await create({
      baseRevision: '2',
      when: { at: soon(300) },
      ...documentSource({ flags: [{ key: 'colour', name: 'Hue' }] }),
    });
    await call(updateFlag, { namespaceKey, key: 'colour', name: 'Tint' });
    const conflicted = await inState(change?.id ?? '', State.CONFLICTED);
    expect(conflicted.reason).toBe('changed since revision 2: name of flag "colour" in revision 3');
    const rebased = await call(method.updateChange, { namespaceKey, id: conflicted.id, baseRevision: '3' });
    expect(rebased.change).toMatchObject({ state: State.SCHEDULED, overdue: true, reason: '' });
    expect(await call(getFlag, { namespaceKey, key: 'colour' })).toMatchObject({ name: 'Tint' });
    await call(method.updateChange, { namespaceKey, id: conflicted.id, at: soon(300) });
    await inState(conflicted.id, State.APPLIED);
    expect(await call(getFlag, { namespaceKey, key: 'colour' })).toMatchObject({ name: 'Hue' });
  });

  it('can be applied before it, or cancelled, once', async () => {
    const later = { when: { at: soon(3_600_000) } };
    const first = await create({ ...later, ...documentSource({ flags: [banner(10)] }) });
    const { id = '' } = first.change ?? {};
    const applied = await call(method.applyChange, { namespaceKey, id });
    expect(applied.change).toMatchObject({ state: State.APPLIED, revision: marked(3) });
    await expectRefused(
      call(method.cancelChange, { namespaceKey, id }),
      'FAILED_PRECONDITION',
      'the change cannot be cancelled: it is applied',
    );
    const second = await create({ ...later, ...documentSource({ flags: [banner(20)] }) });
    const cancelled = { namespaceKey, id: second.change?.id ?? '', reason: 'no more' };
    expect(await call(method.cancelChange, cancelled)).toMatchObject({
      state: State.CANCELLED,
      reason: 'no more',
    });
    const { changes } = await call(method.listChanges, { namespaceKey, state: [State.CANCELLED] });
    expect(changes.map(({ id: one }) => one)).toEqual([second.change?.id]);
  });
});

describe('a series of steps', () => {
  const step = (percent: number, after?: number) => ({
    document: { document: documentOf({ flags: [banner(percent)] }) },
    ...(after !== undefined && { after: durationFromMs(after) }),
  });

  it('is applied one after another', async () => {
    const outcome = await create({ when: { steps: [step(1), step(10, 150), step(50, 150)] } });
    expect(outcome.change).toMatchObject({ state: State.APPLIED, step: 1, revision: marked(3) });
    const { changes } = await call(method.listChanges, { namespaceKey });
    const last = changes.find(({ step: place }) => place === 3);
    await inState(last?.id ?? '', State.APPLIED);
    expect(await thresholds()).toEqual([{ threshold: { percentage: 50, value: true } }]);
    const { revisions } = await call(method.listRevisions, { namespaceKey, flagKey: 'banner' });
    expect(revisions.map(({ revision }) => revision)).toEqual([marked(5), marked(4), marked(3)]);
  });

  it('is suspended when somebody else has changed what a step changes', async () => {
    const outcome = await create({ when: { steps: [step(1), step(10, 400), step(50, 60_000)] } });
    await create(documentSource({ flags: [banner(7)] }));
    const { changes } = await call(method.listChanges, { namespaceKey });
    const [third, second] = ['3', '2'].map(
      (place) => changes.find((one) => `${one.step}` === place)?.id ?? '',
    );
    await inState(second ?? '', State.CONFLICTED);
    const id = outcome.change?.seriesId ?? '';
    const series = await call(method.getSeries, { namespaceKey, id });
    expect(series).toMatchObject({
      state: pennonChanges.Series_State.SUSPENDED,
      reason: 'step 2 was in conflict with another change',
      steps: [{ step: 1 }, { step: 2, state: State.CONFLICTED }, { id: third, state: State.SCHEDULED }],
    });
  });

  it('keeps the time of a step that is edited', async () => {
    await create({ when: { steps: [step(1), step(10, 60_000)] } });
    const { changes } = await call(method.listChanges, { namespaceKey });
    expect(changes.map(({ step: place }) => place)).toEqual([2, 1]);
    const [second] = changes;
    const document = { document: documentOf({ flags: [banner(20)] }) };
    const { change } = await call(method.updateChange, { namespaceKey, id: second?.id ?? '', document });
    expect(change).toMatchObject({ state: State.SCHEDULED, at: second?.at, baseRevision: marked(2) });
  });

  it('whose first one waits for none before it is refused', async () => {
    await expectRefused(
      create({ when: { steps: [step(1, 1000), step(10, 1000)] } }),
      'INVALID_ARGUMENT',
      'invalid field when.steps[0].after: must not be given for the first step',
    );
  });

  it('that go backwards are refused', async () => {
    const at = (ms: number) => timestampOf((Date.now() + ms) * 1000);
    const steps = [
      { ...step(1), at: at(60_000) },
      { ...step(10), at: at(30_000) },
    ];
    await expectRefused(
      create({ when: { steps } }),
      'INVALID_ARGUMENT',
      'invalid field when.steps[1]: must be later than the step before',
    );
  });
});

it('a policy refuses direct writes unless it says otherwise', async () => {
  const policy = await call(method.updatePolicy, { namespaceKey, policy: { requiredApprovals: 1 } });
  expect(policy).toMatchObject({ restrictDirectWrites: true });
  await expectRefused(
    call(createFlag, { namespaceKey, key: 'size', name: 'Size' }),
    'FAILED_PRECONDITION',
    expect.stringContaining('changes of namespace "shop" need an approval: propose it') as string,
  );
  await call(method.updatePolicy, {
    namespaceKey,
    policy: { requiredApprovals: 1, restrictDirectWrites: false },
  });
  await call(createFlag, { namespaceKey, key: 'size', name: 'Size' });
});

it('a proposal waits until somebody applies it', async () => {
  const { change } = await create({ mode: ChangeMode.PROPOSE, ...documentSource({ flags: [banner(10)] }) });
  expect(change).toMatchObject({ state: State.PENDING_REVIEW, approvalsMissing: 0 });
  expect(await thresholds()).toBeUndefined();
  await call(method.applyChange, { namespaceKey, id: change?.id ?? '' });
  expect(await thresholds()).toHaveLength(1);
});

describe('what waits', () => {
  it('knows its base by its mark, though the number alone was given', async () => {
    const wanted = documentSource({ flags: [banner(10)] });
    const { change } = await create({ mode: ChangeMode.PROPOSE, baseRevision: '1', ...wanted });
    expect(change?.baseRevision).toEqual(marked(1));
    const edited = await call(method.updateChange, { namespaceKey, id: change?.id ?? '', baseRevision: '2' });
    expect(edited.change?.baseRevision).toEqual(marked(2));
  });

  it('keeps its message until another one is given, which may be empty', async () => {
    const wanted = documentSource({ flags: [banner(10)] });
    const { change } = await create({ mode: ChangeMode.PROPOSE, message: 'At last', ...wanted });
    const edit = async (given: object): Promise<string | undefined> =>
      (await call(method.updateChange, { namespaceKey, id: change?.id ?? '', ...given })).change?.message;
    expect(await edit({ baseRevision: '2' })).toBe('At last');
    expect(await edit({ message: '' })).toBe('');
  });

  it('stays as it is when it is edited to what it is', async () => {
    const document = { document: JSON.stringify({ namespace: namespaceKey, flags: [banner(10)] }) };
    const source = { case: 'document', value: document } as const;
    const { change } = await create({ mode: ChangeMode.PROPOSE, baseRevision: '2', source });
    const id = change?.id ?? '';
    const same = await call(method.updateChange, { namespaceKey, id, document, baseRevision: '2' });
    expect(same.change).toMatchObject({ version: 1 });
    const deletions = { flags: ['colour'] };
    const other = await call(method.updateChange, { namespaceKey, id, document: { ...document, deletions } });
    expect(other.change).toMatchObject({ version: 2 });
  });
});

it('the checks of a namespace name rule and subject', async () => {
  await call(createSegment, { namespaceKey, key: 'beta', name: 'Beta' });
  await call(createRule, { namespaceKey, flagKey: 'colour', rank: 1, segmentKeys: ['beta'] });
  await call(createRule, { namespaceKey, flagKey: 'colour', rank: 2, segmentKeys: ['beta'] });
  const { findings, revision } = await call(method.checkNamespace, { namespaceKey });
  expect(revision).toEqual(marked(5));
  expect(findings.map(({ check, key, path }) => [check, key, path])).toEqual([
    ['everybody_segment', 'beta', ''],
    ['unreachable_rule', 'colour', 'rules[1]'],
  ]);
});
