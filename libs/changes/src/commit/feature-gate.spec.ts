import { FailedPreconditionError, features, SERVICE_CALLER, type FlagType } from '@pennon/domain';
import { aFlag } from '@pennon/testing';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { NamespaceExports } from '../reading/namespace-exports';
import { Changes } from './changes';
import { featureUses, type FeatureUses } from '../history/feature-uses';
import { NewerVersionError } from '../history/newer-version';

/** Made-up features: of flags of a type. */
const uses: FeatureUses = {
  'made-up': ({ kind, value }) => kind === 'flag' && value.type === 'boolean',
};

let temporary: TemporaryDatabase;
let newer: Changes;
let older: Changes;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  newer = new Changes(temporary.unitOfWork, { featureUses: uses });
  older = new Changes(temporary.unitOfWork);
});

afterEach(async () => {
  await setReleased('');
  await temporary.remove();
});

async function setReleased(features: string): Promise<void> {
  await temporary.database.write((manager) =>
    manager.query(`UPDATE deployment SET features = '${features}'`),
  );
}

async function createFlag(changes: Changes, key: string, type: FlagType): Promise<void> {
  await changes.apply(SERVICE_CALLER, 'default', { kind: 'flag', key }, async ({ flags }, trail) => {
    await flags.createAll([aFlag(key, { type })]);
    trail.touch({ kind: 'flag', key }, 'created', undefined);
  });
}

async function deleteFlag(key: string): Promise<void> {
  await newer.apply(SERVICE_CALLER, 'default', { kind: 'flag', key }, async ({ flags }, trail) => {
    await flags.deleteAll('default', [key]);
    trail.add({
      ...{ type: 'flag', action: 'deleted', key, namespaceKey: 'default' },
      ...{ before: {}, after: undefined },
    });
  });
}

async function used(): Promise<readonly string[]> {
  return temporary.unitOfWork.read(
    async ({ namespaces }) => (await namespaces.storedRevisionOf('default'))?.features ?? [],
  );
}

async function keys(): Promise<readonly string[]> {
  const { items } = await temporary.unitOfWork.read(({ flags }) =>
    flags.list('default', { limit: 0, offset: 0 }),
  );
  return items.map(({ key }) => key);
}

it('every feature of this version says what uses it', () => {
  expect(Object.keys(featureUses)).toEqual(features.map(({ name }) => name));
});

describe('a feature that is not released', () => {
  it('is refused where it would be used, in a sentence that says what to do, and nothing is changed', async () => {
    await createFlag(newer, 'plain', 'variant');
    const refused = createFlag(newer, 'new', 'boolean');
    await expect(refused).rejects.toThrow(FailedPreconditionError);
    await expect(refused).rejects.toThrow(
      'the feature "made-up" cannot be used before every instance is upgraded: upgrade them, then run ' +
        '"pennon migrate --finish"',
    );
    await expect(refused).rejects.toMatchObject({ info: { reason: 'FEATURE_NOT_RELEASED' } });
    expect(await keys()).toEqual(['plain']);
    expect(await used()).toEqual([]);
  });
});

describe('a feature that is released', () => {
  beforeEach(() => setReleased('made-up'));

  it('is written down with the namespace as long as something uses it', async () => {
    await createFlag(newer, 'plain', 'variant');
    expect(await used()).toEqual([]);
    await createFlag(newer, 'one', 'boolean');
    await createFlag(newer, 'two', 'boolean');
    expect(await used()).toEqual(['made-up']);
    await deleteFlag('plain');
    await deleteFlag('one');
    expect(await used()).toEqual(['made-up']);
    await deleteFlag('two');
    expect(await used()).toEqual([]);
  });

  it('goes on being used where it was before, also if the database does not tell any more that it is released', async () => {
    await createFlag(newer, 'one', 'boolean');
    await setReleased('');
    await createFlag(newer, 'two', 'boolean');
    expect(await keys()).toEqual(['one', 'two']);
  });
});

describe('a version that lacks a feature', () => {
  const message =
    /^namespace "default" uses the feature "made-up", which version \S+ of Pennon lacks: ask an instance/;

  beforeEach(async () => {
    await setReleased('made-up');
    await createFlag(newer, 'new', 'boolean');
  });

  it('refuses to change a namespace that uses it, and no other', async () => {
    const refused = createFlag(older, 'plain', 'variant');
    await expect(refused).rejects.toThrow(NewerVersionError);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ info: { reason: 'FEATURE_LACKED' } });
    expect(await keys()).toEqual(['new']);
    await deleteFlag('new');
    await createFlag(older, 'plain', 'variant');
    expect(await keys()).toEqual(['plain']);
  });

  it('makes no document of it', async () => {
    const exports = new NamespaceExports(temporary.unitOfWork);
    await expect(exports.read('default')).rejects.toThrow(message);
    await deleteFlag('new');
    await expect(exports.read('default')).resolves.toBeDefined();
  });
});
