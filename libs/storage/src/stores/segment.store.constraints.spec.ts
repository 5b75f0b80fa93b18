import { type Constraint } from '@pennon/domain';
import { aConstraint, aSegment, SOME_MOMENT } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

const one = aConstraint('dutch', 'one');
const two = aConstraint('dutch', 'two');
const other = aConstraint('staff', 'other');

beforeEach(async () => {
  await write(async ({ segments, constraints }) => {
    await segments.createAll([aSegment('dutch'), aSegment('staff')]);
    await constraints.createAll([one, two, other]);
  });
});

/** The constraints of a segment. */
async function of(segmentKey: string): Promise<readonly Constraint[] | undefined> {
  return (await read(({ segments }) => segments.find('default', segmentKey)))?.constraints;
}

async function remove(namespaceKey: string, id: string): Promise<void> {
  await write(({ constraints }) => constraints.deleteAll([{ namespaceKey, id }]));
}

describe('a constraint', () => {
  it('is read with its own segment as it was created', async () => {
    const changes = { type: 'entityId', property: 'entityId', operator: 'isoneof', value: '["a"]' } as const;
    const constraint = aConstraint('staff', 'three', { ...changes, description: 'ü' });
    await write(({ constraints }) => constraints.createAll([constraint]));
    expect(await of('staff')).toEqual([other, constraint]);
    expect(await of('dutch')).toEqual([one, two]);
  });

  it('is replaced by what is given, and no other is', async () => {
    const changes = {
      type: 'number',
      property: 'age',
      operator: 'gt',
      value: '5',
      description: 'text',
    } as const;
    const replaced = aConstraint('dutch', 'one', { ...changes, updatedAt: SOME_MOMENT + 5 });
    await write(({ constraints }) => constraints.replaceAll([replaced]));
    expect(await of('dutch')).toEqual([replaced, two]);
    expect(await of('staff')).toEqual([other]);
  });

  it('is deleted, and no other is', async () => {
    await remove('default', 'one');
    expect(await of('dutch')).toEqual([two]);
    expect(await of('staff')).toEqual([other]);
  });

  it.each([
    ['namespace', 'shop', 'one'],
    ['id', 'default', 'nothing'],
  ])('is not deleted by another %s', async (_, namespaceKey, id) => {
    await remove(namespaceKey, id);
    expect(await of('dutch')).toEqual([one, two]);
  });
});
