import { aNamespace } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';
import { type NamespaceChangeRow } from '../entities/namespace.entity';

const { write, read } = newDatabaseForEachTest();

beforeEach(async () => {
  await write(async ({ namespaces }) => {
    await namespaces.create(aNamespace('shop'));
    await namespaces.create(aNamespace('other'));
  });
});

async function record(first: number, last: number, key = 'colour'): Promise<void> {
  await write(async ({ changes }) => {
    for (let revision = first; revision <= last; revision++) {
      await changes.record('shop', at(revision), { kind: 'flag', key });
    }
  });
}

/** A revision that comes after another one. */
function at(revision: number): { readonly revision: number; readonly markBefore: string } {
  return { revision, markBefore: `before ${revision}` };
}

async function since(revision: number, limit = 5000): Promise<readonly NamespaceChangeRow[]> {
  return read(({ changes }) => changes.since('shop', revision, limit));
}

async function revisionsSince(revision: number, limit?: number): Promise<readonly number[]> {
  return (await since(revision, limit)).map((row) => row.revision);
}

describe('the changes of a namespace', () => {
  it('are told from a revision on, oldest first, as many as are wanted', async () => {
    await record(1, 12);
    expect(await revisionsSince(8)).toEqual([9, 10, 11, 12]);
    expect(await revisionsSince(8, 2)).toEqual([9, 10]);
    expect(await revisionsSince(12)).toEqual([]);
  });

  it('say what was changed', async () => {
    await write(async ({ changes }) => {
      await changes.record('shop', at(1), { kind: 'flag', key: 'colour' });
      await changes.record('shop', at(2), { kind: 'segment', key: 'dutch' });
      await changes.record('shop', at(3), { kind: 'namespace' });
      await changes.record('other', at(4), { kind: 'flag', key: 'colour' });
    });
    expect(await since(0)).toEqual([
      { namespaceKey: 'shop', ...at(1), kind: 'flag', key: 'colour' },
      { namespaceKey: 'shop', ...at(2), kind: 'segment', key: 'dutch' },
      { namespaceKey: 'shop', ...at(3), kind: 'namespace', key: '' },
    ]);
  });

  it('do not name a flag whose key is longer than any there can be', async () => {
    await record(1, 1, 'x'.repeat(255));
    await record(2, 2, 'x'.repeat(256));
    expect((await since(0)).map(({ kind, key }) => [kind, key.length])).toEqual([
      ['flag', 255],
      ['namespace', 0],
    ]);
  });

  it('are forgotten when they are long ago, and only then', async () => {
    await record(1, 1099);
    expect((await revisionsSince(0)).at(0)).toBe(1);
    await record(1100, 1100);
    const left = await revisionsSince(0);
    expect([left.at(0), left.at(-1), left.length]).toEqual([101, 1100, 1000]);
  });

  it('are forgotten of that namespace alone', async () => {
    await write(({ changes }) => changes.record('other', at(5), { kind: 'namespace' }));
    await record(1100, 1100);
    expect(await read(({ changes }) => changes.since('other', 0, 1))).toHaveLength(1);
  });

  it('go with the namespace', async () => {
    await record(1, 3);
    await write(async ({ namespaces }) => {
      const namespace = await namespaces.find('shop');
      if (namespace !== undefined) await namespaces.delete(namespace);
      await namespaces.create(aNamespace('shop'));
    });
    expect(await since(0)).toEqual([]);
  });
});
