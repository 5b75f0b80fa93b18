import { aFlag } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { type StoredRevision } from './stores/revision';
import { type Stores, Unchanged } from './unit-of-work';

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await temporary.remove();
});

async function nothing(): Promise<void> {
  // Only the revision is raised.
}

async function told({ namespaces }: Stores): Promise<StoredRevision | undefined> {
  return namespaces.raisedRevision('default');
}

async function revisionOf(namespaceKey: string): Promise<number | undefined> {
  return temporary.unitOfWork.read(
    async ({ namespaces }) => (await namespaces.revisionOf(namespaceKey))?.revision,
  );
}

describe('a change of a namespace', () => {
  it('raises the revision before it is made', async () => {
    const changed = await temporary.unitOfWork.change('default', async ({ flags, namespaces }) => {
      await flags.createAll([aFlag('colour')]);
      return [
        (await namespaces.raisedRevision('default'))?.revision,
        (await namespaces.revisionOf('default'))?.revision,
      ];
    });
    expect(changed).toMatchObject({ result: [1, 1], revision: { revision: 1 } });
  });

  it('draws a mark for the revision, and tells that of the one before', async () => {
    const first = await temporary.unitOfWork.change('default', told);
    const second = await temporary.unitOfWork.change('default', told);
    const marks = [first, second].map(({ revision }) => revision?.mark);
    expect(marks).toEqual([expect.stringMatching(/^[\w-]{12}$/), expect.stringMatching(/^[\w-]{12}$/)]);
    expect(marks[0]).not.toBe(marks[1]);
    expect([first.result?.markBefore, second.result?.markBefore]).toEqual(['', marks[0]]);
    expect(await temporary.rows('namespaces')).toMatchObject([{ mark: marks[1], mark_before: marks[0] }]);
  });

  it('that fails changes nothing', async () => {
    const change = temporary.unitOfWork.change('default', async ({ flags }) => {
      await flags.createAll([aFlag('colour')]);
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    expect(await revisionOf('default')).toBe(0);
    expect(await temporary.rows('flags')).toEqual([]);
  });

  it('that has found nothing to change leaves the revision as it was', async () => {
    const changed = await temporary.unitOfWork.change('default', async ({ flags }) => {
      await flags.createAll([aFlag('colour')]);
      throw new Unchanged('same');
    });
    expect(changed).toEqual({ result: 'same', revision: { revision: 0 }, isChanged: false });
    expect(await revisionOf('default')).toBe(0);
    expect(await temporary.rows('flags')).toEqual([]);
  });

  it('that there is not has no revision', async () => {
    expect(await temporary.unitOfWork.change('nowhere', nothing)).toEqual({
      result: undefined,
      revision: undefined,
      isChanged: true,
    });
  });
});
