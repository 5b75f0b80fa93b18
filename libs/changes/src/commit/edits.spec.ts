import { FailedPreconditionError, SERVICE_CALLER } from '@pennon/domain';
import { aFlag, aNamespace, aRule, aSegment, aVariant } from '@pennon/testing';
import { UnitOfWork } from '@pennon/storage';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { unpackState } from '../history/stored-states';
import { Changes } from './changes';
import { Edits } from './edits';

let temporary: TemporaryDatabase;
let unitOfWork: UnitOfWork;
let edits: Edits;
let shown: string[];

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  unitOfWork = new UnitOfWork(temporary.database);
  shown = [];
  const view = {
    show: ({ namespaceKey }: { readonly namespaceKey: string }) => {
      shown.push(namespaceKey);
      return Promise.resolve();
    },
  };
  edits = new Edits(new Changes(unitOfWork, { views: [view] }));
  await unitOfWork.write(async ({ namespaces, segments }) => {
    await namespaces.create(aNamespace('shop'));
    await segments.createAll([aSegment('dutch', { namespaceKey: 'shop' })]);
  });
});

afterEach(async () => temporary.remove());

const namespaceKey = 'shop';

/** Makes the flag, or what it is to be, with two variants and a rule. */
async function make(key: string): Promise<void> {
  await edits.flag(SERVICE_CALLER, namespaceKey, key, () => ({
    ...aFlag(key, { namespaceKey, defaultVariantId: `${key}-red` }),
    variants: [
      aVariant(key, `${key}-red`, { namespaceKey, key: 'red', createdAt: 1 }),
      aVariant(key, `${key}-blue`, { namespaceKey, key: 'blue', createdAt: 2 }),
    ],
    rules: [{ ...aRule(key, `${key}-rule`, { namespaceKey, segmentKeys: ['dutch'] }), distributions: [] }],
    rollouts: [],
  }));
}

it('writes a whole flag that was not there, and tells of one thing', async () => {
  await make('colour');
  const { flags, variants, rules } = await unitOfWork.read(({ contents }) => contents.read(namespaceKey));
  expect(flags.map(({ key, defaultVariantId }) => [key, defaultVariantId])).toEqual([
    ['colour', 'colour-red'],
  ]);
  expect(variants.map(({ key }) => key)).toEqual(['red', 'blue']);
  expect(rules.map(({ segmentKeys }) => segmentKeys)).toEqual([['dutch']]);
  expect(shown).toEqual(['shop']);
});

it('raises no revision, shows nothing and returns what is there, where nothing but a moment differs', async () => {
  await make('colour');
  shown = [];
  const before = await unitOfWork.read(({ namespaces }) => namespaces.revisionOf(namespaceKey));
  const left = await edits.flag(
    SERVICE_CALLER,
    namespaceKey,
    'colour',
    (flag) => flag && { ...flag, updatedAt: flag.updatedAt + 5 },
  );
  const { flags } = await unitOfWork.read(({ contents }) => contents.read(namespaceKey));
  expect(left?.updatedAt).toBe(flags[0]?.updatedAt);
  expect(await unitOfWork.read(({ namespaces }) => namespaces.revisionOf(namespaceKey))).toEqual(before);
  expect(shown).toEqual([]);
});

it('writes what differs, and leaves rows of other flags alone', async () => {
  await make('colour');
  await make('size');
  const before = await unitOfWork.read(({ contents }) => contents.read(namespaceKey));
  const now = Math.max(...before.flags.map(({ updatedAt }) => updatedAt)) + 10;
  await edits.flag(
    SERVICE_CALLER,
    namespaceKey,
    'colour',
    (flag) =>
      flag && {
        ...flag,
        defaultVariantId: undefined,
        variants: flag.variants.slice(1),
        rules: flag.rules.map((rule) => ({ ...rule, segmentOperator: 'and' as const, updatedAt: now })),
      },
  );
  const after = await unitOfWork.read(({ contents }) => contents.read(namespaceKey));
  expect(after.variants.map(({ id }) => id).sort()).toEqual(['colour-blue', 'size-blue', 'size-red']);
  expect(after.rules.find(({ id }) => id === 'colour-rule')).toMatchObject({
    segmentKeys: ['dutch'],
    segmentOperator: 'and',
    updatedAt: now,
  });
  const ofSize = (rows: typeof before): unknown => [
    rows.flags.filter(({ key }) => key === 'size'),
    rows.variants.filter(({ flagKey }) => flagKey === 'size'),
    rows.rules.filter(({ flagKey }) => flagKey === 'size'),
  ];
  expect(ofSize(after)).toEqual(ofSize(before));
});

it('asks an edit of a flag that is nowhere, and writes nothing when it changes nothing', async () => {
  const asked = jest.fn(() => undefined);
  const nowhere = (): Promise<undefined> => Promise.resolve(undefined);
  expect(await edits.flag(SERVICE_CALLER, namespaceKey, nowhere, asked)).toBeUndefined();
  expect(asked).toHaveBeenCalledWith(undefined, expect.anything());
});

it('undoes all of it if another flag distributes to a variant that goes', async () => {
  await make('colour');
  await make('size');
  const share = { id: 'share', ruleId: 'size-rule', variantId: 'colour-red', rolloutPercent: 100 };
  await unitOfWork.write(({ distributions }) =>
    distributions.createAll([{ ...share, namespaceKey, createdAt: 1, updatedAt: 1 }]),
  );
  const edit = edits.flag(
    SERVICE_CALLER,
    namespaceKey,
    'colour',
    (flag) => flag && { ...flag, name: 'New', defaultVariantId: undefined, variants: flag.variants.slice(1) },
  );
  await expect(edit).rejects.toThrow(FailedPreconditionError);
  const { flags } = await unitOfWork.read(({ contents }) => contents.read(namespaceKey));
  expect(flags.map(({ name }) => name)).not.toContain('New');
});

it('writes down what the subject was before', async () => {
  await make('colour');
  await edits.flag(SERVICE_CALLER, namespaceKey, 'colour', (flag) => flag && { ...flag, name: 'New' });
  await edits.flag(SERVICE_CALLER, namespaceKey, 'colour', () => undefined);
  const items = await unitOfWork.read(async ({ history, namespaces }) => {
    const { revision = 0 } = (await namespaces.revisionOf(namespaceKey)) ?? {};
    const all = [revision - 2, revision - 1, revision].map((each) => history.items(namespaceKey, each, 10));
    return (await Promise.all(all)).flat();
  });
  const names = items.map(({ action, before }) => [
    action,
    before === undefined
      ? undefined
      : (unpackState({ kind: 'flag', key: 'colour' }, 0, before).value as { readonly name: string }).name,
  ]);
  expect(names).toEqual([
    ['created', undefined],
    ['updated', 'Name of colour'],
    ['deleted', 'New'],
  ]);
});

it('tells what it has written in the order in which it is read, though the clock was set back', async () => {
  await make('colour');
  const show = jest.fn(async () => Promise.resolve());
  const telling = new Edits(new Changes(unitOfWork, { views: [{ show }] }));
  await telling.flag(SERVICE_CALLER, namespaceKey, 'colour', (flag) => {
    const green = aVariant('colour', 'colour-green', { namespaceKey, key: 'green', createdAt: 0 });
    return flag && { ...flag, variants: [...flag.variants, green] };
  });
  const { variants } = await unitOfWork.read(({ contents }) => contents.read(namespaceKey));
  expect(variants.map(({ key }) => key)).toEqual(['green', 'red', 'blue']);
  expect(show).toHaveBeenCalledWith(
    { kind: 'namespace', namespaceKey },
    expect.objectContaining({ rows: expect.objectContaining({ variants }) as unknown }),
  );
});
