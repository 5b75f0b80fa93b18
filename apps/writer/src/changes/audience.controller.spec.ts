import { flipt, pennonChanges, pennonExplain, pennonSaved } from '@pennon/proto';
import { marked } from '../../../../test/support/marked';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createConstraint, createFlag, createNamespace, createRollout, createSegment } = flipt.Flipt.method;
const { createChange, cancelChange, estimateAudience } = pennonChanges.ChangeService.method;
const { explain } = pennonExplain.ExplainService.method;
const { putSavedItem } = pennonSaved.SavedService.method;

const { call, expectRefused, revisionOf } = newWriterForEachTest();

const namespaceKey = 'shop';
const ana = { name: 'Ana', entityId: 'ana', context: { plan: 'pro' } };
const ben = { name: 'Ben', entityId: 'ben', context: { plan: 'free' } };

/** The flag answers true to users of a plan. */
beforeEach(async () => {
  await call(createNamespace, { key: namespaceKey, name: 'Shop' });
  await call(createFlag, {
    ...{ namespaceKey, key: 'banner', name: 'Banner' },
    type: flipt.FlagType.BOOLEAN_FLAG_TYPE,
  });
  await call(createFlag, { namespaceKey, key: 'other', name: 'Other' });
  await call(createSegment, { namespaceKey, key: 'payers', name: 'Payers' });
  await call(createConstraint, { ...constraint('pro'), namespaceKey, segmentKey: 'payers' });
  await call(createRollout, {
    ...{ namespaceKey, flagKey: 'banner', rank: 1 },
    rule: { case: 'segment', value: { segmentKeys: ['payers'], value: true } },
  });
});

function constraint(value: string) {
  const type = flipt.ComparisonType.STRING_COMPARISON_TYPE;
  return { type, property: 'plan', operator: 'eq', value };
}

/** A change after which users of the other plan are the ones. */
const swap = {
  case: 'edits' as const,
  value: {
    segments: [
      { key: 'payers', addConstraints: [constraint('free')], removeConstraints: [constraint('pro')] },
    ],
  },
};

/** Changes that wait, of the same series: the first adds a flag, and the second turns one off. */
async function series(): Promise<readonly string[]> {
  const document = JSON.stringify({
    flags: [{ key: 'new', name: 'New', type: 'BOOLEAN_FLAG_TYPE', enabled: true }],
  });
  const { change, steps } = await call(createChange, {
    namespaceKey,
    mode: pennonChanges.ChangeMode.PROPOSE,
    when: {
      steps: [
        { document: { document } },
        { after: { seconds: 60n }, edits: { flags: [{ key: 'new', off: true }] } },
      ],
    },
  });
  return [change, ...steps.map((step) => step.change)].map((step) => step?.id ?? '');
}

describe('an estimate', () => {
  it('tells what sample users get before and after, from each flag that the change touches', async () => {
    for (const { name, ...value } of [ben, ana])
      await call(putSavedItem, { namespaceKey, name, content: { case: 'sampleUser', value } });
    const before = await revisionOf(namespaceKey);
    const estimate = await call(estimateAudience, { namespaceKey, source: swap });
    expect(estimate).toMatchObject({
      ...{ revision: marked(before ?? 0), flagsLeftOut: 0, samples: [ana, ben] },
      flags: [
        {
          ...{ flagKey: 'banner', changed: 2 },
          moves: [
            { before: 'true', after: 'false', samples: 1 },
            { before: 'false', after: 'true', samples: 1 },
          ],
          answers: [
            { before: 'true', after: 'false' },
            { before: 'false', after: 'true' },
          ],
        },
      ],
    });
    expect(await revisionOf(namespaceKey)).toBe(before);
  });

  it('is of the users in the request, and knows flags that come and go', async () => {
    const deletions = { flags: ['banner'], segments: [] };
    const document = JSON.stringify({ flags: [{ key: 'new', name: 'New' }] });
    const estimate = await call(estimateAudience, {
      namespaceKey,
      source: { case: 'document', value: { document, deletions } },
      samples: [ana],
    });
    const told = estimate.flags.map(({ flagKey, changed, answers: [answer] }) => ({
      ...{ flagKey, changed, before: answer?.before, after: answer?.after },
    }));
    expect(told).toEqual([
      { flagKey: 'banner', changed: 1, before: 'true', after: undefined },
      { flagKey: 'new', changed: 1, before: undefined, after: '' },
    ]);
  });

  it('is of a change that waits, after the steps before it', async () => {
    const [first = '', second = ''] = await series();
    const after = async (id: string) => {
      const source = { case: 'changeId', value: id } as const;
      const { flags } = await call(estimateAudience, { namespaceKey, source, samples: [ana] });
      return flags.map(({ flagKey, answers }) => [flagKey, answers[0]?.before, answers[0]?.after]);
    };
    expect(await after(first)).toEqual([['new', undefined, 'true']]);
    expect(await after(second)).toEqual([['new', undefined, 'false']]);
    await call(cancelChange, { namespaceKey, id: first });
    await expectRefused(after(first), 'FAILED_PRECONDITION', 'the change does not wait: it is cancelled');
  });

  it('is refused without a change, and for too many users', async () => {
    const samples = Array.from({ length: 201 }, () => ana);
    await expect(call(estimateAudience, { namespaceKey, source: swap, samples })).rejects.toThrow(
      'must not be more than 200',
    );
    await expect(call(estimateAudience, { namespaceKey })).rejects.toThrow(
      'must be one of document, edits and changeId',
    );
    const source = { case: 'changeId', value: 'none' } as const;
    await expect(call(estimateAudience, { namespaceKey, source, baseRevision: '1' })).rejects.toThrow(
      'must not be given with baseRevision',
    );
  });
});

describe('an explanation of a draft', () => {
  const asked = { namespaceKey, flagKey: 'banner', entityId: 'ben', context: { plan: 'free' } };

  it('is of the latest state with the change, of which nothing stays', async () => {
    const drafted = await call(explain, { ...asked, draft: swap });
    expect(drafted.explanation).toMatchObject({
      value: {
        result: { enabled: true },
        rollouts: [{ step: { value: { segments: [{ match: true, constraints: [{ value: 'free' }] }] } } }],
      },
    });
    const { explanation } = await call(explain, asked);
    expect(explanation).toMatchObject({ value: { result: { enabled: false } } });
  });

  it('is of a flag that a change which waits would add', async () => {
    const [, id = ''] = await series();
    const draft = { case: 'changeId', value: id } as const;
    expect(await call(explain, { ...asked, flagKey: 'new', draft })).toMatchObject({
      ending: pennonExplain.Ending.OFF_ENDING,
    });
    await expect(call(explain, { ...asked, draft, revision: '1' })).rejects.toThrow(
      'must not be given with revision',
    );
  });
});
