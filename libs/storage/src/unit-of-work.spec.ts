import { aFlag } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await temporary.remove();
});

const part = { kind: 'segment', key: 'all' } as const;

async function nothing(): Promise<void> {
  // Only the revision is raised.
}

async function revisionOf(namespaceKey: string): Promise<number | undefined> {
  return temporary.unitOfWork.read(({ namespaces }) => namespaces.revisionOf(namespaceKey));
}

describe('a change of a namespace', () => {
  it('raises the revision before it is made, and remembers what it was about', async () => {
    const changed = await temporary.unitOfWork.change(
      'default',
      { kind: 'flag', key: 'colour' },
      async ({ flags, namespaces }) => {
        await flags.create(aFlag('colour'));
        return namespaces.revisionOf('default');
      },
    );
    expect(changed).toMatchObject({ result: 1, revision: { revision: 1 } });
    expect(await temporary.rows('namespace_changes')).toEqual([
      { namespace_key: 'default', revision: 1, mark_before: '', kind: 'flag', key: 'colour' },
    ]);
  });

  it('draws a mark for the revision, and remembers that of the one before', async () => {
    const first = await temporary.unitOfWork.change('default', part, nothing);
    const second = await temporary.unitOfWork.change('default', part, nothing);
    const marks = [first, second].map(({ revision }) => revision?.mark);
    expect(marks).toEqual([expect.stringMatching(/^[\w-]{12}$/), expect.stringMatching(/^[\w-]{12}$/)]);
    expect(marks[0]).not.toBe(marks[1]);
    expect(await temporary.rows('namespace_changes')).toMatchObject([
      { revision: 1, mark_before: '' },
      { revision: 2, mark_before: marks[0] },
    ]);
    expect(await temporary.rows('namespaces')).toMatchObject([{ mark: marks[1], mark_before: marks[0] }]);
  });

  it('may find out what it is about', async () => {
    await temporary.unitOfWork.change(
      'default',
      ({ flags }) => flags.create(aFlag('a')).then(() => part),
      nothing,
    );
    expect(await temporary.rows('namespace_changes')).toMatchObject([part]);
  });

  it('that fails changes nothing', async () => {
    const change = temporary.unitOfWork.change('default', part, async ({ flags }) => {
      await flags.create(aFlag('colour'));
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    expect(await revisionOf('default')).toBe(0);
    expect(await temporary.rows('flags')).toEqual([]);
  });

  it('that there is not has no revision', async () => {
    expect(await temporary.unitOfWork.change('nowhere', part, nothing)).toEqual({
      result: undefined,
      revision: undefined,
      isChanged: true,
    });
    expect(await temporary.rows('namespace_changes')).toEqual([]);
  });
});
