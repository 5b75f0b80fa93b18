import { sortByKey, writeDocuments, type NamespaceDocument } from '@pennon/document';
import { DomainError, SERVICE_CALLER } from '@pennon/domain';
import fc from 'fast-check';
import { actsOn, type Choices } from '../../../../test/support/random-acts';
import { sized } from '../../../../test/support/size';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { Changes } from '../commit/changes';
import { Importer } from '../import/importer';
import { ChangeApplication } from '../wanted/change-application';
import { ChangeSources } from '../wanted/change-sources';
import { NamespaceExports } from './namespace-exports';

let temporary: TemporaryDatabase;
let exports: NamespaceExports;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  exports = new NamespaceExports(temporary.unitOfWork);
});

afterEach(async () => {
  await temporary.remove();
});

const acted = {
  flagKeys: Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? `banner-${index}` : `flag-${index}`)),
  segmentKeys: Array.from({ length: 15 }, (_, index) => `segment-${index}`),
};

function textOf(document: NamespaceDocument | undefined): string | undefined {
  return document && [...writeDocuments([document], { format: 'json' })].join('');
}

/** What is created anew comes last, and the order of constraints means nothing. */
function comparable(document: NamespaceDocument | undefined): NamespaceDocument | undefined {
  if (document === undefined) return undefined;
  const segments = document.segments.map(({ constraints, ...segment }) => ({
    ...segment,
    constraints: constraints.toSorted((left, right) =>
      JSON.stringify(left) < JSON.stringify(right) ? -1 : 1,
    ),
  }));
  return sortByKey({ ...document, segments });
}

/** Random acts that mostly find something to change: the draw is the same for a seed. */
function drawnActs(seed: number, count: number): readonly (readonly [act: number, choices: Choices])[] {
  const some = fc.nat(59);
  return fc.sample(fc.tuple(fc.nat(999), fc.tuple(some, some, some)), { seed, numRuns: count });
}

it('the history gives for each revision what an export gave at that moment', async () => {
  const { unitOfWork } = temporary;
  const changes = new Changes(unitOfWork);
  const importer = new Importer(unitOfWork, changes);
  const acts = actsOn('shop', unitOfWork, changes, acted);
  const names = Object.keys(acts).filter((name) => name !== 'createNamespace');
  const seed = Date.now();
  const recorded = new Map<number, string | undefined>();
  const record = async (): Promise<boolean> => {
    const exported = await exports.read('shop');
    const revision = exported?.revision.revision ?? 0;
    if (recorded.has(revision)) return false;
    recorded.set(revision, textOf(exported?.document));
    return true;
  };
  await acts.createNamespace?.([0, 0, 0]);
  for (let index = 0; index < 40; index++) await acts.createFlag?.([index, 0, 0]);
  for (let index = 0; index < 15; index++) await acts.createSegment?.([index, 0, 0]);
  await record();
  const first = await exports.read('shop');
  let done = 0;
  for (const [act, choices] of drawnActs(seed, 100_000)) {
    if (done === sized({ small: 120, whole: 500 })) break;
    const name = names[act % names.length] ?? '';
    // Once in all, because little is left by it.
    if (name === 'createNamespaceAgain' && (done !== 60 || choices[0] % 2 === 1)) continue;
    try {
      // The third door: a document, with all that it deletes.
      if (choices[2] === 0 && choices[1] < 20 && first !== undefined)
        await importer.import(
          { ...first.document, flags: first.document.flags.slice(choices[1]) },
          { existing: 'update', prune: choices[0] % 2 === 0 },
        );
      else await acts[name]?.(choices);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      continue;
    }
    if (await record()) done++;
  }
  expect(recorded.size).toBeGreaterThan(sized({ small: 120, whole: 500 }));
  for (const [revision, text] of recorded) {
    const past = await exports.readAt('shop', { revision });
    expect({ seed, revision, text: textOf(past?.document) }).toEqual({ seed, revision, text });
  }
}, 300_000);

it('reverting all revisions in reverse order gives the first state', async () => {
  const { unitOfWork } = temporary;
  const changes = new Changes(unitOfWork);
  const importer = new Importer(unitOfWork, changes);
  const acts = actsOn('shop', unitOfWork, changes, acted);
  const names = Object.keys(acts).filter((name) => !name.startsWith('createNamespace'));
  await acts.createNamespace?.([0, 0, 0]);
  for (let index = 0; index < 40; index += 2) await acts.createFlag?.([index, 0, 0]);
  for (let index = 0; index < 15; index += 2) await acts.createSegment?.([index, 0, 0]);
  const first = await exports.read('shop');
  const begin = first?.revision.revision ?? 0;
  const seed = Date.now();
  let last = begin;
  for (const [act, choices] of drawnActs(seed, 100_000)) {
    if (last - begin >= sized({ small: 60, whole: 500 })) break;
    try {
      await acts[names[act % names.length] ?? '']?.(choices);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      continue;
    }
    last = (await unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop')))?.revision ?? 0;
  }
  const sources = new ChangeSources(unitOfWork, exports);
  const application = new ChangeApplication(importer);
  for (let revision = last; revision > begin; revision--) {
    await application.apply(await sources.before('shop', { revision }), {
      ...{ caller: SERVICE_CALLER, rights: undefined, baseRevision: undefined },
      note: { origin: 'restore' },
    });
  }
  const after = await exports.read('shop');
  expect({ seed, text: textOf(comparable(after?.document)) }).toEqual({
    seed,
    text: textOf(comparable(first?.document)),
  });
}, 300_000);

it('a revision that there is not is refused, as is one that is not written down', async () => {
  const { unitOfWork } = temporary;
  const acts = actsOn('shop', unitOfWork, new Changes(unitOfWork));
  await expect(exports.readAt('shop', { revision: 1 })).rejects.toThrow('namespace "shop" not found');
  await acts.createNamespace?.([0, 0, 0]);
  await acts.createFlag?.([0, 0, 0]);
  await expect(exports.readAt('shop', { revision: 3 })).rejects.toThrow(
    'revision 3 of namespace "shop" not found: the latest is 2',
  );
  await unitOfWork.write(({ history }) => history.deleteBeyond(1, 10, new Map()));
  await expect(exports.readAt('shop', { revision: 0 })).rejects.toThrow(
    'revision 0 of namespace "shop" not found: the history begins at revision 1',
  );
  expect((await exports.readAt('shop', { revision: 1 }))?.document.flags).toEqual([]);
});

it('a namespace that was deleted can be read as it was', async () => {
  const { unitOfWork } = temporary;
  const acts = actsOn('shop', unitOfWork, new Changes(unitOfWork));
  await acts.createNamespace?.([0, 0, 0]);
  await acts.createFlag?.([0, 0, 0]);
  await acts.createNamespaceAgain?.([0, 0, 0]);
  expect((await exports.readAt('shop', { revision: 2 }))?.document.flags).toHaveLength(1);
  // The revision of the deletion itself.
  expect(await exports.readAt('shop', { revision: 3 })).toBeUndefined();
  expect((await exports.readAt('shop', { revision: 4 }))?.document.flags).toEqual([]);
});
