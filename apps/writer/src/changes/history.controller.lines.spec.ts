import { flipt, pennonChanges, pennonTransfer } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { createChange, getRevision, listRevisions } = pennonChanges.ChangeService.method;
const { importNamespace } = pennonTransfer.TransferService.method;

const { call, database } = newWriterForEachTest();

const namespaceKey = 'shop';
const colour = { namespaceKey, flagKey: 'colour' };

beforeEach(async () => {
  await call(method.createNamespace, { key: namespaceKey, name: 'Shop' });
});

/** The latest revision. */
async function latest(): Promise<pennonChanges.Revision> {
  const { revisions } = await call(listRevisions, { namespaceKey, limit: 1 });
  const [revision] = revisions;
  if (revision === undefined) throw new Error('there is no revision');
  return revision;
}

async function lines(): Promise<readonly string[]> {
  return (await latest()).lines;
}

/** A plan, with what a line of a field is about before it. */
function alone(plan: readonly pennonTransfer.PlanLine[]): readonly string[] {
  return plan.flatMap(({ sign, depth, text }, index) => {
    if (depth === 1)
      return [`${sign} ${plan.slice(0, index).findLast((one) => one.depth === 0)?.text}, ${text}`];
    return plan[index + 1]?.depth === 1 ? [] : [`${sign} ${text}`];
  });
}

describe('the lines of a revision', () => {
  it('tell what single calls have done', async () => {
    expect(await lines()).toEqual(['+ namespace shop']);
    await call(method.createFlag, { namespaceKey, key: 'colour', name: 'Colour' });
    expect(await lines()).toEqual(['+ flag colour']);
    const { id: variantId } = await call(method.createVariant, {
      ...colour,
      key: 'red',
      attachment: '{ "a": 1 }',
    });
    expect(await lines()).toEqual(['+ flag colour, variant red']);
    await call(method.updateVariant, {
      ...colour,
      id: variantId,
      key: 'red',
      name: 'Red',
      attachment: '{"a":1}',
    });
    expect(await lines()).toEqual(['~ flag colour, variant red, name: "" → "Red"']);
    await call(method.createSegment, { namespaceKey, key: 'dutch', name: 'Dutch' });
    expect(await lines()).toEqual(['+ segment dutch']);
    const country = { type: 1, property: 'country', operator: 'eq', value: 'NL' };
    await call(method.createConstraint, { namespaceKey, segmentKey: 'dutch', ...country });
    expect(await lines()).toEqual(['+ segment dutch, constraint country eq NL']);
    const rule = await call(method.createRule, { ...colour, segmentKeys: ['dutch'], rank: 1 });
    expect(await lines()).toEqual(['+ flag colour, rule 1']);
    await call(method.createDistribution, { ...colour, ruleId: rule.id, variantId, rollout: 100 });
    expect(await lines()).toEqual(['+ flag colour, rule 1, distribution red 100 %']);
    await call(method.updateFlag, { namespaceKey, key: 'colour', name: 'Hue', enabled: true });
    expect(await lines()).toEqual([
      '~ flag colour, name: "Colour" → "Hue"',
      '~ flag colour, enabled: false → true',
    ]);
    await call(method.deleteFlag, { namespaceKey, key: 'colour' });
    expect(await lines()).toEqual(['- flag colour']);
    await call(method.updateNamespace, { key: namespaceKey, name: 'Store', description: '' });
    expect(await lines()).toEqual(['~ namespace shop, name: "Shop" → "Store"']);
    await call(method.deleteNamespace, { key: namespaceKey, force: true });
    expect(await lines()).toEqual(['- namespace shop', '- segment dutch']);
  });

  it('are those that a preview of the change prints', async () => {
    await call(method.createFlag, { namespaceKey, key: 'colour', name: 'Colour' });
    const document = JSON.stringify({
      namespace: { key: namespaceKey, name: 'Store' },
      flags: [
        { key: 'colour', name: 'Hue', enabled: true, variants: [{ key: 'red', default: true }] },
        { key: 'size', name: 'Size' },
      ],
    });
    const change = { namespaceKey, source: { case: 'document' as const, value: { document } } };
    const preview = await call(createChange, { ...change, validateOnly: true });
    await call(createChange, change);
    const revision = await latest();
    const planned = alone(preview.lines);
    expect(planned).toHaveLength(6);
    expect([revision.lines, revision.linesLeftOut]).toEqual([planned.slice(0, 5), 1]);
    const found = await call(getRevision, { namespaceKey, revision: revision.revision });
    expect(found.revision).toEqual(revision);
  });

  it('are five, of 200 characters at most, and the others are counted', async () => {
    const flags = Array.from({ length: 500 }, (_, index) => ({ key: `f${index}`, name: 'F' }));
    await call(importNamespace, {
      namespaceKey,
      document: JSON.stringify({ namespace: namespaceKey, flags }),
    });
    expect(await latest()).toMatchObject({
      lines: ['+ flag f0', '+ flag f1', '+ flag f2', '+ flag f3', '+ flag f4'],
      linesLeftOut: 495,
    });
    const description = 'd'.repeat(1000);
    await call(method.updateFlag, { namespaceKey, key: 'f0', name: 'F', description });
    const told = `~ flag f0, description: "" → "${description}"`;
    expect(await latest()).toMatchObject({ lines: [`${told.slice(0, 200)}…`], linesLeftOut: 0 });
    await call(method.deleteNamespace, { key: namespaceKey, force: true });
    expect(await latest()).toMatchObject({ linesLeftOut: 496 });
  });

  it('are left out of a revision that an earlier version made', async () => {
    await database().write(async (manager) => {
      await manager.update('Revision', { namespaceKey }, { lines: null });
    });
    expect(await latest()).toMatchObject({ lines: [], linesLeftOut: 0 });
  });
});
