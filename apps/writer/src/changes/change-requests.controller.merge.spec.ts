import type { MessageInitShape } from '@bufbuild/protobuf';
import { ConflictError } from '@pennon/domain';
import { flipt, pennonChanges } from '@pennon/proto';
import { marked } from '../../../../test/support/marked';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, updateFlag, getFlag, createNamespace, createSegment, deleteSegment } = flipt.Flipt.method;
const { method } = pennonChanges.ChangeService;
const { OnConflict, ChangeMode, Change_State: State } = pennonChanges;

const { call, database, expectRefused } = newWriterForEachTest();

const namespaceKey = 'shop';
const colour = { namespaceKey, key: 'colour' };

/** What somebody has seen at revision 2: the flag off, with a word that is wrong. */
beforeEach(async () => {
  await call(createNamespace, { key: namespaceKey, name: 'Shop' });
  await call(createFlag, { ...colour, name: 'Colour', description: 'Which colr' });
});

type NewChange = Omit<
  Extract<MessageInitShape<typeof pennonChanges.CreateChangeRequestSchema>, { readonly $typeName?: never }>,
  '$typeName'
>;

/** A change of that flag, based on what was seen. */
function changeOf(flag: object, deletions = {}): NewChange {
  const document = JSON.stringify({ namespace: namespaceKey, flags: [{ key: 'colour', ...flag }] });
  return {
    ...{ namespaceKey, baseRevision: '2', onConflict: OnConflict.MERGE },
    source: { case: 'document', value: { document, deletions } },
  };
}

const launch = changeOf({ name: 'Colour', description: 'Which colr', enabled: true });

/** The refusal of a call. */
async function refusalOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a change that merges', () => {
  it('leaves what others have corrected meanwhile, and says over what it went', async () => {
    await call(updateFlag, { ...colour, name: 'Colour', description: 'Which colour' });
    const outcome = await call(method.createChange, launch);
    expect(await call(getFlag, colour)).toMatchObject({ description: 'Which colour', enabled: true });
    expect(outcome.mergedOver).toMatchObject([
      { place: { kind: 'flag', key: 'colour', part: 'description', item: '' }, revision: marked(3) },
    ]);
    const { revisions } = await call(method.listRevisions, { namespaceKey, limit: 2 });
    expect(revisions).toMatchObject([{ revision: marked(4), mergedOver: [marked(3)] }, { mergedOver: [] }]);
  });

  it('can be based on a namespace that has no history', async () => {
    const document = JSON.stringify({ flags: [{ key: 'first', name: 'First' }] });
    const first = await call(method.createChange, {
      ...{ namespaceKey: 'default', baseRevision: '0', onConflict: OnConflict.MERGE },
      source: { case: 'document', value: { document } },
    });
    expect(first).toMatchObject({ changed: true, change: { revision: marked(1) } });
  });

  it('can be based on the latest revision where retention has taken all', async () => {
    await database().write(async (manager) => {
      for (const table of ['revision_items', 'revisions']) await manager.delete(table, { namespaceKey });
    });
    const outcome = await call(method.createChange, launch);
    expect(outcome).toMatchObject({ changed: true, change: { revision: marked(3) } });
    const older = { ...changeOf({ name: 'Tint' }), baseRevision: '1' };
    await expectRefused(
      call(method.createChange, older),
      'NOT_FOUND',
      'revision 1 of namespace "shop" not found: the history begins at revision 2',
    );
  });

  it('is as it is wanted where nobody else has changed anything', async () => {
    await call(createFlag, { namespaceKey, key: 'size', name: 'Size' });
    const outcome = await call(method.createChange, launch);
    expect(outcome).toMatchObject({ mergedOver: [], change: { revision: marked(4) } });
  });

  it('is refused for a part that both have changed, and says what both made of it', async () => {
    await call(updateFlag, { ...colour, name: 'Hue', description: 'Which colour' });
    const change = changeOf({ name: 'Tint', description: 'Which colr' });
    const error = await refusalOf(call(method.createChange, change));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({
      message: 'changed since revision 2: name of flag "colour" in revision 3',
      conflicts: [
        {
          ...{ kind: 'flag', key: 'colour', revision: { revision: 3 } },
          part: { part: 'name', item: '', base: '"Colour"', mine: '"Tint"', latest: '"Hue"' },
        },
      ],
    });
    expect(await call(getFlag, colour)).toMatchObject({ name: 'Hue', description: 'Which colour' });
  });

  it('that is only looked at tells its conflicts, and that it would not be applied', async () => {
    await call(updateFlag, { ...colour, name: 'Hue', description: 'Which colr' });
    const looked = changeOf({ name: 'Tint', description: 'Which colr', enabled: true });
    const { change, conflicts } = await call(method.createChange, { ...looked, validateOnly: true });
    expect(change?.state).toBe(State.STATE_UNSPECIFIED);
    expect(conflicts).toMatchObject([
      { key: 'colour', place: { part: 'name' }, base: '"Colour"', mine: '"Tint"', latest: '"Hue"' },
    ]);
  });

  it('shows a flag of two makers whole, as documents have it', async () => {
    await call(createFlag, { namespaceKey, key: 'size', name: 'Size' });
    const document = JSON.stringify({ namespace: namespaceKey, flags: [{ key: 'size', name: 'Sizes' }] });
    const { conflicts } = await call(method.createChange, {
      ...changeOf({}),
      source: { case: 'document', value: { document } },
      validateOnly: true,
    });
    expect(conflicts).toMatchObject([{ key: 'size', place: { part: 'whole', item: '' } }]);
    const [conflict] = conflicts;
    expect(conflict?.base).toBeUndefined();
    expect(JSON.parse(conflict?.mine ?? '')).toMatchObject({ key: 'size', name: 'Sizes' });
    expect(JSON.parse(conflict?.latest ?? '')).toMatchObject({ key: 'size', name: 'Size' });
  });

  it('names the segment that a new rule needs and somebody has deleted', async () => {
    await call(createSegment, { namespaceKey, key: 'beta', name: 'Beta' });
    const change = changeOf({ name: 'Colour', description: 'Which colr', rules: [{ segment: 'beta' }] });
    await call(deleteSegment, { namespaceKey, key: 'beta' });
    const { conflicts } = await call(method.createChange, {
      ...change,
      ...{ baseRevision: '3', validateOnly: true },
    });
    expect(conflicts).toMatchObject([
      {
        ...{ key: 'colour', place: { part: 'rules', item: '+1' }, revision: marked(4) },
        with: { kind: 'segment', key: 'beta', part: 'whole' },
      },
    ]);
  });

  it('deletes what nobody else has changed, and nothing that somebody has', async () => {
    const gone: NewChange = {
      ...launch,
      source: { case: 'document', value: { deletions: { flags: ['colour'] } } },
    };
    await call(updateFlag, { ...colour, name: 'Hue', description: '' });
    await expectRefused(
      call(method.createChange, gone),
      'ABORTED',
      'changed since revision 2: flag "colour" in revision 3',
    );
    await call(method.createChange, { ...gone, baseRevision: '3' });
    await expectRefused(call(getFlag, colour), 'NOT_FOUND', 'flag "shop/colour" not found');
  });

  it('deletes nothing that its author has never seen', async () => {
    await call(createFlag, { namespaceKey, key: 'size', name: 'Size' });
    const gone: NewChange = {
      ...launch,
      source: { case: 'document', value: { deletions: { flags: ['size'] } } },
    };
    await expectRefused(
      call(method.createChange, gone),
      'ABORTED',
      'changed since revision 2: flag "size" in revision 3',
    );
    expect(await call(getFlag, { namespaceKey, key: 'size' })).toMatchObject({ name: 'Size' });
  });

  it('names the rule of somebody else for a segment that it deletes', async () => {
    await call(createSegment, { namespaceKey, key: 'beta', name: 'Beta' });
    const plain = { name: 'Colour', description: 'Which colr' };
    const used = changeOf({ ...plain, rules: [{ segment: 'beta' }] });
    await call(method.createChange, { ...used, baseRevision: '3' });
    const gone = { ...changeOf(plain, { segments: ['beta'] }), baseRevision: '4' };
    await call(method.createChange, {
      ...changeOf({ ...plain, rules: [{ segment: 'beta' }, { segment: 'beta' }] }),
      baseRevision: '4',
    });
    const { conflicts } = await call(method.createChange, { ...gone, validateOnly: true });
    expect(conflicts).toMatchObject([
      {
        ...{ key: 'colour', place: { part: 'rules', item: '+2' }, latest: '{"segment":"beta"}' },
        with: { kind: 'segment', key: 'beta', part: 'whole' },
      },
    ]);
  });

  it('is merged where it has to be approved, also when it is only looked at', async () => {
    await call(updateFlag, { ...colour, name: 'Colour', description: 'Which colour' });
    await call(method.updatePolicy, { namespaceKey, policy: { requiredApprovals: 1 } });
    const looked = await call(method.createChange, { ...launch, validateOnly: true });
    const mergedOver = [{ place: { key: 'colour', part: 'description' }, revision: marked(3) }];
    expect(looked).toMatchObject({ conflicts: [], mergedOver });
    const { change, ...waiting } = await call(method.createChange, launch);
    expect(waiting).toMatchObject({ conflicts: [], mergedOver });
    expect(change).toMatchObject({ state: State.PENDING_REVIEW, baseRevision: marked(2) });
    const failing = { ...launch, onConflict: OnConflict.FAIL };
    expect(await call(method.createChange, { ...failing, validateOnly: true })).toMatchObject({
      conflicts: [{ key: 'colour', revision: marked(3) }],
      mergedOver: [],
    });
    await expectRefused(
      call(method.createChange, failing),
      'ABORTED',
      'changed since revision 2: flag "colour" in revision 3',
    );
  });

  it('is not applied at once without a base', async () => {
    await expectRefused(
      call(method.createChange, { ...launch, baseRevision: undefined }),
      'INVALID_ARGUMENT',
      'invalid field onConflict: may be MERGE only with a baseRevision, or for a change that waits',
    );
  });

  it.each([
    ['its time', { when: { at: { seconds: 9_999_999_999n } } }],
    ['review', { mode: ChangeMode.PROPOSE }],
  ])('is based on what there is when it is made, if it waits for %s', async (_, members) => {
    const { change } = await call(method.createChange, { ...launch, baseRevision: undefined, ...members });
    expect(change?.baseRevision).toEqual(marked(2));
    await call(updateFlag, { ...colour, name: 'Colour', description: 'Which colour' });
    const applied = await call(method.applyChange, { namespaceKey, id: change?.id ?? '' });
    expect(applied.mergedOver).toMatchObject([{ place: { part: 'description' }, revision: marked(3) }]);
    expect(await call(getFlag, colour)).toMatchObject({ description: 'Which colour', enabled: true });
  });

  it('goes on waiting after an application that meets a conflict, and shows the parts of it', async () => {
    const wanted = changeOf({ name: 'Tint', description: 'Which colr' });
    const { change } = await call(method.createChange, { ...wanted, mode: ChangeMode.PROPOSE });
    await call(updateFlag, { ...colour, name: 'Hue', description: 'Which colr' });
    const id = change?.id ?? '';
    await expectRefused(
      call(method.applyChange, { namespaceKey, id }),
      'ABORTED',
      'changed since revision 2: name of flag "colour" in revision 3',
    );
    const shown = await call(method.getChange, { namespaceKey, id });
    expect(shown).toMatchObject({
      change: { state: State.PENDING_REVIEW },
      conflicts: [{ place: { part: 'name' }, base: '"Colour"', mine: '"Tint"', latest: '"Hue"' }],
    });
    const rebased = await call(method.updateChange, { namespaceKey, id, baseRevision: '3' });
    expect(rebased).toMatchObject({ conflicts: [], change: { baseRevision: marked(3), version: 2 } });
    await call(method.applyChange, { namespaceKey, id });
    expect(await call(getFlag, colour)).toMatchObject({ name: 'Tint' });
  });

  it('is refused for more flags than may wait', async () => {
    const flags = Array.from({ length: 1001 }, (_, index) => ({ key: `f${index}`, name: `F${index}` }));
    const source = { case: 'document', value: { document: JSON.stringify({ flags }) } } as const;
    await expectRefused(
      call(method.createChange, { namespaceKey, source, mode: ChangeMode.PROPOSE }),
      'INVALID_ARGUMENT',
      'invalid field source: names 1001 flags and segments: a change that waits may name 1000 at most',
    );
  });
});

describe('a revert', () => {
  it('leaves what others have changed since', async () => {
    await call(updateFlag, { ...colour, name: 'Hue', description: 'Which colr' });
    await call(updateFlag, { ...colour, name: 'Hue', description: 'Which colour' });
    const outcome = await call(method.revertRevision, { namespaceKey, revision: '3' });
    expect(outcome.mergedOver).toMatchObject([{ place: { part: 'description' }, revision: marked(4) }]);
    expect(await call(getFlag, colour)).toMatchObject({ name: 'Colour', description: 'Which colour' });
  });

  it('that waits leaves what others change until it is approved', async () => {
    await call(updateFlag, { ...colour, name: 'Hue', description: 'Which colr' });
    await call(method.updatePolicy, {
      ...{ namespaceKey, policy: { requiredApprovals: 1, restrictDirectWrites: false } },
    });
    const { change } = await call(method.revertRevision, { namespaceKey, revision: '3' });
    expect(change).toMatchObject({ state: State.PENDING_REVIEW, baseRevision: marked(3) });
    await call(updateFlag, { ...colour, name: 'Hue', description: 'Which colour' });
    const shown = await call(method.getChange, { namespaceKey, id: change?.id ?? '' });
    expect(shown.mergedOver).toMatchObject([{ place: { part: 'description' }, revision: marked(4) }]);
    expect(JSON.parse(shown.items[0]?.after ?? '')).toMatchObject({
      ...{ name: 'Colour', description: 'Which colour' },
    });
  });

  it('onto what there is puts back what was changed again, and nothing else', async () => {
    await call(updateFlag, { ...colour, name: 'Hue', description: 'Which colr' });
    await call(updateFlag, { ...colour, name: 'Tint', description: 'Which colour' });
    const revert = { namespaceKey, revision: '3' };
    await expectRefused(
      call(method.revertRevision, revert),
      'ABORTED',
      'changed since revision 3: name of flag "colour" in revision 4',
    );
    await call(method.revertRevision, { ...revert, onto: pennonChanges.RevertRevisionRequest_Onto.LATEST });
    expect(await call(getFlag, colour)).toMatchObject({ name: 'Colour', description: 'Which colour' });
  });
});
