import { flipt, pennonLooks } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createNamespace, deleteNamespace } = flipt.Flipt.method;
const { method } = pennonLooks.LookService;
const { Hue } = pennonLooks;

const { call, callAs, expectRefused, database, revisionOf } = newWriterForEachTest();

const dev = { namespaceKey: 'default', hue: Hue.GREEN };
const staging = { namespaceKey: 'staging', hue: Hue.HUE_UNSPECIFIED };
const production = { namespaceKey: 'production', hue: Hue.RED };

beforeEach(async () => {
  for (const key of ['production', 'staging']) await call(createNamespace, { key, name: key });
});

type Look = typeof dev;

/** The looks that are listed, without names of types. */
async function listed(by = call): Promise<readonly object[]> {
  const { looks } = await by(method.listNamespaceLooks, {});
  return looks.map(({ namespaceKey, hue }) => ({ namespaceKey, hue }));
}

async function set(looks: readonly Look[], version = ''): Promise<string> {
  return (await call(method.setNamespaceLooks, { looks: [...looks], version })).version;
}

it('keeps order and hues, which make no revision', async () => {
  const before = [await revisionOf('staging'), await revisionOf('production')];
  expect(await listed()).toEqual([]);
  await set([dev, staging, production]);
  expect(await listed()).toEqual([dev, staging, production]);
  await set([production, dev]);
  expect(await listed()).toEqual([production, dev]);
  expect([await revisionOf('staging'), await revisionOf('production')]).toEqual(before);
});

it('lists the namespaces that the caller may read, and identifies the whole list', async () => {
  const version = await set([dev, staging, production]);
  const visibleNamespaces = new Set(['production', 'default']);
  const partly = callAs({ visibleNamespaces });
  expect(await listed(partly)).toEqual([dev, production]);
  expect(await partly(method.listNamespaceLooks, {})).toMatchObject({ version });
});

it('is not replaced by somebody who has seen another list', async () => {
  const { version: none } = await call(method.listNamespaceLooks, {});
  const [first, second] = await Promise.allSettled([
    set([dev, staging], none),
    set([production, staging], none),
  ]);
  const refusal = 'version: somebody else has replaced the looks since; read them again';
  const outcomes = [first, second].map(({ status }) => status).toSorted();
  expect(outcomes).toEqual(['fulfilled', 'rejected']);
  const { version } = await call(method.listNamespaceLooks, {});
  await expectRefused(set([dev], none), 'ABORTED', refusal);
  expect(await set([dev], version)).not.toBe(version);
  // A list that says what there is is not another one.
  expect(await set([dev, production], '')).not.toBe(none);
  expect(await set([], '')).toBe(none);
});

it('is refused as a whole', async () => {
  await set([staging]);
  const many = Array.from({ length: 101 }, (_, index) => ({ ...dev, namespaceKey: `n${index}` }));
  const refusals = [
    [[dev, { ...dev, namespaceKey: 'gone' }], 'NOT_FOUND', 'namespace "gone" not found'],
    [[dev, { ...production, hue: 9 }], 'INVALID_ARGUMENT', 'invalid field looks[1].hue: unknown value 9'],
    [[dev, production, dev], 'INVALID_ARGUMENT', 'invalid field looks: must not list "default" twice'],
    [
      [{ ...dev, namespaceKey: '' }],
      'INVALID_ARGUMENT',
      'invalid field looks[0].namespaceKey: must not be empty',
    ],
    [many, 'INVALID_ARGUMENT', 'invalid field looks: must have at most 100 namespaces'],
  ] as const;
  for (const [looks, code, message] of refusals)
    await expectRefused(set(looks as readonly Look[]), code, message);
  const bypassing = callAs({
    header: (name) => (name === 'x-pennon-bypass-review' ? 'it burns' : undefined),
  });
  await expect(bypassing(method.setNamespaceLooks, { looks: [dev] })).rejects.toThrow(
    'x-pennon-bypass-review has no effect on the order and hues of namespaces',
  );
  expect(await listed()).toEqual([staging]);
});

it('is gone with its namespace', async () => {
  await set([dev, staging, production]);
  await call(deleteNamespace, { key: 'staging' });
  expect(await listed()).toEqual([dev, production]);
  await call(createNamespace, { key: 'staging', name: 'Staging' });
  expect(await listed()).toEqual([dev, production]);
});

it('is audited, each namespace whose place or hue has changed', async () => {
  await set([dev, staging]);
  await set([dev, staging]);
  await set([dev, production]);
  const events = await database().read((manager) =>
    manager.query<readonly object[]>(
      "SELECT action, namespace_key, before_image, after_image FROM audit_events WHERE type = 'look' ORDER BY position",
    ),
  );
  const event = (key: string, before: object, after: object) => ({
    ...{ action: 'updated', namespace_key: key },
    ...{ before_image: JSON.stringify(before), after_image: JSON.stringify(after) },
  });
  expect(events).toEqual([
    event('default', {}, { place: 1, hue: 'green' }),
    event('staging', {}, { place: 2 }),
    event('staging', { place: 2 }, {}),
    event('production', {}, { place: 2, hue: 'red' }),
  ]);
});
