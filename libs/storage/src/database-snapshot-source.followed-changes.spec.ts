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
/** Is told what changes have written, and reads only what it cannot know by that. */
let told: SnapshotHolder;

beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  source = new DatabaseSnapshotSource(temporary.database);
  holder = new SnapshotHolder(source);
  told = new SnapshotHolder(source);
});

afterAll(async () => {
  holder.onModuleDestroy();
  told.onModuleDestroy();
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
    views: [
      { show: ({ namespaceKey }) => holder.refresh(namespaceKey) },
      { show: ({ namespaceKey }, written) => told.refresh(namespaceKey, written) },
    ],
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
      expect(followed?.flags.values()).toStrictEqual(now && compileSnapshot(now).flags.values());
      expect(plain(told.current(namespaceKey)?.document)).toStrictEqual(plain(now));
    }),
    { numRuns: 12 },
  );
  // Everything came about, or this shows less than it says.
  expect([...done.keys()].toSorted()).toEqual(names.toSorted());
}, 300_000);

it('a change that follows what is held is shown without a look at the database', async () => {
  const { unitOfWork, database } = temporary;
  const changes = new Changes(unitOfWork, {
    views: [{ show: ({ namespaceKey }, written) => told.refresh(namespaceKey, written) }],
  });
  const acts = actsOn('known', unitOfWork, changes);
  await acts.createNamespace?.([0, 0, 0]);
  const read = jest.spyOn(database, 'read');
  await acts.createFlag?.([0, 0, 0]);
  await acts.createVariant?.([0, 0, 0]);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
  const shown = told.current('known')?.document;
  expect(shown?.flags.map(({ key, variants }) => [key, variants.length])).toEqual([['colour', 1]]);
  expect(plain(shown)).toStrictEqual(plain(await source.load('known')));
});

it('a change that does not follow what is held is read, with what lies between', async () => {
  const { unitOfWork } = temporary;
  const unseen = actsOn('between', unitOfWork, new Changes(unitOfWork));
  const seen = actsOn(
    'between',
    unitOfWork,
    new Changes(unitOfWork, {
      views: [{ show: ({ namespaceKey }, written) => told.refresh(namespaceKey, written) }],
    }),
  );
  await seen.createNamespace?.([0, 0, 0]);
  await unseen.createFlag?.([0, 0, 0]);
  await seen.createFlag?.([1, 0, 0]);
  const shown = told.current('between')?.document;
  expect(shown?.flags.map(({ key }) => key)).toEqual(['colour', 'size']);
  expect(plain(shown)).toStrictEqual(plain(await source.load('between')));
});
