import { flipt, pennonChanges } from '@pennon/proto';
import { marked } from '../../../../test/support/marked';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, getFlag, updateFlag, deleteFlag, createNamespace, updateNamespace } = flipt.Flipt.method;
const { createVariant, createSegment, getSegment, createConstraint } = flipt.Flipt.method;
const { createRule, listRules, createDistribution, createRollout, listRollouts } = flipt.Flipt.method;
const { blameSubject, getSubject } = pennonChanges.ChangeService.method;

const { call, expectRefused } = newWriterForEachTest();

const namespaceKey = 'shop';
const colour = { namespaceKey, kind: 'flag', key: 'colour' };

/** Four revisions: the namespace, a flag, its new name, and that it is enabled. */
beforeEach(async () => {
  await call(createNamespace, { key: 'shop', name: 'Shop' });
  await call(createFlag, { namespaceKey, key: 'colour', name: 'Colour' });
  await call(updateFlag, { namespaceKey, key: 'colour', name: 'Hue' });
  await call(updateFlag, { namespaceKey, key: 'colour', name: 'Hue', enabled: true });
});

describe('a subject at a revision', () => {
  const nameAt = async (revision: string): Promise<unknown> => {
    const { state } = await call(getSubject, { ...colour, revision });
    return (JSON.parse(state) as { readonly name: string }).name;
  };

  it('is what it was then, or is now', async () => {
    expect(await nameAt('2')).toBe('Colour');
    expect(await nameAt('3')).toBe('Hue');
    expect(await call(getSubject, { ...colour, revision: 'latest' })).toMatchObject({
      ...{ kind: 'flag', key: 'colour' },
      revision: marked(4),
    });
  });

  it('may be deleted now', async () => {
    await call(deleteFlag, { namespaceKey, key: 'colour' });
    expect(await nameAt('4')).toBe('Hue');
    await expect(call(getSubject, { ...colour, revision: '5' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(
        /^flag "colour" of namespace "shop" was not there at revision 5\.[\w-]+$/,
      ) as unknown,
    });
  });

  it('may be what the namespace is called', async () => {
    await call(updateNamespace, { key: 'shop', name: 'Store', description: 'of things' });
    const { state } = await call(getSubject, { namespaceKey, kind: 'namespace', revision: '4' });
    expect(JSON.parse(state)).toEqual({ name: 'Shop', description: '' });
  });

  it.each([
    [{ kind: 'rule' }, 'invalid field kind: must be one of flag, segment, namespace'],
    [{ kind: '' }, 'invalid field kind: must be one of flag, segment, namespace'],
    [{ key: '' }, 'invalid field key: must not be empty'],
    [{ kind: 'namespace' }, 'invalid field key: must be empty for a namespace'],
  ])('is refused where the request names none: %j', async (request, message) => {
    await expectRefused(
      call(getSubject, { ...colour, revision: '4', ...request }),
      'INVALID_ARGUMENT',
      message,
    );
  });
});

describe('what is there now', () => {
  const latest = { namespaceKey, revision: 'latest' };

  it('comes with its rows, as the management API has them one by one', async () => {
    await call(createSegment, { namespaceKey, key: 'staff', name: 'Staff' });
    const segmentKey = 'staff';
    await call(createConstraint, {
      ...{ namespaceKey, segmentKey, property: 'team', operator: 'eq', value: 'us' },
      type: flipt.ComparisonType.STRING_COMPARISON_TYPE,
    });
    const flagKey = 'colour';
    const variant = await call(createVariant, { namespaceKey, flagKey, key: 'blue', attachment: '{"a": 1}' });
    const rule = await call(createRule, { namespaceKey, flagKey, segmentKeys: [segmentKey], rank: 1 });
    await call(createDistribution, {
      ...{ namespaceKey, flagKey, ruleId: rule.id, variantId: variant.id },
      rollout: 100,
    });
    await call(createRollout, {
      ...{ namespaceKey, flagKey, rank: 1 },
      rule: { case: 'threshold', value: { percentage: 30, value: true } },
    });

    const flag = await call(getSubject, { ...latest, kind: 'flag', key: flagKey });
    expect(flag.rows).toMatchObject({
      flag: await call(getFlag, { namespaceKey, key: flagKey }),
      rules: (await call(listRules, { namespaceKey, flagKey })).rules,
      rollouts: (await call(listRollouts, { namespaceKey, flagKey })).rules,
    });
    expect(flag.rows?.rules[0]?.distributions).toMatchObject([{ variantId: variant.id, rollout: 100 }]);
    expect(flag.rows?.segment).toBeUndefined();

    const segment = await call(getSubject, { ...latest, kind: 'segment', key: segmentKey });
    expect(segment.rows?.segment).toEqual(await call(getSegment, { namespaceKey, key: segmentKey }));
    expect(segment.rows?.flag).toBeUndefined();
    expect(segment.revision).toBe(flag.revision);
  });

  it('has no rows in the past', async () => {
    expect((await call(getSubject, { ...colour, revision: '4' })).rows).toBeUndefined();
  });

  it('may be gone', async () => {
    await call(deleteFlag, { namespaceKey, key: 'colour' });
    await expect(call(getSubject, { ...latest, kind: 'flag', key: 'colour' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(
        /^flag "colour" of namespace "shop" was not there at revision 5/,
      ) as unknown,
    });
  });
});

describe('blame', () => {
  it('names the revision and the author that last changed each part', async () => {
    const { parts } = await call(blameSubject, colour);
    const revisions = parts.map(({ place, revision }) => [place?.part, revision]);
    expect(Object.fromEntries(revisions)).toMatchObject({
      ...{ enabled: marked(4), name: marked(3) },
      ...{ description: marked(2), default_variant: marked(2), rules: marked(2) },
    });
    expect(parts[0]).toMatchObject({
      place: { kind: 'flag', key: 'colour', part: 'name' },
      author: { authentication: 'none' },
    });
    expect(parts[0]?.at).toBeDefined();
  });

  it('is of what is there now', async () => {
    await expectRefused(
      call(blameSubject, { ...colour, kind: 'segment' }),
      'NOT_FOUND',
      'segment "colour" not found in namespace "shop"',
    );
  });
});
