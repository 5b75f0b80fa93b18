import { ConflictError, type Revision } from '@pennon/domain';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { person, SettableClock, sharedBy, WaitingChanges } from '../../../../test/support/waiting-changes';

let temporary: TemporaryDatabase;
let writer: WaitingChanges;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  writer = new WaitingChanges(temporary.database, new SettableClock());
  await writer.addNamespace('shop');
});

afterEach(async () => {
  await temporary.remove();
});

/** Makes flags true for a share. */
async function change(
  keys: string | readonly string[],
  percent: number,
  baseRevision?: Revision,
): Promise<unknown> {
  const change = {
    namespaceKey: 'shop',
    origin: 'change',
    message: '',
    baseRevision,
    isProposal: false,
  } as const;
  return writer.creation.create(person('ana'), {
    ...change,
    steps: [{ wanted: sharedBy('shop', keys, percent) }],
  });
}

async function latest(): Promise<Revision | undefined> {
  return writer.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
}

/** The conflicts by which a change is refused. */
async function conflictsOf(changing: Promise<unknown>): Promise<ConflictError['conflicts']> {
  const error: unknown = await changing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConflictError) return error.conflicts;
  throw new Error('the change was not refused for conflicts', { cause: error });
}

it('a base that was lost is a conflict with the latest revision that there is, and never with one that is undone', async () => {
  await change('banner', 5);
  await change('colour', 5);
  const there = await latest();
  for (const base of [
    { revision: 1, mark: 'lostlostlost' },
    { revision: 9, mark: 'lostlostlost' },
  ]) {
    const conflicts = await conflictsOf(change('fresh', 5, base));
    expect(conflicts).toMatchObject([{ kind: 'flag', key: 'fresh', revision: there }]);
    expect(await latest()).toEqual(there);
  }
});

it('a base that was lost is a conflict with the revision that changed the same last', async () => {
  await change('banner', 5);
  const changed = await latest();
  await change('colour', 5);
  const conflicts = await conflictsOf(change('banner', 6, { revision: 1, mark: 'lostlostlost' }));
  expect(conflicts).toMatchObject([
    { kind: 'flag', key: 'banner', revision: changed, author: person('ana').caller.origin },
  ]);
});

it.each<[base: string, mark: string | undefined]>([
  ['that is known', undefined],
  ['that was lost', 'lostlostlost'],
])('come by kind and by the code units of keys, of a base %s', async (_, mark) => {
  const keys = Array.from({ length: 120 }, (_, index) => `${index % 2 === 0 ? 'flag' : 'Flag'}-${index}`);
  await change(keys.slice(0, 110), 5);
  const base = { revision: 1, mark };
  const wanted = mark === undefined ? keys.slice(0, 110) : keys;
  const conflicts = await conflictsOf(change(wanted, 6, base));
  expect(conflicts.map(({ key }) => key)).toEqual(wanted.toSorted());
});
