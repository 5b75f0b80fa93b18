import { FailedPreconditionError } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { person, SettableClock, sharedBy, WaitingChanges } from '../../../../test/support/waiting-changes';
import { NamespaceExports } from '../reading/namespace-exports';
import { ChangeSources } from '../wanted/change-sources';
import { NamespaceHistory } from './namespace-history';

const refusal = new FailedPreconditionError(
  `the past state of flag "colour" has form 12, and version ${VERSION} of Pennon reads forms up to 3: ask an instance of ` +
    'a newer version, or upgrade this one',
);

const page = { limit: 10, after: undefined };

let temporary: TemporaryDatabase;
let waiting: WaitingChanges;
let history: NamespaceHistory;
let exports: NamespaceExports;
let sources: ChangeSources;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  waiting = new WaitingChanges(temporary.database, new SettableClock());
  history = new NamespaceHistory(waiting.unitOfWork);
  exports = new NamespaceExports(waiting.unitOfWork);
  sources = new ChangeSources(waiting.unitOfWork, exports);
  // Revisions 1 and 2 create two flags, 3 and 4 change both; what revision 3 changed, a newer version wrote down.
  for (const [key, share] of [
    ['colour', 1],
    ['shape', 1],
    ['colour', 20],
    ['shape', 20],
  ] as const)
    await change(key, share);
  await temporary.database.write(async (manager) =>
    manager.update(
      'RevisionItem',
      { namespaceKey: 'default', revision: 3 },
      { before: '12:of another time' },
    ),
  );
});

afterEach(async () => {
  await temporary.remove();
});

async function change(key: string, share: number): Promise<void> {
  await waiting.creation.create(person('ana'), {
    ...{ namespaceKey: 'default', origin: 'change', message: '', baseRevision: undefined, isProposal: false },
    steps: [{ wanted: sharedBy('default', key, share) }],
  });
}

describe('a past state that a newer version wrote', () => {
  it('is refused with a sentence, wherever it is read', async () => {
    const second = { revision: 2 };
    await expect(exports.readAt('default', second)).rejects.toThrow(refusal);
    await expect(history.find('default', { revision: 3 }, page)).rejects.toThrow(refusal);
    await expect(history.compare('default', second, undefined, page)).rejects.toThrow(refusal);
    await expect(sources.before('default', { revision: 3 })).rejects.toThrow(refusal);
    const everything = { flags: [], segments: [] };
    await expect(sources.restore('default', second, everything)).rejects.toThrow(refusal);
    await expect(exports.readAt('default', second)).rejects.toBeInstanceOf(FailedPreconditionError);
  });

  it('keeps nobody from the rest of the namespace', async () => {
    const listed = await history.list({ namespaceKey: 'default', limit: 10 });
    expect(listed.map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
    const third = await exports.readAt('default', { revision: 3 });
    expect(third?.document.flags).toMatchObject([
      { key: 'colour', rollouts: [{ step: { percent: 20 } }] },
      { key: 'shape', rollouts: [{ step: { percent: 1 } }] },
    ]);
    const restored = await sources.restore('default', { revision: 2 }, { flags: ['shape'], segments: [] });
    expect(restored.document.flags).toMatchObject([{ rollouts: [{ step: { percent: 1 } }] }]);
    await change('colour', 30);
    const now = await history.find('default', { revision: 5 }, page);
    expect(now.items).toMatchObject([{ before: { value: { rollouts: [{ step: { percent: 20 } }] } } }]);
  });
});
