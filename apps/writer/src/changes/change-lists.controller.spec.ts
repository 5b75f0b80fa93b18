import { flipt, pennonChanges, timestampOf } from '@pennon/proto';
import { statementsOn } from '../../../../test/support/statements';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createFlag, createNamespace } = flipt.Flipt.method;
const { createChange, cancelChange, findChanges, listChanges, updatePolicy } =
  pennonChanges.ChangeService.method;
const { ChangeMode, Change_State: State } = pennonChanges;

const { call, callAs, database, expectRefused } = newWriterForEachTest();

/** What the job that applies changes asks meanwhile. */
const ofJobs = /operation_lock|due_at" (ASC|IS NOT NULL)|due_at` (ASC|IS NOT NULL)/;

/** In the far future, in seconds. */
const soon = 4_000_000_000;
const later = soon + 60;

const timestamp = (seconds: number) => timestampOf(seconds * 1_000_000);

/** Proposes a change of a namespace, or schedules it. */
async function changeOf(namespaceKey: string, message: string, at?: number): Promise<string> {
  const flags = [{ key: 'a', name: message, type: 'VARIANT_FLAG_TYPE' }];
  const document = JSON.stringify({ namespace: namespaceKey, flags });
  const { change } = await call(createChange, {
    ...{ namespaceKey, message, source: { case: 'document', value: { document } } },
    ...(at === undefined ? { mode: ChangeMode.PROPOSE } : { when: { at: timestamp(at) } }),
  });
  return change?.id ?? '';
}

beforeEach(async () => {
  for (const key of ['shop', 'blog']) {
    await call(createNamespace, { key, name: key });
    await call(createFlag, { namespaceKey: key, key: 'a', name: 'A' });
  }
  await changeOf('shop', 'first');
  await changeOf('blog', 'second', later);
  await changeOf('shop', 'third', soon);
  await call(cancelChange, { namespaceKey: 'shop', id: await changeOf('shop', 'fourth') });
});

async function found(request: object = {}, by = call): Promise<readonly string[]> {
  const { changes } = await by(findChanges, request);
  return changes.map(({ namespaceKey, message }) => `${namespaceKey} ${message}`);
}

describe('changes of all namespaces', () => {
  it('are told the latest first, page by page', async () => {
    expect(await found()).toEqual(['shop fourth', 'shop third', 'blog second', 'shop first']);
    const first = await call(findChanges, { limit: 3 });
    expect(await found({ limit: 3, pageToken: first.nextPageToken })).toEqual(['shop first']);
  });

  it('may be in some states, and have a time', async () => {
    const open = [State.PENDING_REVIEW, State.SCHEDULED];
    expect(await found({ state: open })).toEqual(['shop third', 'blog second', 'shop first']);
    expect(await found({ dueAfter: timestamp(soon) })).toEqual(['shop third', 'blog second']);
    expect(await found({ dueBefore: timestamp(later) })).toEqual(['shop third']);
  });

  it('may name a flag or segment, and be of an author', async () => {
    expect(await found({ flagKey: 'a', limit: 2 })).toEqual(['shop fourth', 'shop third']);
    expect(await found({ flagKey: 'b' })).toEqual([]);
    expect(await found({ segmentKey: 'a' })).toEqual([]);
    expect(await found({ author: ['nobody'] })).toEqual([]);
    expect(await found({ author: ['nobody', ''], flagKey: 'a', state: [State.SCHEDULED] })).toEqual([
      'shop third',
      'blog second',
    ]);
    const { changes } = await call(findChanges, { limit: 1 });
    expect(changes[0]?.subjects).toMatchObject([{ kind: 'flag', key: 'a' }]);
  });

  it('may come by their times, page by page', async () => {
    const order = pennonChanges.ChangeOrder.DUE_FIRST;
    expect(await found({ order })).toEqual(['shop third', 'blog second']);
    const { nextPageToken: pageToken } = await call(findChanges, { order, limit: 1 });
    expect(await found({ order, pageToken })).toEqual(['blog second']);
    await expectRefused(
      found({ pageToken }),
      'INVALID_ARGUMENT',
      `invalid field pageToken: is not valid: "${pageToken}"`,
    );
  });

  it('take three statements a page, whatever the number of namespaces', async () => {
    const steps = ['x', 'y'].map((name, index) => {
      const flags = [{ key: 'a', name, type: 'VARIANT_FLAG_TYPE' }];
      return {
        document: { document: JSON.stringify({ namespace: 'blog', flags }) },
        at: timestamp(soon + index),
      };
    });
    await call(createChange, { namespaceKey: 'blog', message: 'ramp', when: { steps } });
    const statements = await statementsOn(database());
    expect(await found()).toHaveLength(6);
    expect(statements.filter((sql) => sql.startsWith('SELECT') && !ofJobs.test(sql))).toHaveLength(3);
  });

  it('are those of namespaces that the caller may see', async () => {
    expect(await found({}, callAs({ visibleNamespaces: new Set(['blog']) }))).toEqual(['blog second']);
    expect(await found({}, callAs({ visibleNamespaces: new Set() }))).toEqual([]);
  });

  it('lack the approvals that the policy of their own namespace asks for', async () => {
    const policy = { requiredApprovals: 2, bypass: [] };
    await call(updatePolicy, { namespaceKey: 'blog', policy });
    const { changes } = await call(findChanges, {});
    expect(changes.map(({ message, approvalsMissing }) => [message, approvalsMissing])).toEqual([
      ...[
        ['fourth', 0],
        ['third', 0],
        ['second', 2],
        ['first', 0],
      ],
    ]);
  });
});

describe('changes of one namespace', () => {
  const listed = async (request: object): Promise<readonly string[]> =>
    (await call(listChanges, { namespaceKey: 'shop', ...request })).changes.map(({ message }) => message);

  it('may be in some states, and have a time', async () => {
    expect(await listed({ state: [State.CANCELLED, State.SCHEDULED] })).toEqual(['fourth', 'third']);
    expect(await listed({ dueAfter: timestamp(later) })).toEqual([]);
  });

  it('may be the steps of one series', async () => {
    const steps = ['x', 'y'].map((name, index) => {
      const flags = [{ key: 'a', name, type: 'VARIANT_FLAG_TYPE' }];
      return { document: { document: JSON.stringify({ flags }) }, at: timestamp(soon + index) };
    });
    const { change } = await call(createChange, { namespaceKey: 'shop', message: 'ramp', when: { steps } });
    expect(await listed({ seriesId: change?.seriesId })).toEqual(['ramp', 'ramp']);
  });

  it('are refused where the filter means nothing', async () => {
    const refused = (request: object, message: string): Promise<void> =>
      expectRefused(listed(request), 'INVALID_ARGUMENT', message);
    await refused({ state: [99] }, 'invalid field state: unknown value 99');
    await refused({ pageToken: 'x' }, 'invalid field pageToken: is not valid: "x"');
    await refused({ dueAfter: { seconds: 253_402_300_800n } }, 'invalid field dueAfter: is out of range');
  });
});
