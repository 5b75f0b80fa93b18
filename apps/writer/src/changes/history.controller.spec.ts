import { flipt, pennonChanges, pennonExplain, pennonTransfer } from '@pennon/proto';
import { UnitOfWork } from '@pennon/storage';
import { newWriterForEachTest } from '../../../../test/support/writer-app';
import { marked } from '../../../../test/support/marked';

const { createFlag, updateFlag, deleteFlag, createVariant, createNamespace, deleteNamespace } =
  flipt.Flipt.method;
const { exportNamespace, importNamespace } = pennonTransfer.TransferService.method;
const { applyChange, compareRevisions, createChange, getRevision, listRevisions, revertRevision } =
  pennonChanges.ChangeService.method;

const { explain } = pennonExplain.ExplainService.method;

const { call, database, expectRefused, service } = newWriterForEachTest();

const namespaceKey = 'shop';

/** Four revisions: the namespace, a flag, its variant, and its new name. */
beforeEach(async () => {
  await call(createNamespace, { key: 'shop', name: 'Shop' });
  await call(createFlag, { namespaceKey, key: 'colour', name: 'Colour' });
  await call(createVariant, { namespaceKey, flagKey: 'colour', key: 'red', attachment: '{"b":1.50,"a":2}' });
  await call(updateFlag, { namespaceKey, key: 'colour', name: 'Hue', enabled: true });
});

const refused = (answer: Promise<unknown>, message: string): Promise<void> =>
  expectRefused(
    answer,
    message.includes('not found') || message.includes('there was no') ? 'NOT_FOUND' : 'INVALID_ARGUMENT',
    message,
  );

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

describe('the list of revisions', () => {
  it('tells what each one changed, the latest first, page by page', async () => {
    const first = await call(listRevisions, { namespaceKey, limit: 3 });
    expect(first.revisions).toMatchObject([
      { revision: marked(4), origin: 'api', subjects: [{ kind: 'flag', key: 'colour', action: 'updated' }] },
      { revision: marked(3), subjects: [{ kind: 'flag', key: 'colour', action: 'updated' }] },
      {
        revision: marked(2),
        subjects: [{ kind: 'flag', key: 'colour', action: 'created' }],
        subjectsLeftOut: 0,
      },
    ]);
    expect(first.revisions[0]?.requestId).not.toBe('');
    const rest = await call(listRevisions, { namespaceKey, limit: 3, pageToken: first.nextPageToken });
    expect(rest.revisions).toMatchObject([
      { revision: marked(1), subjects: [{ kind: 'namespace', key: '', action: 'created' }] },
    ]);
    expect(rest.nextPageToken).toBe('');
  });

  it('can be of one flag, segment, author or origin', async () => {
    const document = JSON.stringify({ namespace: 'shop', flags: [{ key: 'size', name: 'Size' }] });
    await call(importNamespace, { namespaceKey, document });
    const revisionsOf = async (request: object): Promise<readonly string[]> =>
      (await call(listRevisions, { namespaceKey, ...request })).revisions.map(({ revision }) => revision);
    expect(await revisionsOf({ flagKey: 'size' })).toEqual([marked(5)]);
    expect(await revisionsOf({ flagKey: 'colour', limit: 1 })).toEqual([marked(4)]);
    expect(await revisionsOf({ origin: 'import' })).toEqual([marked(5)]);
    expect(await revisionsOf({ actor: 'nobody' })).toEqual([]);
  });

  it('of a flag is empty where no revision is kept, or none matches, and goes on after its deletion', async () => {
    const listed = async (request: object): Promise<number> =>
      (await call(listRevisions, { namespaceKey, flagKey: 'colour', ...request })).revisions.length;
    expect(await listed({ actor: 'nobody' })).toBe(0);
    expect(await listed({ pageToken: '2' })).toBe(0);
    // As retention does, in the end.
    await database().write(async (manager) => {
      await manager.query(`DELETE FROM revisions WHERE namespace_key = 'shop'`);
      await manager.query(`DELETE FROM revision_items WHERE namespace_key = 'shop'`);
    });
    expect(await listed({})).toBe(0);
    await call(deleteFlag, { namespaceKey, key: 'colour' });
    expect(await listed({})).toBe(1);
  });

  it('outlives its namespace', async () => {
    await call(deleteNamespace, { key: 'shop', force: true });
    const { revisions } = await call(listRevisions, { namespaceKey, limit: 1 });
    expect(revisions).toMatchObject([
      {
        revision: marked(5),
        subjects: [
          { kind: 'namespace', key: '', action: 'deleted' },
          { kind: 'flag', key: 'colour', action: 'deleted' },
        ],
      },
    ]);
  });

  it('is refused for what never was, and what means nothing', async () => {
    await refused(call(listRevisions, { namespaceKey: 'nowhere' }), 'namespace "nowhere" not found');
    await refused(
      call(listRevisions, { namespaceKey, segmentKey: 'colour' }),
      'segment "colour" not found in namespace "shop", now or in its history',
    );
    await refused(
      call(listRevisions, { namespaceKey, flagKey: 'color' }),
      'flag "color" not found in namespace "shop", now or in its history',
    );
    await refused(
      call(listRevisions, { namespaceKey, pageToken: 'x' }),
      'invalid field pageToken: is not valid: "x"',
    );
    await refused(
      call(listRevisions, { namespaceKey, origin: 'x' }),
      'invalid field origin: must be one of api, import, change, restore, promotion, schedule',
    );
  });
});

describe('a restore of flags or segments by their keys', () => {
  const restore = async (value: object): Promise<unknown> =>
    call(createChange, { namespaceKey, source: { case: 'restore', value: { revision: '2', ...value } } });

  it('is refused where one of them was not there then and is not there now', async () => {
    await refused(
      restore({ flags: ['colour', 'color'] }),
      'flag "color" not found in namespace "shop", now or at revision 2',
    );
    await refused(
      restore({ segments: ['colour'] }),
      'segment "colour" not found in namespace "shop", now or at revision 2',
    );
    const { flags } = await call(flipt.Flipt.method.listFlags, { namespaceKey });
    expect(flags).toMatchObject([{ name: 'Hue' }]);
  });

  it('deletes those that are there now, and brings back those that were there then', async () => {
    await call(createFlag, { namespaceKey, key: 'later', name: 'Later' });
    await call(deleteFlag, { namespaceKey, key: 'colour' });
    await restore({ flags: ['colour', 'later'] });
    const { flags } = await call(flipt.Flipt.method.listFlags, { namespaceKey });
    expect(flags).toMatchObject([{ key: 'colour', name: 'Colour' }]);
  });
});

describe('a revision', () => {
  it('shows what it changed before and after, as documents have it', async () => {
    const { revision, items } = await call(getRevision, { namespaceKey, revision: '3' });
    expect(revision).toMatchObject({ revision: marked(3) });
    const [item] = items;
    expect(items).toHaveLength(1);
    expect(parsed(item?.before)).toEqual({
      key: 'colour',
      name: 'Colour',
      type: 'VARIANT_FLAG_TYPE',
      enabled: false,
    });
    expect(item?.after).toContain('"variants":[{"key":"red","attachment":{"b":1.50,"a":2}}]');
  });

  it('shows what was not there before, and what is gone afterwards', async () => {
    const created = await call(getRevision, { namespaceKey, revision: '1' });
    expect(created.items).toMatchObject([{ kind: 'namespace', key: '' }]);
    expect(created.items[0]?.before).toBeUndefined();
    expect(parsed(created.items[0]?.after)).toEqual({ name: 'Shop', description: '' });
    await call(deleteFlag, { namespaceKey, key: 'colour' });
    const deleted = await call(getRevision, { namespaceKey, revision: '5' });
    expect(deleted.items[0]?.before).toContain('"name":"Hue"');
    expect(deleted.items[0]?.after).toBeUndefined();
  });

  it('of many items comes in pages', async () => {
    const flags = ['a', 'b', 'c'].map((key) => ({ key, name: key }));
    const document = JSON.stringify({ namespace: 'shop', flags });
    await call(importNamespace, { namespaceKey, document });
    const first = await call(getRevision, { namespaceKey, revision: '5', limit: 2 });
    const rest = await call(getRevision, { namespaceKey, revision: '5', pageToken: first.nextPageToken });
    expect([...first.items, ...rest.items].map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(rest.nextPageToken).toBe('');
  });

  it('that there is not is refused', async () => {
    await refused(
      call(getRevision, { namespaceKey, revision: '9' }),
      'revision 9 of namespace "shop" not found: the latest is 4',
    );
    await refused(
      call(getRevision, { namespaceKey, revision: '-1' }),
      'invalid field revision: must be a revision: a number, or a number, a dot and its mark',
    );
  });
});

describe('a comparison', () => {
  it('shows what differs between two revisions, in either direction', async () => {
    const forth = await call(compareRevisions, { namespaceKey, from: '2', to: 'latest' });
    expect(forth).toMatchObject({ to: marked(4), items: [{ kind: 'flag', key: 'colour' }] });
    expect(forth.items[0]?.before).not.toContain('red');
    expect(forth.items[0]?.after).toContain('red');
    const back = await call(compareRevisions, { namespaceKey, from: '4', to: '2' });
    expect(back.items[0]?.before).toBe(forth.items[0]?.after);
    expect(back.items[0]?.after).toBe(forth.items[0]?.before);
  });

  it('leaves out what was changed and put back', async () => {
    await call(updateFlag, { namespaceKey, key: 'colour', name: 'Colour' });
    await call(updateFlag, { namespaceKey, key: 'colour', name: 'Hue', enabled: true });
    expect((await call(compareRevisions, { namespaceKey, from: '4', to: 'latest' })).items).toEqual([]);
  });

  it('may be with another namespace', async () => {
    await call(createFlag, { key: 'colour', name: 'Colour' });
    await call(createFlag, { key: 'size', name: 'Size' });
    const { items } = await call(compareRevisions, {
      namespaceKey,
      fromNamespace: 'default',
      from: '2',
      to: '2',
    });
    // The namespaces are called differently, which is not compared.
    expect(items.map(({ key, after }) => [key, after])).toEqual([['size', undefined]]);
  });

  it('with what there is not is refused', async () => {
    await refused(
      call(compareRevisions, { namespaceKey, from: '0', to: 'newest' }),
      'invalid field to: must be a revision: a number, or a number, a dot and its mark',
    );
    await refused(
      call(compareRevisions, { namespaceKey, fromNamespace: 'nowhere', from: '0', to: 'latest' }),
      'namespace "nowhere" not found',
    );
    await refused(
      call(compareRevisions, { namespaceKey: 'default', fromNamespace: 'shop', from: '0', to: 'latest' }),
      'there was no namespace "shop" at revision 0',
    );
  });
});

it('a document can be exported as it was', async () => {
  const past = await call(exportNamespace, { namespaceKey, revision: '2' });
  expect(past.revision).toEqual(marked(2));
  expect(parsed(past.document)).toMatchObject({ flags: [{ key: 'colour', name: 'Colour' }] });
  await refused(
    call(exportNamespace, { namespaceKey, revision: '0' }),
    'namespace "shop" not found at revision 0',
  );
});

it('an evaluation can be explained as it was', async () => {
  const request = { namespaceKey, flagKey: 'colour', entityId: 'ada' };
  const past = await call(explain, { ...request, revision: '2' });
  expect(past).toMatchObject({ flagKey: 'colour', enabled: false, revision: marked(2) });
  expect(await call(explain, request)).toMatchObject({ enabled: true, revision: marked(4) });
  await refused(call(explain, { ...request, revision: '1' }), 'flag "shop/colour" not found');
  await refused(
    call(explain, { ...request, revision: '9' }),
    'revision 9 of namespace "shop" not found: the latest is 4',
  );
});

function lostReason(revision: string): string {
  return (
    `revision ${revision} was lost, in a failover or by a restored backup: look at what the namespace is now, ` +
    'and base the change on that'
  );
}

describe('the marks of revisions', () => {
  const made = async (): Promise<readonly string[]> =>
    (await call(listRevisions, { namespaceKey })).revisions.map(({ revision }) => revision);

  /** As a failover that loses the last revision leaves it, once that was made again by somebody else. */
  async function loseLast(): Promise<{ readonly lost: string; readonly made: string }> {
    const [lost = ''] = await made();
    await database().write(async (manager) => {
      await manager.query(`UPDATE namespaces SET revision = 3, mark = mark_before WHERE name = 'Shop'`);
      await manager.query(`DELETE FROM revisions WHERE namespace_key = 'shop' AND revision = 4`);
      await manager.query(`DELETE FROM revision_items WHERE namespace_key = 'shop' AND revision = 4`);
    });
    await call(updateFlag, { namespaceKey, key: 'colour', name: 'Tint' });
    const [again = ''] = await made();
    return { lost, made: again };
  }

  it('are told, and taken back wherever a revision is asked for', async () => {
    const revisions = await made();
    expect(revisions).toEqual([marked(4), marked(3), marked(2), marked(1)]);
    for (const revision of revisions) {
      expect((await call(getRevision, { namespaceKey, revision })).revision?.revision).toBe(revision);
      expect((await call(exportNamespace, { namespaceKey, revision })).revision).toBe(revision);
      const [from = ''] = revisions;
      expect((await call(compareRevisions, { namespaceKey, from, to: revision })).to).toBe(revision);
    }
  });

  it('outlast the namespace', async () => {
    await call(deleteNamespace, { key: namespaceKey, force: true });
    const [deletion = ''] = await made();
    expect(deletion).toEqual(marked(5));
    await call(createNamespace, { key: namespaceKey, name: 'Shop' });
    expect((await made()).slice(0, 2)).toEqual([marked(6), deletion]);
  });

  it('tell a revision that was lost from the one that took its number', async () => {
    const { lost, made: again } = await loseLast();
    const reason = `revision ${lost} of namespace "shop" not found: it was lost, and revision ${again} took its place`;
    await refused(call(getRevision, { namespaceKey, revision: lost }), reason);
    await refused(call(exportNamespace, { namespaceKey, revision: lost }), reason);
    await refused(call(compareRevisions, { namespaceKey, from: '2', to: lost }), reason);
    await refused(call(compareRevisions, { namespaceKey, from: lost, to: 'latest' }), reason);
    await refused(call(revertRevision, { namespaceKey, revision: lost }), reason);
    expect((await call(getRevision, { namespaceKey, revision: '4' })).revision?.revision).toBe(again);
  });

  it('make a base that was lost a conflict with whatever is touched', async () => {
    const { lost, made: again } = await loseLast();
    const document = JSON.stringify({ namespace: 'shop', flags: [{ key: 'fresh', name: 'Fresh' }] });
    const change = {
      namespaceKey,
      baseRevision: lost,
      source: { case: 'document', value: { document } },
    } as const;
    const reason = lostReason(lost);
    await expectRefused(call(createChange, change), 'ABORTED', reason);
    // Also once the number is passed.
    await call(updateFlag, { namespaceKey, key: 'colour', name: 'Shade' });
    await expectRefused(call(createChange, change), 'ABORTED', reason);
    const looked = await call(createChange, { ...change, validateOnly: true });
    expect(looked.conflicts).toMatchObject([{ kind: 'flag', key: 'fresh', revision: marked(5) }]);
    const applied = await call(createChange, { ...change, baseRevision: again });
    expect(applied.change).toMatchObject({ revision: marked(6) });
  });

  it('are not needed by a change that has waited: it knows its base', async () => {
    const [base = ''] = await made();
    const document = JSON.stringify({ namespace: 'shop', flags: [{ key: 'fresh', name: 'Fresh' }] });
    const source = { case: 'document', value: { document } } as const;
    const mode = pennonChanges.ChangeMode.PROPOSE;
    const proposed = await call(createChange, { namespaceKey, baseRevision: base, source, mode });
    const { id = '', baseRevision } = proposed.change ?? {};
    expect(baseRevision).toBe(base);
    await loseLast();
    const { change } = await call(applyChange, { namespaceKey, id });
    expect(change).toMatchObject({ baseRevision: base, state: pennonChanges.Change_State.APPLIED });
  });
});

describe('a revision that the history has the state of, and not who made it', () => {
  const reason = (revision: string, namespace = namespaceKey): string =>
    `revision ${revision} of namespace "${namespace}" not found: the history does not say who made it`;

  it.each([
    ['before the first that is kept', { namespaceKey, revision: '2' }],
    ['0, which nobody made', { namespaceKey: 'default', revision: '0' }],
  ])('%s is neither shown nor reverted', async (_, asked) => {
    await service(UnitOfWork).write(({ history }) => history.deleteBeyond(2, 10, new Map()));
    const { LATEST } = pennonChanges.RevertRevisionRequest_Onto;
    const message = reason(asked.revision, asked.namespaceKey);
    await refused(call(getRevision, asked), message);
    await refused(call(revertRevision, asked), message);
    await refused(call(revertRevision, { ...asked, onto: LATEST }), message);
    await refused(call(revertRevision, { ...asked, validateOnly: true }), message);
  });

  it('is exported, compared, restored and a base all the same', async () => {
    await service(UnitOfWork).write(({ history }) => history.deleteBeyond(2, 10, new Map()));
    const { revision, document } = await call(exportNamespace, { namespaceKey, revision: '2' });
    expect(revision).toEqual(marked(2));
    expect(parsed(document)).toMatchObject({ flags: [{ key: 'colour', name: 'Colour' }] });
    const { items } = await call(compareRevisions, { namespaceKey, from: '2', to: 'latest' });
    expect(items.map(({ key }) => key)).toEqual(['colour']);
    const source = { case: 'restore', value: { revision: '2' } } as const;
    const restored = await call(createChange, {
      namespaceKey,
      source,
      baseRevision: '2',
      validateOnly: true,
    });
    expect(restored.items).toMatchObject([{ key: 'colour' }]);
    expect(restored.conflicts).toMatchObject([{ key: 'colour', revision: marked(4) }]);
  });
});

it.each(['9007199254740992', '9223372036854775807'])('%s is refused in its own digits', async (revision) => {
  const reason = `invalid field revision: ${revision} is beyond the largest revision, 9007199254740991`;
  await refused(call(getRevision, { namespaceKey, revision }), reason);
  await refused(call(exportNamespace, { namespaceKey, revision }), reason);
  await refused(call(revertRevision, { namespaceKey, revision }), reason);
});
