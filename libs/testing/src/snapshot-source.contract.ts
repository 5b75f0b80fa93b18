import { type SnapshotSource } from '@pennon/snapshot';

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
  });

  it('answers the document of a namespace', async () => {
    const { source, create } = await open();
    await create('shop');
    expect(await source.load('shop')).toMatchObject({ formatVersion: 1, namespaceKey: 'shop', flags: [] });
  });

  it('answers a later revision after a change', async () => {
    const { source, create, touch } = await open();
    await create('shop');
    const before = await source.load('shop');
    await touch('shop');
    const after = await source.load('shop');
    expect(after?.revision).toBe((before?.revision ?? Number.NaN) + 1);
  });

  it('lists the revision that loading answers', async () => {
    const { source, create, touch } = await open();
    await create('shop');
    await touch('shop');
    const document = await source.load('shop');
    expect(await source.list()).toContainEqual({ namespaceKey: 'shop', revision: document?.revision });
  });

  it('forgets a namespace that is removed', async () => {
    const { source, create, remove } = await open();
    await create('shop');
    await remove('shop');
    expect(await source.load('shop')).toBeUndefined();
    const listed = await source.list();
    expect(listed.map(({ namespaceKey }) => namespaceKey)).not.toContain('shop');
  });
}
