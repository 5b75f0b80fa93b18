import { aConstraint, aSegment, SOME_MOMENT } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';
import { type Stores } from '../unit-of-work';

const { write, read } = newDatabaseForEachTest();

beforeEach(async () => {
  await write(async ({ segments, constraints }) => {
    await segments.create(aSegment('dutch'));
    await segments.create(aSegment('staff'));
    await constraints.create(aConstraint('dutch', 'one'));
    await constraints.create(aConstraint('dutch', 'two'));
  });
});

async function find(id: string): ReturnType<Stores['constraints']['find']> {
  return read(({ constraints }) => constraints.find('default', 'dutch', id));
}

describe('a constraint', () => {
  it('is found as it was created', async () => {
    const changes = { type: 'entityId', property: 'entityId', operator: 'isoneof', value: '["a"]' } as const;
    const constraint = aConstraint('dutch', 'three', { ...changes, description: 'ü' });
    await write(({ constraints }) => constraints.create(constraint));
    expect(await find('three')).toEqual(constraint);
  });

  it('is found by its own segment only', async () => {
    expect(await read(({ constraints }) => constraints.find('default', 'staff', 'one'))).toBeUndefined();
    expect(await read(({ constraints }) => constraints.find('shop', 'dutch', 'one'))).toBeUndefined();
  });

  it('changes what it compares, and nothing else', async () => {
    const changes = {
      type: 'number',
      property: 'age',
      operator: 'gt',
      value: '5',
      description: 'text',
    } as const;
    await write(({ constraints }) => constraints.update('one', changes, SOME_MOMENT + 5));
    expect(await find('one')).toEqual(
      aConstraint('dutch', 'one', { ...changes, updatedAt: SOME_MOMENT + 5 }),
    );
    expect(await find('two')).toEqual(aConstraint('dutch', 'two'));
  });

  it('is deleted alone', async () => {
    await write(({ constraints }) => constraints.delete('default', 'dutch', 'one'));
    expect([await find('one'), await find('two')]).toEqual([undefined, aConstraint('dutch', 'two')]);
  });

  it('of another segment is not deleted', async () => {
    await write(async ({ constraints }) => {
      await constraints.delete('default', 'staff', 'one');
      await constraints.delete('shop', 'dutch', 'one');
    });
    expect(await find('one')).toBeDefined();
  });
});
