import { flipt, pennonChanges } from '@pennon/proto';
import { marked } from '../../../../test/support/marked';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, createNamespace, createSegment, deleteNamespace } = flipt.Flipt.method;
const { createChange, findRevisions, listActors, listRevisions, updatePolicy } =
  pennonChanges.ChangeService.method;

const { call, callAs, expectRefused } = newWriterForEachTest();

/** Of two namespaces, in turn: a flag each, then a segment. */
beforeEach(async () => {
  for (const key of ['shop', 'blog']) await call(createNamespace, { key, name: key });
  for (const namespaceKey of ['shop', 'blog']) await call(createFlag, { namespaceKey, key: 'a', name: 'A' });
  await call(createSegment, { namespaceKey: 'shop', key: 's', name: 'S', matchType: 0 });
});

/** The latest first, as `namespace number`. */
async function found(request: object = {}, by = call): Promise<readonly string[]> {
  const { revisions } = await by(findRevisions, request);
  return revisions.map(({ namespaceKey, revision }) => `${namespaceKey} ${parseInt(revision)}`);
}

describe('revisions of all namespaces', () => {
  it('are told the latest first, with their namespaces, page by page', async () => {
    const all = ['shop 3', 'blog 2', 'shop 2', 'blog 1', 'shop 1'];
    expect(await found()).toEqual(all);
    const first = await call(findRevisions, { limit: 3 });
    expect(first.revisions[1]).toMatchObject({ namespaceKey: 'blog', revision: marked(2) });
    const rest = await call(findRevisions, { limit: 3, pageToken: first.nextPageToken });
    expect(rest.revisions.map(({ revision }) => revision)).toEqual([marked(1), marked(1)]);
    expect(rest.nextPageToken).toBe('');
  });

  it('outlive their namespace', async () => {
    await call(deleteNamespace, { key: 'blog', force: true });
    expect(await found({ limit: 1 })).toEqual(['blog 3']);
  });

  it('are those of namespaces that the caller may see', async () => {
    const visible = (...keys: string[]): Parameters<typeof found>[1] =>
      callAs({ visibleNamespaces: new Set(keys) });
    expect(await found({}, visible('blog'))).toEqual(['blog 2', 'blog 1']);
    expect(await found({}, visible())).toEqual([]);
  });

  it('may be of some kinds, and of a time', async () => {
    expect(await found({ kind: ['segment', 'namespace'] })).toEqual(['shop 3', 'blog 1', 'shop 1']);
    const { revisions } = await call(findRevisions, { limit: 2 });
    const [last, before] = revisions.map(({ at }) => at);
    expect(await found({ since: last })).toEqual(['shop 3']);
    expect(await found({ since: before, until: last })).toEqual(['blog 2']);
  });

  it.each([
    [{ kind: ['rule'] }, 'invalid field kind: must be one of flag, segment, namespace'],
    [{ actor: Array<string>(101).fill('a') }, 'invalid field actor: must have at most 100 values'],
    [{ text: 'a'.repeat(256) }, 'invalid field text: must not be longer than 255 characters'],
    [{ pageToken: '1:x' }, 'invalid field pageToken: is not valid: "1:x"'],
    [{ since: { seconds: 253_402_300_800n } }, 'invalid field since: is out of range'],
  ])('are refused where a filter means nothing: %#', async (request, message) => {
    await expectRefused(call(findRevisions, request), 'INVALID_ARGUMENT', message);
  });
});

it('revisions of one namespace may be of some authors, and say a text', async () => {
  const namespaceKey = 'shop';
  const document = JSON.stringify({ namespace: 'shop', flags: [{ key: 'b', name: 'B' }] });
  const source = { case: 'document' as const, value: { document } };
  await call(createChange, { namespaceKey, source, message: 'Launch B' });
  const texts = async (request: object): Promise<readonly string[]> =>
    (await call(listRevisions, { namespaceKey, ...request })).revisions.map(({ message }) => message);
  expect(await texts({ text: 'launch' })).toEqual(['Launch B']);
  expect(await texts({ text: 'launch', actor: ['nobody', ''] })).toEqual(['Launch B']);
  expect(await texts({ text: 'launch', actor: ['nobody'] })).toEqual([]);
});

it('a revision says whether it bypassed the review', async () => {
  const namespaceKey = 'blog';
  const policy = { requiredApprovals: 1, bypass: ['admin'] };
  await call(updatePolicy, { namespaceKey, policy });
  const admin = callAs({
    namespaceRights: { assert: () => undefined, rolesIn: () => new Set(['admin']), mayWrite: () => true },
    header: (name) => (name === 'x-pennon-bypass-review' ? 'outage' : undefined),
  });
  await admin(createFlag, { namespaceKey, key: 'b', name: 'B' });
  const { revisions } = await call(listRevisions, { namespaceKey, kind: ['flag'] });
  expect(revisions).toMatchObject([
    { bypassed: true, message: 'review bypassed: outage' },
    { bypassed: false },
  ]);
});

it('authors of a namespace are counted, of one that never was refused', async () => {
  expect(await call(listActors, { namespaceKey: 'shop' })).toMatchObject({
    actors: [{ displayName: '', revisions: 3 }],
    more: false,
  });
  await expectRefused(
    call(listActors, { namespaceKey: 'nowhere' }),
    'NOT_FOUND',
    'namespace "nowhere" not found',
  );
});
