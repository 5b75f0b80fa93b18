import { type ChangeRequest, NO_REVIEW, SERVICE_ORIGIN } from '@pennon/domain';
import { readsOf } from '../../../../test/support/row-reads';
import { sized } from '../../../../test/support/size';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import type { ChangePage, ChangeRequestQuery } from './change-list.store';

let temporary: TemporaryDatabase;

const everything: ChangeRequestQuery = { namespaceKeys: undefined, after: undefined, limit: 10 };

async function pageOf(query: Partial<ChangeRequestQuery>): Promise<ChangePage> {
  return temporary.unitOfWork.read(({ changeLists }) => changeLists.page({ ...everything, ...query }));
}

async function listed(query: Partial<ChangeRequestQuery> = {}): Promise<readonly string[]> {
  return (await pageOf(query)).changes.map(({ step }) => step.id);
}

function aRequest(id: string, createdAt: number, given: Partial<ChangeRequest> = {}): ChangeRequest {
  return {
    ...{ id, namespaceKey: 'shop', state: 'cancelled', message: '', reason: '', author: SERVICE_ORIGIN },
    ...{ writers: [], createdAt, updatedAt: createdAt, content: 'wanted', baseRevision: undefined },
    ...{ plannedAt: undefined, dueAt: undefined, after: undefined, revision: undefined },
    ...{ seriesId: '', step: 0, origin: 'change', version: 1, isProposal: false, bypassReason: '' },
    ...{ onConflict: undefined, ...given },
  };
}

describe('a list of changes', () => {
  const by = (actor: string): Pick<ChangeRequest, 'author'> => ({ author: { ...SERVICE_ORIGIN, actor } });
  const policy = { ...NO_REVIEW, requiredApprovals: 2 };

  beforeAll(async () => {
    temporary = await openTemporaryDatabase();
    await temporary.unitOfWork.write(
      async ({ changeRequests, changeSubjects, changeSeries, reviewPolicies }) => {
        await reviewPolicies.set('blog', policy);
        await changeSeries.create({
          id: 'ramp',
          namespaceKey: 'blog',
          state: 'paused',
          createdAt: 1,
          updatedAt: 1,
        });
        await changeRequests.create([
          aRequest('a', 1, { state: 'pending', plannedAt: 50, ...by('ana') }),
          aRequest('b', 2, { state: 'scheduled', plannedAt: 10, dueAt: 60, ...by('a"b\\') }),
          aRequest('c', 3, { namespaceKey: 'blog', seriesId: 'ramp', step: 1, ...by('Ana') }),
          aRequest('d', 3, { namespaceKey: 'docs', state: 'applied', ...by('ana@example.org') }),
        ]);
        const subject = (kind: 'flag' | 'segment', key: string) => ({
          kind,
          key,
          base: undefined,
          wanted: 'x',
        });
        await changeSubjects.set('a', [subject('flag', 'z'), subject('segment', 'x'), subject('flag', 'y"')]);
        await changeSubjects.set('c', [subject('flag', 'z')]);
        await changeSubjects.set(
          'd',
          Array.from({ length: 23 }, (_, index) => subject('flag', `${index}`)),
        );
      },
    );
  });

  afterAll(async () => {
    await temporary.remove();
  });

  it.each<[Partial<ChangeRequestQuery>, readonly string[]]>([
    [{}, ['d', 'c', 'b', 'a']],
    [{ namespaceKeys: new Set(['shop', 'docs']) }, ['d', 'b', 'a']],
    [{ namespaceKeys: new Set() }, []],
    [{ states: ['pending', 'applied'] }, ['d', 'a']],
    [{ states: ['pending', 'applied', 'scheduled'], limit: 2 }, ['d', 'b']],
    [{ seriesId: 'ramp' }, ['c']],
    [{ dueAfter: 50 }, ['b', 'a']],
    [{ dueAfter: 51 }, ['b']],
    [{ dueBefore: 60 }, ['a']],
    [{ after: { id: 'd', at: 3 } }, ['c', 'b', 'a']],
    [{ after: { id: 'c', at: 3 }, states: ['pending', 'applied'] }, ['a']],
    [{ flagKey: 'z' }, ['c', 'a']],
    [{ flagKey: 'z', segmentKey: 'x', states: ['pending', 'scheduled'] }, ['a']],
    [{ segmentKey: 'z' }, []],
    [{ authors: ['ana'] }, ['a']],
    [{ authors: ['Ana', 'a"b\\'] }, ['c', 'b']],
    [{ order: 'due' }, ['a', 'b']],
    [{ order: 'due', dueAfter: 51 }, ['b']],
    [{ order: 'due', states: ['scheduled'] }, ['b']],
    [{ order: 'due', after: { id: 'a', at: 50 } }, ['b']],
    [{ order: 'due', after: { id: 'b', at: 60 } }, []],
  ])('has those that are asked for: %j', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  it('has the policy, the state of the series and the first subjects of each', async () => {
    const { changes, now } = await pageOf({});
    expect(now).toBeGreaterThan(1e15);
    expect(changes.map(({ seriesState }) => seriesState)).toEqual([
      undefined,
      'paused',
      undefined,
      undefined,
    ]);
    expect(changes.map((change) => change.policy)).toEqual([NO_REVIEW, policy, NO_REVIEW, NO_REVIEW]);
    expect(
      changes.map(({ head: { subjects, leftOut } }) => [subjects.map(({ key }) => key), leftOut]),
    ).toEqual([
      [Array.from({ length: 20 }, (_, index) => `${index}`), 3],
      [['z'], 0],
      [[], 0],
      [['z', 'x', 'y"'], 0],
    ]);
  });

  it('cuts long texts', async () => {
    const long = '🏁'.repeat(501);
    await temporary.unitOfWork.write(({ changeRequests }) =>
      changeRequests.create([aRequest('e', 9, { message: long, reason: long })]),
    );
    const cut = `${'🏁'.repeat(500)}…`;
    const [first] = (await pageOf({})).changes;
    expect(first?.step).toMatchObject({ message: cut, reason: cut });
    const found = await temporary.unitOfWork.read(({ changeRequests }) => changeRequests.find('shop', 'e'));
    expect(found).toMatchObject({ message: long, reason: long });
  });
});

describe('a page of many changes', () => {
  const namespaces = sized({ small: 20, whole: 100 });
  const ofEach = sized({ small: 50, whole: 100 });
  const limit = sized({ small: 10, whole: 100 });
  const states = ['pending', 'scheduled', ...Array.from({ length: 8 }, () => 'applied' as const)] as const;

  beforeAll(async () => {
    temporary = await openTemporaryDatabase();
    await temporary.unitOfWork.write(async ({ changeRequests, changeSubjects, reviewPolicies }) => {
      for (let place = 0; place < namespaces; place += 1) {
        const namespaceKey = `n${place}`;
        await reviewPolicies.set(namespaceKey, { ...NO_REVIEW, requiredApprovals: 1 });
        const requests = Array.from({ length: ofEach }, (_, index) => {
          const at = 1 + index * namespaces + place;
          const state = states[index % states.length] ?? 'applied';
          const dueAt = state === 'scheduled' ? 2 * at : undefined;
          return aRequest(`${namespaceKey}-${index}`, at, { namespaceKey, state, plannedAt: 2 * at, dueAt });
        });
        await changeRequests.create(requests);
        for (const { id, state } of requests)
          if (state !== 'applied')
            await changeSubjects.set(id, [{ kind: 'flag', key: 'a', base: undefined, wanted: 'x' }]);
      }
    });
  });

  afterAll(async () => {
    await temporary.remove();
  });

  it.each<[string, number, Partial<ChangeRequestQuery>]>([
    ['all', 3, {}],
    ['those to review', 3, { states: ['pending'] }],
    ['the next page of them', 3, { states: ['pending'], after: { id: 'n1-40', at: 40 * namespaces + 2 } }],
    ['those of one namespace', 3, { states: ['pending'], namespaceKeys: new Set(['n1']) }],
    // Of each state and kind of time, an index is read for a page.
    ['those that wait', 5, { states: ['pending', 'scheduled'] }],
    ['the next ones', 5, { states: ['scheduled'], order: 'due' }],
  ])('reads few rows: %s', async (_, pages, query) => {
    const [reads, ...others] = await readsOf(temporary.database, async () => pageOf({ ...query, limit }));
    expect(others).toEqual([]);
    expect(reads?.faults).toEqual([]);
    const { request = 0, change_requests: changes = request, ...beside } = reads?.rows ?? {};
    expect(changes).toBeLessThanOrEqual(3 * (limit + 1));
    expect(Object.values(beside).reduce((sum, rows) => sum + rows, changes)).toBeLessThanOrEqual(
      pages * (limit + 1),
    );
  });
});
