import { flipt, pennonChanges, pennonTransfer } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, createNamespace } = flipt.Flipt.method;
const { importNamespace } = pennonTransfer.TransferService.method;
const { compareFlag, listSegmentUses } = pennonChanges.ChangeService.method;

const { call, expectRefused } = newWriterForEachTest();

const constraint = { type: 'STRING_COMPARISON_TYPE', property: 'plan', operator: 'eq', value: 'gold' };
const segment = (key: string, value = 'gold') => ({
  ...{ key, name: key, match_type: 'ALL_MATCH_TYPE' },
  constraints: [{ ...constraint, value }],
});
const rule = (...segments: string[]) => ({ segment: { keys: segments, operator: 'OR_SEGMENT_OPERATOR' } });
const colour = {
  ...{ key: 'colour', name: 'Colour', type: 'VARIANT_FLAG_TYPE' },
  rules: [rule('gold'), rule('gold', 'staff')],
};
const banner = {
  ...{ key: 'banner', name: 'Banner', type: 'BOOLEAN_FLAG_TYPE' },
  rollouts: [{ segment: { key: 'gold', value: true } }],
};

async function namespaceOf(
  key: string,
  flags: readonly object[],
  segments: readonly object[],
): Promise<void> {
  await call(createNamespace, { key, name: key });
  const document = JSON.stringify({ version: '1.2', namespace: key, flags, segments });
  await call(importNamespace, { namespaceKey: key, document });
}

beforeEach(async () => {
  await namespaceOf('shop', [colour, banner], [segment('gold'), segment('staff'), segment('idle')]);
});

describe('the uses of a segment', () => {
  const usesOf = async (segmentKey: string): Promise<readonly string[]> => {
    const { places, more } = await call(listSegmentUses, { namespaceKey: 'shop', segmentKey });
    expect(more).toBe(false);
    return places.map(({ key, part, item }) => `${key} ${part} ${item}`);
  };

  it('are its rules and rollouts, by flag and rank', async () => {
    expect(await usesOf('gold')).toEqual(['banner rollouts 1', 'colour rules 1', 'colour rules 2']);
    expect(await usesOf('staff')).toEqual(['colour rules 2']);
    expect(await usesOf('idle')).toEqual([]);
  });

  it('are refused where there is no such segment', async () => {
    const message = 'segment "silver" not found in namespace "shop"';
    await expectRefused(usesOf('silver'), 'NOT_FOUND', message);
  });
});

describe('a flag beside that of another namespace', () => {
  const { FlagElsewhere_Status: Status } = pennonChanges;
  const compared = async (flagKey: string, ...others: string[]): Promise<unknown> => {
    const { namespaces } = await call(compareFlag, { namespaceKey: 'shop', flagKey, with: others });
    return namespaces.map(({ status, parts, segments }) => [status, parts, segments]);
  };

  it('is the same, also where other flags and segments differ', async () => {
    await namespaceOf('prod', [colour], [segment('gold'), segment('staff'), segment('idle', 'bronze')]);
    expect(await compared('colour', 'prod')).toEqual([[Status.SAME, [], []]]);
  });

  it('differs in parts, and in segments that one of the two uses', async () => {
    const other = { ...colour, name: 'Hue', enabled: true };
    await namespaceOf('prod', [other], [segment('gold', 'silver'), segment('staff')]);
    await namespaceOf('dev', [{ ...colour, rules: [rule('new')] }], [segment('new'), segment('gold')]);
    expect(await compared('colour', 'prod', 'dev', 'shop')).toEqual([
      [Status.DIFFERS, ['name', 'enabled'], ['gold']],
      [Status.DIFFERS, ['rules'], ['new', 'staff']],
      [Status.SAME, [], []],
    ]);
  });

  it('is missing, or named once however often it is asked for', async () => {
    await namespaceOf('prod', [], []);
    expect(await compared('colour', 'prod', 'prod')).toEqual([[Status.MISSING, [], []]]);
  });

  it('is refused where there is none to compare, or nothing to compare it with', async () => {
    await call(createFlag, { namespaceKey: '', key: 'only', name: 'Only' });
    await expectRefused(
      compared('only', 'default'),
      'NOT_FOUND',
      'flag "only" not found in namespace "shop"',
    );
    await expectRefused(compared('colour', 'nowhere'), 'NOT_FOUND', 'namespace "nowhere" not found');
    await expectRefused(
      compared('colour'),
      'INVALID_ARGUMENT',
      'invalid field with: must have 1 to 20 namespaces',
    );
    await expectRefused(
      compared('colour', 'prod', ''),
      'INVALID_ARGUMENT',
      'invalid field with: must not have an empty key of a namespace',
    );
  });
});
