import { readRevision, revisionText, type Revision } from '@pennon/domain';
import { type SnapshotDocument, type SnapshotSource } from '@pennon/snapshot';

/** A source under test, and the ways to change what it holds. */
export interface SnapshotSourceUnderTest {
  readonly source: SnapshotSource;
  /** Makes a namespace. */
  readonly create: (namespaceKey: string) => Promise<void>;
  /** Raises the revision of a namespace by one. */
  readonly touch: (namespaceKey: string) => Promise<void>;
  /** Removes a namespace. */
  readonly remove: (namespaceKey: string) => Promise<void>;
}

/** What every source of snapshots does; called by the spec of each, fakes included. */
export function itIsASnapshotSource(open: () => Promise<SnapshotSourceUnderTest>): void {
  it('knows nothing of a namespace that is not there', async () => {
    const { source } = await open();
    expect(await source.load('nowhere')).toBeUndefined();
    expect(await source.revisionOf('nowhere')).toBeUndefined();
  });

  it('answers the document of a namespace', async () => {
    const { source, create } = await open();
    await create('shop');
    expect(await source.load('shop')).toMatchObject({ formatVersion: 2, namespaceKey: 'shop', flags: [] });
  });

  it('answers a later revision after a change', async () => {
    const { source, create, touch } = await open();
    await create('shop');
    const before = await source.load('shop');
    await touch('shop');
    const after = await source.load('shop');
    expect(after?.revision).toBe((before?.revision ?? Number.NaN) + 1);
  });

  it('tells the revision that loading answers', async () => {
    const { source, create, touch } = await open();
    await create('shop');
    await touch('shop');
    const document = await source.load('shop');
    const revision = { revision: document?.revision, mark: document?.mark };
    expect(await source.revisionOf('shop')).toMatchObject(revision);
    expect(await source.list()).toContainEqual({ namespaceKey: 'shop', ...revision });
  });

  it('has revisions that can be asked for as they are told', async () => {
    const { source, create, touch } = await open();
    await create('shop');
    const told: Revision[] = [];
    for (let changes = 0; changes < 3; changes++) {
      const { revision, mark } = await loaded(source);
      told.push({ revision, mark });
      await touch('shop');
    }
    for (const revision of told) {
      expect(readRevision('revision', revisionText(revision))).toEqual(revision);
      const { mark = revision.mark, ...known } = await source.revisionAt('shop', revision.revision);
      expect({ ...known, mark }).toEqual(revision);
    }
  });

  it('forgets a namespace that is removed', async () => {
    const { source, create, remove } = await open();
    await create('shop');
    await remove('shop');
    expect(await source.load('shop')).toBeUndefined();
    const listed = await source.list();
    expect(listed.map(({ namespaceKey }) => namespaceKey)).not.toContain('shop');
    expect(await source.revisionOf('shop')).toBeUndefined();
  });

  describe('an update of a document', () => {
    it('is what loading answers, after any changes and after none', async () => {
      const { source, create, touch } = await open();
      await create('shop');
      let held = await loaded(source);
      for (const changes of [0, 1, 3]) {
        for (let change = 0; change < changes; change++) await touch('shop');
        const updated = await source.update(held);
        expect(updated).toEqual(await source.load('shop'));
        held = updated ?? held;
      }
    });

    it('is none when the namespace is removed', async () => {
      const { source, create, remove } = await open();
      await create('shop');
      const held = await loaded(source);
      await remove('shop');
      expect(await source.update(held)).toBeUndefined();
    });

    it('is what loading answers when the namespace was removed and created again', async () => {
      const { source, create, touch, remove } = await open();
      await create('shop');
      await touch('shop');
      const held = await loaded(source);
      await remove('shop');
      await create('shop');
      const updated = await source.update(held);
      expect(updated).toEqual(await source.load('shop'));
      expect(updated?.revision).toBeGreaterThan(held.revision);
    });
  });
}

async function loaded(source: SnapshotSource): Promise<SnapshotDocument> {
  const document = await source.load('shop');
  if (document === undefined) throw new Error('there is no namespace "shop"');
  return document;
}
