import { UnavailableError } from '@pennon/domain';
import { MemorySnapshotSource } from './memory-snapshot-source';
import { itIsASnapshotSource } from './snapshot-source.contract';

describe('MemorySnapshotSource', () => {
  itIsASnapshotSource(() => {
    const source = new MemorySnapshotSource();
    let revision = 0;
    const touch = (namespaceKey: string): Promise<void> => {
      source.put(namespaceKey, ++revision);
      return Promise.resolve();
    };
    const remove = (namespaceKey: string): Promise<void> => {
      source.remove(namespaceKey);
      return Promise.resolve();
    };
    return Promise.resolve({ source, create: touch, touch, remove });
  });

  it('fails for as long as it is told to', async () => {
    const source = new MemorySnapshotSource();
    source.put('shop', 1);
    source.failWith(new UnavailableError('away'));
    await expect(source.load('shop')).rejects.toThrow('away');
    await expect(source.revisionOf('shop')).rejects.toThrow('away');
    await expect(source.list()).rejects.toThrow('away');
    source.failWith(undefined);
    expect(await source.load('shop')).toMatchObject({ revision: 1 });
  });
});
