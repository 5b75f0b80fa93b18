import type { WrittenParts } from '@pennon/domain';
import { patchSnapshotDocument, type SnapshotDocument } from '@pennon/snapshot';
import { aFlag, MemorySnapshotSource, timesAfter } from '@pennon/testing';
import { HeldSnapshots } from './held-snapshots';
import { Refreshes } from './refreshes';

/** Makes the next document of what was written, as a database does. */
class PatchingSource extends MemorySnapshotSource {
  override async update(
    held: SnapshotDocument,
    written?: WrittenParts,
  ): Promise<SnapshotDocument | undefined> {
    if (written === undefined) return super.update(held);
    const { parts, rows, after } = written;
    const namespace = { key: held.namespaceKey, ...after };
    return Promise.resolve(patchSnapshotDocument(held, parts, { namespace, ...rows }));
  }
}

const noRows = { variants: [], rules: [], distributions: [], segments: [], constraints: [], rollouts: [] };

function writtenAt(revision: number, flags: readonly number[]): WrittenParts {
  const rows = flags.map((index) => aFlag(`flag-${index}`, { ...timesAfter(index), name: `at ${revision}` }));
  return {
    before: { revision: revision - 1 },
    after: { revision },
    features: [],
    parts: { flagKeys: new Set(rows.map(({ key }) => key)), segmentKeys: new Set() },
    rows: { ...noRows, flags: rows },
  };
}

it('shows a change before anybody else has a turn, however many flags there are and whoever waits', async () => {
  const source = new PatchingSource();
  source.put('shop', 1);
  const held = new HeldSnapshots();
  const refreshes = new Refreshes(source, held, 1000);
  await refreshes.run('shop');
  await refreshes.show('shop', writtenAt(2, [...Array(10_000).keys()]));
  for (let revision = 3; revision < 10; revision++) {
    let turns = 0;
    for (let waiting = 0; waiting < 100; waiting++) setImmediate(() => turns++);
    await refreshes.show('shop', writtenAt(revision, [revision, 5000 + revision]));
    expect(turns).toBe(0);
    expect(held.get('shop')?.document.revision).toBe(revision);
    await new Promise(setImmediate);
  }
  expect(held.get('shop')?.document.flags[5009]?.name).toBe('at 9');
  expect(held.get('shop')?.flags.size).toBe(10_000);
});
