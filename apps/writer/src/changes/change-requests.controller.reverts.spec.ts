import { flipt, pennonChanges } from '@pennon/proto';
import { marked } from '../../../../test/support/marked';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, updateFlag, getFlag, createNamespace, getSegment } = flipt.Flipt.method;
const { method } = pennonChanges.ChangeService;
const { LATEST } = pennonChanges.RevertRevisionRequest_Onto;
const { Change_State: State } = pennonChanges;

const { call, expectRefused } = newWriterForEachTest();

const namespaceKey = 'shop';
const colour = { namespaceKey, key: 'colour' };
const revert = { namespaceKey, revision: '4' };

/** Revision 4 changes two flags, and makes a third one and a segment. */
beforeEach(async () => {
  await call(createNamespace, { key: namespaceKey, name: 'Shop' });
  await call(createFlag, { ...colour, name: 'Colour', description: 'Which colr' });
  await call(createFlag, { namespaceKey, key: 'size', name: 'Size' });
  const document = JSON.stringify({
    flags: [
      { key: 'colour', name: 'Hue', description: 'Which hue' },
      { key: 'size', name: 'Width' },
      { key: 'shape', name: 'Shape' },
    ],
    segments: [{ key: 'beta', name: 'Beta', match_type: 'ALL_MATCH_TYPE' }],
  });
  await call(method.createChange, { namespaceKey, source: { case: 'document', value: { document } } });
});

it('a revert is proposed if that is asked for', async () => {
  const { PROPOSE } = pennonChanges.ChangeMode;
  const { change } = await call(method.revertRevision, { ...revert, flags: ['size'], mode: PROPOSE });
  expect(change).toMatchObject({ state: State.PENDING_REVIEW, baseRevision: marked(4) });
  expect(await call(getFlag, { namespaceKey, key: 'size' })).toMatchObject({ name: 'Width' });
  await call(method.applyChange, { namespaceKey, id: change?.id ?? '' });
  expect(await call(getFlag, { namespaceKey, key: 'size' })).toMatchObject({ name: 'Size' });
});

describe('a revert of some of what a revision changed', () => {
  it('puts back the flags and segments that are named', async () => {
    await call(method.revertRevision, { ...revert, flags: ['colour'], segments: ['beta'] });
    expect(await call(getFlag, colour)).toMatchObject({ name: 'Colour', description: 'Which colr' });
    expect(await call(getFlag, { namespaceKey, key: 'size' })).toMatchObject({ name: 'Width' });
    expect(await call(getFlag, { namespaceKey, key: 'shape' })).toMatchObject({ name: 'Shape' });
    await expectRefused(
      call(getSegment, { namespaceKey, key: 'beta' }),
      'NOT_FOUND',
      'segment "shop/beta" not found',
    );
    const { revisions } = await call(method.listRevisions, { namespaceKey, limit: 1 });
    expect(revisions).toMatchObject([{ message: 'revert of revision 4, in part' }]);
  });

  it('puts back the parts that are named, wherever the revision changed them', async () => {
    await call(method.revertRevision, { ...revert, parts: ['name'] });
    expect(await call(getFlag, colour)).toMatchObject({ name: 'Colour', description: 'Which hue' });
    expect(await call(getFlag, { namespaceKey, key: 'size' })).toMatchObject({ name: 'Size' });
    expect(await call(getFlag, { namespaceKey, key: 'shape' })).toMatchObject({ name: 'Shape' });
  });

  it('asks only about parts that are named', async () => {
    await call(updateFlag, { ...colour, name: 'Hue', description: 'Which tint' });
    await call(method.revertRevision, { ...revert, flags: ['colour'], parts: ['name'] });
    expect(await call(getFlag, colour)).toMatchObject({ name: 'Colour', description: 'Which tint' });
    const description = { ...revert, flags: ['colour'], parts: ['description'] };
    await expectRefused(
      call(method.revertRevision, description),
      'ABORTED',
      'changed since revision 4: description of flag "colour" in revision 5',
    );
    await call(method.revertRevision, { ...description, onto: LATEST });
    expect(await call(getFlag, colour)).toMatchObject({ description: 'Which colr' });
  });

  it.each([
    [{ flags: ['colour', 'banner'] }, 'flags: revision 4 did not change flag "banner"'],
    [{ segments: ['size'] }, 'segments: revision 4 did not change segment "size"'],
    [
      { parts: ['name', 'rollouts'] },
      'parts: revision 4 did not change "rollouts"; it changed description, name',
    ],
    [{ parts: ['isEnabled'] }, 'parts: revision 4 did not change "isEnabled"; it changed description, name'],
    [
      { flags: ['colour', 'size'], parts: ['description'] },
      'parts: revision 4 changed none of these parts of flag "size"',
    ],
    [
      { flags: ['shape'], parts: ['name'] },
      'parts: revision 4 created flag "shape", which can only be put back whole',
    ],
  ])('is refused for what the revision did not change: %j', async (choice, problem) => {
    const refused = call(method.revertRevision, { ...revert, ...choice });
    await expectRefused(refused, 'INVALID_ARGUMENT', `invalid field ${problem}`);
  });

  it('is refused for a part of a flag that the revision deleted', async () => {
    const deletions = { flags: ['size'] };
    await call(method.createChange, { namespaceKey, source: { case: 'document', value: { deletions } } });
    await expectRefused(
      call(method.revertRevision, { namespaceKey, revision: '5', flags: ['size'], parts: ['name'] }),
      'INVALID_ARGUMENT',
      'invalid field parts: revision 5 deleted flag "size", which can only be put back whole',
    );
  });
});

describe('a revision that was reverted, and the revert, tell of each other', () => {
  /** By revision, what the list and the single revision say of reverts. */
  async function revertsOf(revision: string): Promise<unknown> {
    const { revisions } = await call(method.listRevisions, { namespaceKey });
    const listed = revisions.find((one) => one.revision.startsWith(`${revision}.`));
    const found = await call(method.getRevision, { namespaceKey, revision });
    expect(found.revision).toEqual(listed);
    return [listed?.reverts, listed?.revertedBy];
  }

  it('at once', async () => {
    await call(method.revertRevision, { ...revert, flags: ['colour'] });
    await call(method.revertRevision, { ...revert, flags: ['size'] });
    await call(method.revertRevision, { namespaceKey, revision: '6' });
    expect(await revertsOf('4')).toEqual(['', [marked(5), marked(6)]]);
    expect(await revertsOf('5')).toEqual([marked(4), []]);
    expect(await revertsOf('6')).toEqual([marked(4), [marked(7)]]);
    expect(await revertsOf('7')).toEqual([marked(6), []]);
  });

  it('after it has waited', async () => {
    const { id } = await proposedRevert();
    await call(method.updateChange, { namespaceKey, id, message: 'Too wide' });
    expect(await revertsOf('4')).toEqual(['', []]);
    await call(method.updatePolicy, { namespaceKey, policy: {} });
    await call(method.applyChange, { namespaceKey, id });
    expect(await revertsOf('5')).toEqual([marked(4), []]);
    expect(await revertsOf('4')).toEqual(['', [marked(5)]]);
  });

  it('unless somebody has edited what it wants', async () => {
    const { id } = await proposedRevert();
    const document = JSON.stringify({ flags: [{ key: 'size', name: 'Breadth' }] });
    await call(method.updateChange, { namespaceKey, id, document: { document } });
    await call(method.updatePolicy, { namespaceKey, policy: {} });
    await call(method.applyChange, { namespaceKey, id });
    expect(await revertsOf('5')).toEqual(['', []]);
    expect(await revertsOf('4')).toEqual(['', []]);
  });

  it('but not where the revert came to nothing', async () => {
    await call(method.revertRevision, { ...revert, validateOnly: true });
    await call(updateFlag, { namespaceKey, key: 'size', name: 'Size' });
    await call(method.revertRevision, { ...revert, flags: ['size'] });
    expect(await revertsOf('4')).toEqual(['', []]);
  });

  /** A revert that waits for an approval. */
  async function proposedRevert(): Promise<{ readonly id: string }> {
    await call(method.updatePolicy, {
      ...{ namespaceKey, policy: { requiredApprovals: 1, restrictDirectWrites: false } },
    });
    const { change } = await call(method.revertRevision, { ...revert, flags: ['size'] });
    return { id: change?.id ?? '' };
  }
});
