import { DomainError } from '@pennon/domain';
import { compileSnapshot, type SnapshotDocument } from '@pennon/snapshot';
import { SnapshotHolder } from '@pennon/snapshots';
import { Changes } from '@pennon/changes';
import fc from 'fast-check';
import { actsOn, type Acts, type Choices } from '../../../test/support/random-acts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../test/support/temporary-database';
import { DatabaseSnapshotSource } from './database-snapshot-source';

let temporary: TemporaryDatabase;
let source: DatabaseSnapshotSource;
let holder: SnapshotHolder;

beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  source = new DatabaseSnapshotSource(temporary.database);
  holder = new SnapshotHolder(source);
});

afterAll(async () => {
  holder.onModuleDestroy();
  await temporary.remove();
});

/** One of the acts, and what it is about. */
type Step = readonly [act: number, choices: Choices];

const few = fc.nat(8);
const step: fc.Arbitrary<Step> = fc.tuple(fc.nat(999), fc.tuple(few, few, few));

/** What every run begins with, so that most of what follows finds something to change. */
const beginning: readonly (readonly [string, Choices])[] = [
  ['createNamespace', [0, 0, 0]],
  ...[0, 1, 2].map((index) => ['createFlag', [index, 0, 0]] as const),
  ...[0, 1, 2].map((index) => ['createVariant', [index, 0, 0]] as const),
  ...[0, 1].map((index) => ['createSegment', [index, 0, 0]] as const),
  ...[0, 1].map((index) => ['createConstraint', [index, 0, 0]] as const),
  ['createRule', [0, 0, 1]],
  ['createRule', [1, 1, 1]],
  ['createDistribution', [0, 0, 0]],
  ['createDistribution', [0, 1, 0]],
  ['createRollout', [2, 1, 1]],
];

/** Does what can be done, and tells whether it could: what cannot is refused, as it should be. */
async function attempt(acts: Acts, name: string, choices: Choices): Promise<boolean> {
  try {
    await acts[name]?.(choices);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function documentOf(namespaceKey: string): SnapshotDocument {
  const snapshot = holder.current(namespaceKey);
  if (snapshot === undefined) throw new Error(`there is no namespace ${namespaceKey}`);
  return snapshot.document;
}

/** A copy of plain objects: which of them were packed is not to be seen. */
function plain<T>(document: T): T {
  return document && (JSON.parse(JSON.stringify(document)) as T);
}

it('following the changes of a namespace gives what reading all of it gives, from every revision on', async () => {
  const changes = new Changes(temporary.unitOfWork, {
    views: [{ show: ({ namespaceKey }) => holder.refresh(namespaceKey) }],
  });
  /** How often each of the acts was done. */
  const done = new Map<string, number>();
  const names = Object.keys(actsOn('', temporary.unitOfWork, changes)).filter(
    (name) => name !== 'createNamespace',
  );
  let namespaces = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
      const namespaceKey = `namespace-${namespaces++}`;
      const acts = actsOn(namespaceKey, temporary.unitOfWork, changes);
      for (const [name, choices] of beginning) await acts[name]?.(choices);
      const held = [documentOf(namespaceKey)];
      for (const [act, choices] of steps) {
        const name = names[act % names.length] ?? '';
        // Now and then is enough, because nothing is left by it.
        if (name === 'createNamespaceAgain' && choices[0] !== 0) continue;
        if (!(await attempt(acts, name, choices))) continue;
        done.set(name, (done.get(name) ?? 0) + 1);
        held.push(documentOf(namespaceKey));
      }
      const now = await source.load(namespaceKey);
      for (const document of held) expect(plain(await source.update(document))).toStrictEqual(plain(now));
      const followed = holder.current(namespaceKey);
      expect(plain(followed?.document)).toStrictEqual(plain(now));
      expect(followed?.flags).toStrictEqual(now && compileSnapshot(now).flags);
    }),
    { numRuns: 12 },
  );
  // Everything came about, or this shows less than it says.
  expect([...done.keys()].toSorted()).toEqual(names.toSorted());
}, 300_000);
