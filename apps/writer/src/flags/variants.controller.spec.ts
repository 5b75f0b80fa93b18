import { flipt } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { call, expectRefused, revisionOf } = newWriterForEachTest();

const longestKey = 'k'.repeat(255);

/** JSON text of this many bytes. */
function jsonOfSize(bytes: number): string {
  return JSON.stringify('x'.repeat(bytes - 2));
}

beforeEach(async () => {
  await call(method.createFlag, { key: 'colour', name: 'Colour' });
  await call(method.createFlag, { key: 'other', name: 'Other' });
});

async function createVariant(key: string, flagKey = 'colour'): Promise<flipt.Variant> {
  return call(method.createVariant, { flagKey, key });
}

async function variants(): Promise<readonly flipt.Variant[]> {
  return (await call(method.getFlag, { key: 'colour' })).variants;
}

describe('creating a variant', () => {
  it.each([
    ['invalid field flagKey: must not be empty', { key: 'blue' }],
    ['invalid field key: must not be empty', { flagKey: 'colour', attachment: '{' }],
    [
      'invalid field key: must not be longer than 255 characters',
      { flagKey: 'colour', key: `${longestKey}k` },
    ],
    ['invalid field attachment: must be a json string', { flagKey: 'colour', key: 'blue', attachment: '{' }],
    [
      'invalid field attachment: must be less than 1000 KB',
      { flagKey: 'colour', key: 'blue', attachment: jsonOfSize(1_024_001) },
    ],
    [
      'invalid field attachment: must not be nested deeper than 188 levels',
      { flagKey: 'colour', key: 'blue', attachment: '['.repeat(190) + ']'.repeat(190) },
    ],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.createVariant, request), 'INVALID_ARGUMENT', message);
    expect(await variants()).toEqual([]);
  });

  it('takes keys of any characters, up to the longest there is', async () => {
    await createVariant('grün & "blau"');
    await createVariant(longestKey);
    expect((await variants()).map(({ key }) => key)).toEqual(['grün & "blau"', longestKey]);
  });

  it('takes the largest attachment there is', async () => {
    const attachment = jsonOfSize(1_024_000);
    await call(method.createVariant, { flagKey: 'colour', key: 'blue', attachment });
    expect((await variants())[0]?.attachment).toBe(attachment);
  });

  it('of a flag that does not exist is refused', async () => {
    await expectRefused(createVariant('blue', 'nothing'), 'NOT_FOUND', 'flag "default/nothing" not found');
  });

  it('of a key that another flag has is fine', async () => {
    await createVariant('blue', 'other');
    await createVariant('blue');
    await expectRefused(
      createVariant('blue'),
      'INVALID_ARGUMENT',
      'variant "blue" is not unique for flag "default/colour"',
    );
  });
});

describe('updating a variant', () => {
  it.each([
    ['invalid field id: must not be empty', {}],
    ['invalid field flagKey: must not be empty', { id: 'x' }],
    ['invalid field key: must not be empty', { id: 'x', flagKey: 'colour' }],
    [
      'invalid field key: must not be longer than 255 characters',
      { id: 'x', flagKey: 'colour', key: `${longestKey}k` },
    ],
    [
      'invalid field attachment: must be a json string',
      { id: 'x', flagKey: 'colour', key: 'blue', attachment: 'no' },
    ],
    [
      'invalid field attachment: must not be nested deeper than 188 levels',
      { id: 'x', flagKey: 'colour', key: 'blue', attachment: '['.repeat(190) + ']'.repeat(190) },
    ],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.updateVariant, request), 'INVALID_ARGUMENT', message);
  });

  it('with white space in the attachment alone is nothing', async () => {
    const given = { flagKey: 'colour', key: 'blue', attachment: '{"a": 1}' };
    const created = await call(method.createVariant, given);
    const revision = await revisionOf('default');
    const attachment = ' { "a":\n1 } ';
    expect(await call(method.updateVariant, { ...given, id: created.id, attachment })).toEqual(created);
    expect(await revisionOf('default')).toBe(revision);
    const { flags } = await call(method.listFlags, {});
    expect(flags[0]?.variants[0]?.attachment).toBe('{"a": 1}');
  });

  it('replaces its key, and what is left out by nothing', async () => {
    const { id, createdAt } = await call(method.createVariant, {
      flagKey: 'colour',
      key: 'blue',
      name: 'Blue',
      attachment: '{}',
    });
    const updated = await call(method.updateVariant, { id, flagKey: 'colour', key: 'azure' });
    expect(updated).toMatchObject({ id, key: 'azure', name: '', description: '', attachment: '', createdAt });
    expect(await variants()).toEqual([updated]);
  });

  it('may keep its own key, and not take that of another', async () => {
    const { id } = await createVariant('blue');
    await createVariant('red');
    await call(method.updateVariant, { id, flagKey: 'colour', key: 'blue', name: 'New' });
    await expectRefused(
      call(method.updateVariant, { id, flagKey: 'colour', key: 'red' }),
      'INVALID_ARGUMENT',
      'variant "red" is not unique for flag "default/colour"',
    );
    expect((await variants()).map(({ key, name }) => [key, name])).toEqual([
      ['blue', 'New'],
      ['red', ''],
    ]);
  });

  it('of another flag is refused by the new key', async () => {
    const { id } = await createVariant('blue', 'other');
    const refused = call(method.updateVariant, { id, flagKey: 'colour', key: 'azure' });
    await expectRefused(refused, 'NOT_FOUND', 'variant "azure" not found');
  });
});

describe('deleting a variant', () => {
  it.each([
    ['invalid field id: must not be empty', { flagKey: 'colour' }],
    ['invalid field flagKey: must not be empty', { id: 'x' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.deleteVariant, request), 'INVALID_ARGUMENT', message);
  });

  it('of another flag does nothing', async () => {
    const { id } = await createVariant('blue');
    await call(method.deleteVariant, { id, flagKey: 'other' });
    expect((await variants()).map((variant) => variant.id)).toEqual([id]);
  });
});
