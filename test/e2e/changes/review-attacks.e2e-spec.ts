import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pennonChanges, flipt, pennonTransfer } from '@pennon/proto';
import { type Shown } from '../../support/auth-server';
import { eventually } from '../../support/eventually';
import { GrpcClient } from '../../support/grpc-client';
import { jsonOf, jsonRequest, type Answer, type Request } from '../../support/http';
import { runPennon } from '../../support/run-pennon';
import { importRequest } from '../transfer/documents';
import {
  addNamespace,
  changeIn,
  documentSource,
  errorOf,
  newChange,
  partlyOn,
  pathIn,
  revisionsOf,
  valueOf,
  type ChangeJson,
} from '../../support/change-calls';
import { useServerWithPeople } from './people';
import { marked } from '../../support/marked';

const { createFlag } = flipt.Flipt.method;
const { method } = pennonChanges.ChangeService;

const server = useServerWithPeople();

const BYPASS = 'x-pennon-bypass-review';

/** Editors, who may propose and approve. */
const ana = (): Shown => server.person('ana@example.org', 'editor');
const ben = (): Shown => server.person('ben@example.org', 'editor');
const eva = (): Shown => server.person('eva@example.org', 'editor');
const dan = (): Shown => server.person('dan@example.org', 'editor');

let counter = 0;
/** A namespace of the test's own, in which changes need approvals. */
let namespaceKey: string;

async function setPolicy(
  shown: Shown | undefined,
  requiredApprovals: number,
  more: object = {},
): Promise<Answer> {
  const policy = { requiredApprovals, restrictDirectWrites: true, ...more };
  return server.as(shown).send(jsonRequest('PUT', pathIn(namespaceKey, 'policy'), { policy }));
}

/** A new namespace with a flag, whose changes need that many approvals. */
async function reviewed(requiredApprovals: number, more: object = {}): Promise<void> {
  namespaceKey = `reviewed-${++counter}`;
  await addNamespace(server.as(), namespaceKey);
  await valueOf(server.as().send(newChange(namespaceKey, [partlyOn('colour', 1)])));
  await valueOf(setPolicy(undefined, requiredApprovals, more));
}

async function propose(shown: Shown, more: object = {}): Promise<ChangeJson> {
  return changeIn(server.as(shown).send(newChange(namespaceKey, [partlyOn('colour', 50)], more)));
}

function pathOf({ id }: ChangeJson, deed = ''): string {
  return pathIn(namespaceKey, `changes/${id}${deed}`);
}

async function approve(shown: Shown, change: ChangeJson): Promise<Answer> {
  return server.as(shown).send(jsonRequest('POST', pathOf(change, '/reviews'), { verdict: 'APPROVE' }));
}

async function edit(shown: Shown, change: ChangeJson, percentage: number): Promise<ChangeJson> {
  const document = documentSource(namespaceKey, [partlyOn('colour', percentage)]);
  return changeIn(server.as(shown).send(jsonRequest('PUT', pathOf(change), { document })));
}

async function apply(shown: Shown, change: ChangeJson): Promise<Answer> {
  return server.as(shown).send(jsonRequest('POST', pathOf(change, '/apply'), {}));
}

async function seen(change: ChangeJson): Promise<ChangeJson> {
  return changeIn(server.as().send({ path: pathOf(change) }));
}

/** The share for which the flag is true. */
async function share(): Promise<number | undefined> {
  const { document } = await valueOf<{ document: string }>(
    server.as().send({ path: pathIn(namespaceKey, 'document') }),
  );
  const { flags } = JSON.parse(document) as {
    flags: { rollouts: { threshold: { percentage: number } }[] }[];
  };
  return flags[0]?.rollouts[0]?.threshold.percentage;
}

describe('with two approvals required', () => {
  beforeEach(async () => reviewed(2));

  test('a change is applied after two people other than its author have approved it', async () => {
    const change = await propose(ana());
    expect(change).toMatchObject({ state: 'PENDING_REVIEW', approvalsMissing: 2 });
    expect(await changeIn(approve(ben(), change))).toMatchObject({
      state: 'PENDING_REVIEW',
      approvalsMissing: 1,
    });
    expect(await share()).toBe(1);
    expect(await changeIn(approve(eva(), change))).toMatchObject({ state: 'APPLIED', revision: marked(3) });
    expect(await share()).toBe(50);
  });

  test('nobody approves a change of their own, whatever they log in with', async () => {
    const change = await propose(ana());
    const message = 'permission denied: authors may not approve their own change';
    expect(errorOf(await approve(ana(), change))).toEqual([403, message]);
    const inCapitals = server.person('ANA@Example.org', 'admin');
    expect(errorOf(await approve(inCapitals, change))).toEqual([403, message]);
    expect((await seen(change)).approvalsMissing).toBe(2);
  });

  test('nobody approves a change twice', async () => {
    const change = await propose(ana());
    await changeIn(approve(ben(), change));
    const again = [ben(), server.person('Ben@example.org', 'admin')];
    for (const shown of again)
      expect(errorOf(await approve(shown, change))).toEqual([
        400,
        'the caller has approved this change already',
      ]);
    expect(await seen(change)).toMatchObject({ state: 'PENDING_REVIEW', approvalsMissing: 1 });
  });

  test('approvals at the same moment of one person count once, and those of two apply a change once', async () => {
    const change = await propose(ana());
    const once = await Promise.all(Array.from({ length: 5 }, async () => approve(ben(), change)));
    expect(once.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await seen(change)).toMatchObject({ state: 'PENDING_REVIEW', approvalsMissing: 1 });
    await Promise.all([eva(), dan()].map(async (shown) => approve(shown, change)));
    expect(await seen(change)).toMatchObject({ state: 'APPLIED', revision: marked(3) });
    expect(await revisionsOf(server.as(), namespaceKey)).toHaveLength(3);
  });

  test('an edit makes approvals void, and its author cannot approve', async () => {
    const change = await propose(ana());
    await changeIn(approve(ben(), change));
    expect(await edit(eva(), change, 100)).toMatchObject({
      state: 'PENDING_REVIEW',
      approvalsMissing: 2,
      reviews: [{ verdict: 'APPROVE', isVoid: true }],
    });
    for (const writer of [ana(), eva()]) expect((await approve(writer, change)).status).toBe(403);
    expect(errorOf(await apply(ana(), change))).toEqual([400, 'the change lacks 2 approvals']);
    await changeIn(approve(ben(), change));
    expect(await share()).toBe(1);
    expect(await changeIn(approve(dan(), change))).toMatchObject({ state: 'APPLIED' });
    expect(await share()).toBe(100);
  });

  test('an approval of a version that was edited since is a conflict', async () => {
    const change = await propose(ana());
    await edit(ana(), change, 100);
    const review = { verdict: 'APPROVE', version: 1 };
    const answer = await server.as(ben()).send(jsonRequest('POST', pathOf(change, '/reviews'), review));
    expect(errorOf(answer)).toEqual([409, 'the change was edited: it is at version 2, not 1']);
  });

  test('a change that was approved and waits for its time needs approvals again once it is edited', async () => {
    const change = await propose(ana(), { when: { at: new Date(Date.now() + 3_600_000).toISOString() } });
    await changeIn(approve(ben(), change));
    expect(await changeIn(approve(eva(), change))).toMatchObject({ state: 'SCHEDULED' });
    expect(await edit(ana(), change, 100)).toMatchObject({ state: 'PENDING_REVIEW', approvalsMissing: 2 });
    expect((await apply(ana(), change)).status).toBe(400);
    expect(await share()).toBe(1);
  });

  test('an editor of one step cannot approve it by way of the step before', async () => {
    const step = (percentage: number): object => ({
      document: documentSource(namespaceKey, [partlyOn('colour', percentage)]),
    });
    const steps = [step(10), { ...step(20), after: '0.1s' }];
    const request = jsonRequest('POST', pathIn(namespaceKey, 'changes'), { when: { steps } });
    const first = await changeIn(server.as(ana()).send(request));
    const list = await valueOf<{ changes: ChangeJson[] }>(
      server.as().send({ path: pathIn(namespaceKey, 'changes') }),
    );
    const second = list.changes.find(({ step }) => step === 2);
    if (second === undefined) throw new Error('there is no second step');
    await edit(ben(), second, 100);
    await changeIn(approve(ben(), first));
    expect(await changeIn(approve(eva(), first))).toMatchObject({ state: 'APPLIED' });
    expect(await seen(second)).toMatchObject({ state: 'PENDING_REVIEW', approvalsMissing: 1 });
    expect(await share()).toBe(10);
  });

  test('nobody applies a change that lacks approvals, not even an admin', async () => {
    const change = await propose(ana());
    for (const shown of [ana(), server.person('root@example.org', 'admin'), undefined])
      expect(errorOf(await server.as(shown).send(jsonRequest('POST', pathOf(change, '/apply'), {})))).toEqual(
        [400, 'the change lacks 2 approvals'],
      );
    const request = { namespaceKey, id: change.id };
    expect((await server.grpc(method.applyChange, request, server.bootstrapToken)).code).toBe(9);
    expect(await share()).toBe(1);
  });

  test('a rejected change stays rejected', async () => {
    const change = await propose(ana());
    const rejection = jsonRequest('POST', pathOf(change, '/reviews'), { verdict: 'REJECT', comment: 'no' });
    expect(await changeIn(server.as(ben()).send(rejection))).toMatchObject({
      state: 'REJECTED',
      reason: 'no',
    });
    expect((await approve(eva(), change)).status).toBe(400);
    expect((await apply(ana(), change)).status).toBe(400);
  });
});

describe('with an approval required', () => {
  beforeEach(async () => reviewed(1));

  const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

  /** A ramp of two steps, of which the first one is applied as soon as it is approved. */
  async function ramp(shown: Shown): Promise<readonly [ChangeJson, ChangeJson]> {
    const step = (percentage: number): object => ({
      document: documentSource(namespaceKey, [partlyOn('colour', percentage)]),
    });
    const steps = [step(10), { ...step(20), after: '3600s' }];
    const request = jsonRequest('POST', pathIn(namespaceKey, 'changes'), { when: { steps } });
    const first = await changeIn(server.as(shown).send(request));
    const list = await valueOf<{ changes: ChangeJson[] }>(
      server.as().send({ path: pathIn(namespaceKey, 'changes') }),
    );
    const second = list.changes.find(({ step: place }) => place === 2);
    if (second === undefined) throw new Error('there is no second step');
    return [first, second];
  }

  async function review(shown: Shown, change: ChangeJson, version: number): Promise<Answer> {
    const request = { verdict: 'APPROVE', version };
    return server.as(shown).send(jsonRequest('POST', pathOf(change, '/reviews'), request));
  }

  async function put(shown: Shown, change: ChangeJson, edited: object): Promise<ChangeJson> {
    return changeIn(server.as(shown).send(jsonRequest('PUT', pathOf(change), edited)));
  }

  test('a review of a series is of what the reviewer has seen of all its steps', async () => {
    const [first, second] = await ramp(ana());
    await edit(ana(), second, 100);
    expect(errorOf(await review(ben(), first, 1))).toEqual([
      409,
      'the change was edited: it is at version 2, not 1',
    ]);
    expect(await seen(first)).toMatchObject({ state: 'PENDING_REVIEW', reviews: [] });
    expect(await changeIn(review(ben(), first, 2))).toMatchObject({ state: 'APPLIED' });
    expect(await seen(second)).toMatchObject({ state: 'SCHEDULED' });
  });

  test('an edit of a step makes approvals of later ones void', async () => {
    const [first, second] = await ramp(ana());
    const at = inAnHour();
    await put(ana(), first, { at });
    await changeIn(approve(ben(), first));
    expect(await seen(second)).toMatchObject({ state: 'SCHEDULED' });
    await edit(ana(), first, 15);
    expect(await seen(second)).toMatchObject({ state: 'PENDING_REVIEW', approvalsMissing: 1 });
  });

  test('an approval that meets a conflict changes nothing', async () => {
    const change = await propose(ana(), { baseRevision: 2 });
    await reviewedWrite();
    const [status, message] = errorOf(await approve(ben(), change));
    expect([status, message]).toEqual([409, expect.stringContaining('changed since revision 2')]);
    expect(await seen(change)).toMatchObject({ state: 'PENDING_REVIEW', approvalsMissing: 1, reviews: [] });
  });

  /** Somebody passes by the review. */
  async function reviewedWrite(): Promise<void> {
    await valueOf(setPolicy(undefined, 0));
    await valueOf(server.as().send(newChange(namespaceKey, [partlyOn('colour', 77)])));
    await valueOf(setPolicy(undefined, 1));
  }

  test('an approval holds for a later time and another message, and not for an earlier time', async () => {
    const change = await propose(ana(), { when: { at: inAnHour() } });
    await changeIn(approve(ben(), change));
    const muchLater = new Date(Date.now() + 7_200_000).toISOString();
    for (const edited of [{ message: 'Soon' }, { at: muchLater }])
      expect(await put(ana(), change, edited)).toMatchObject({ state: 'SCHEDULED', approvalsMissing: 0 });
    expect(await put(ana(), change, { at: inAnHour() })).toMatchObject({ state: 'PENDING_REVIEW' });
  });

  test('what is approved for a time is not applied before it, unless somebody passes by the review', async () => {
    await valueOf(setPolicy(undefined, 1, { bypass: ['editor'] }));
    const change = await propose(ana(), { when: { at: inAnHour() } });
    await changeIn(approve(ben(), change));
    const [status, message] = errorOf(await apply(ana(), change));
    expect([status, message]).toEqual([
      400,
      expect.stringMatching(/^the change is approved for .*: edit its time/),
    ]);
    expect(await seen(change)).toMatchObject({ state: 'SCHEDULED' });
    const request = jsonRequest('POST', pathOf(change, '/apply'), {});
    const headers = { ...request.headers, [BYPASS]: 'the sale has begun' };
    expect(await changeIn(server.as(eva()).send({ ...request, headers }))).toMatchObject({
      state: 'APPLIED',
    });
    const [latest] = await revisionsOf(server.as(), namespaceKey);
    expect(latest).toMatchObject({
      message: 'review bypassed: the sale has begun',
      author: { displayName: 'ana@example.org' },
      appliedBy: { displayName: 'eva@example.org' },
      approvedBy: [{ displayName: 'ben@example.org' }],
    });
  });

  test('an approval with a seenRevision counts only for what the change did on that revision', async () => {
    const { plannedOn: seenRevision = '', ...change } = await propose(ana());
    expect(seenRevision).toEqual(marked(2));
    await valueOf(setPolicy(undefined, 1, { bypass: ['editor'] }));
    const request = newChange(namespaceKey, [partlyOn('colour', 20)]);
    const headers = { ...request.headers, [BYPASS]: 'it burns' };
    await valueOf(server.as(eva()).send({ ...request, headers }));
    const review = jsonRequest('POST', pathOf(change, '/reviews'), { verdict: 'APPROVE', seenRevision });
    const answer = await server.as(ben()).send(review);
    expect([answer.status, jsonOf(answer)]).toMatchObject([
      409,
      { details: [{ reason: 'OTHER_EFFECT', metadata: { revision: seenRevision } }] },
    ]);
    expect(await seen(change)).toMatchObject({ state: 'PENDING_REVIEW', plannedOn: marked(3) });
  });

  test('an approval after the time leaves the change waiting, unless the policy says otherwise', async () => {
    const at = new Date(Date.now() + 400).toISOString();
    const change = await propose(ana(), { when: { at } });
    await eventually(async () => {
      expect(await seen(change)).toMatchObject({ state: 'PENDING_REVIEW', overdue: true });
    });
    expect(await changeIn(approve(ben(), change))).toMatchObject({ state: 'SCHEDULED', overdue: true });
    expect(await share()).toBe(1);
    expect(await changeIn(apply(ana(), change))).toMatchObject({ state: 'APPLIED' });
    await valueOf(setPolicy(undefined, 1, { applyLate: true }));
    const late = await changeIn(
      server.as(ana()).send(
        newChange(namespaceKey, [partlyOn('colour', 60)], {
          when: { at: new Date(Date.now() + 300).toISOString() },
        }),
      ),
    );
    await eventually(async () => {
      expect(await seen(late)).toMatchObject({ overdue: true });
    });
    await changeIn(approve(ben(), late));
    await eventually(async () => {
      expect(await share()).toBe(60);
    });
  });

  test('who applied and who approved a change is in the audit log', async () => {
    const change = await propose(ana());
    await changeIn(approve(ben(), change));
    const path = `/audit/v1/events?namespaceKey=${namespaceKey}&type=change&action=applied`;
    const { events } = await valueOf<{ events: object[] }>(server.as().send({ path }));
    expect(events[0]).toMatchObject({
      key: change.id,
      after: { applied_by: 'ben@example.org', approved_by: ['ben@example.org'] },
    });
  });
});

describe('a program', () => {
  const tokenOf = async (role: string, more: object = {}): Promise<string> =>
    (await server.issue({ metadata: { 'io.service.auth.role': role }, ...more })).clientToken;

  beforeEach(async () => reviewed(1));

  test.each(['editor', 'admin', 'viewer, editor', 'editor, another:approver'])(
    'in the role %s does not approve',
    async (role) => {
      const change = await propose(ana());
      expect(errorOf(await approve(await tokenOf(role), change))).toEqual([
        403,
        'permission denied: a program reviews changes in the role "approver" only',
      ]);
      expect(await seen(change)).toMatchObject({ state: 'PENDING_REVIEW', approvalsMissing: 1 });
    },
  );

  test('in the role approver does, and counts once', async () => {
    await valueOf(setPolicy(undefined, 2));
    const change = await propose(ana());
    const token = await tokenOf('editor, approver');
    expect(await changeIn(approve(token, change))).toMatchObject({ approvalsMissing: 1 });
    expect((await approve(token, change)).status).toBe(400);
    expect(await changeIn(approve(ben(), change))).toMatchObject({ state: 'APPLIED' });
  });

  test('in the role approver of that namespace does', async () => {
    const change = await propose(ana());
    const token = await tokenOf(`${namespaceKey}:editor, ${namespaceKey}:approver`, { namespaceKey });
    expect(await changeIn(approve(token, change))).toMatchObject({ state: 'APPLIED' });
  });

  test('does not approve what it has proposed itself', async () => {
    const token = await tokenOf('editor, approver');
    const change = await propose(token);
    expect((await approve(token, change)).status).toBe(403);
  });

  test('that may write in no namespace does not approve', async () => {
    const change = await propose(ana());
    expect((await approve(await tokenOf('approver'), change)).status).toBe(403);
  });

  test('with a token of another namespace does not approve', async () => {
    await addNamespace(server.as(), `other-${counter}`);
    const token = await tokenOf('admin, approver', { namespaceKey: `other-${counter}` });
    const change = await propose(ana());
    expect((await approve(token, change)).status).toBe(403);
    const request = { namespaceKey, id: change.id, verdict: pennonChanges.Verdict.APPROVE };
    expect((await server.grpc(method.reviewChange, request, token)).code).toBe(7);
  });

  test('that an issuer vouches for without an e-mail address does not approve', async () => {
    const change = await propose(ana());
    expect((await approve(server.person('', 'editor'), change)).status).toBe(403);
  });
});

describe('a direct write', () => {
  const doors: readonly (readonly [string, () => Request])[] = [
    [
      'a flag is created',
      () => jsonRequest('POST', pathIn(namespaceKey, 'flags'), { key: 'new', name: 'New' }),
    ],
    ['a flag is updated', () => jsonRequest('PUT', pathIn(namespaceKey, 'flags/colour'), { name: 'Hue' })],
    ['a flag is deleted', () => ({ verb: 'DELETE', path: pathIn(namespaceKey, 'flags/colour') })],
    [
      'a segment is created',
      () => jsonRequest('POST', pathIn(namespaceKey, 'segments'), { key: 's', name: 'S' }),
    ],
    [
      'a document is imported',
      () => importRequest(namespaceKey, { namespace: namespaceKey, flags: [partlyOn('colour', 100)] }),
    ],
    [
      'the namespace is renamed',
      () => jsonRequest('PUT', `/api/v1/namespaces/${namespaceKey}`, { name: 'Mine' }),
    ],
    [
      'the namespace is deleted',
      () => ({ verb: 'DELETE', path: `/api/v1/namespaces/${namespaceKey}?force=true` }),
    ],
  ];

  test.each(doors)('is refused and says how to propose it: %s', async (_, request) => {
    await reviewed(2);
    const answer = await server.as().send(request());
    expect(errorOf(answer)).toEqual([
      400,
      `changes of namespace "${namespaceKey}" need 2 approvals: propose it by POST ` +
        `/api/v1/namespaces/${namespaceKey}/changes or "pennon import --propose"`,
    ]);
    expect(await revisionsOf(server.as(), namespaceKey)).toHaveLength(2);
  });

  test('is refused over gRPC, too', async () => {
    await reviewed(1);
    const message = expect.stringContaining('need an approval: propose it by POST') as string;
    const flag = { namespaceKey, key: 'new', name: 'New' };
    expect(await server.grpc(createFlag, flag, server.bootstrapToken)).toMatchObject({
      code: 9,
      details: message,
    });
    const { importNamespace } = pennonTransfer.TransferService.method;
    const document = { namespaceKey, ...documentSource(namespaceKey, [partlyOn('colour', 100)]) };
    expect(await server.grpc(importNamespace, document, server.bootstrapToken)).toMatchObject({
      code: 9,
      details: message,
    });
    expect(await revisionsOf(server.as(), namespaceKey)).toHaveLength(2);
  });

  const inHurry = (reason: string): Request => ({
    ...jsonRequest('PUT', pathIn(namespaceKey, 'flags/colour'), { name: 'Hue' }),
    headers: { 'Content-Type': 'application/json', [BYPASS]: reason },
  });

  test.each([
    ['no role', [], 'admin'],
    ['a role of others', ['admin'], 'editor'],
    ['a role of another namespace', ['admin'], 'editor, another:admin'],
  ])('does not pass by the review with %s', async (_, bypass, role) => {
    await reviewed(1, { bypass });
    const answer = await server.as(server.person('ana@example.org', role)).send(inHurry('it burns'));
    expect(errorOf(answer)).toEqual([
      403,
      `permission denied: no role of the caller may bypass the review of namespace "${namespaceKey}"`,
    ]);
    expect(await revisionsOf(server.as(), namespaceKey)).toHaveLength(2);
  });

  test('does not pass by the review without a reason', async () => {
    await reviewed(1, { bypass: ['admin'] });
    const answer = await server.as(server.person('root@example.org', 'admin')).send(inHurry('  '));
    expect(answer.status).toBe(400);
  });

  test('passes by with a reason that is a reason: in UTF-8, in bounds, and on one line', async () => {
    await reviewed(1, { bypass: ['admin'] });
    const root = server.as(server.person('root@example.org', 'admin'));
    for (const reason of ['x'.repeat(4097), 'a\tb', 'a\u0085b']) {
      const answer = await root.send(inHurry(reason));
      expect([answer.status, jsonOf(answer)]).toEqual([
        400,
        expect.objectContaining({
          message: expect.stringMatching(/^invalid field x-pennon-bypass-review: /),
        }),
      ]);
    }
    // Without a body, which Node's client would have in one text with the headers, in UTF-8 once more.
    const headers = { [BYPASS]: Buffer.from('es brennt für alle — sofort').toString('latin1') };
    await valueOf(root.send({ verb: 'DELETE', path: pathIn(namespaceKey, 'flags/colour'), headers }));
    const [made] = await revisionsOf(server.as(), namespaceKey);
    expect(made?.message).toBe('review bypassed: es brennt für alle — sofort');
  });

  test('passes by the review in a role that may, and history and audit log tell why', async () => {
    await reviewed(1, { bypass: ['editor'] });
    await valueOf(server.as(ana()).send(inHurry('it burns')));
    const client = new GrpcClient(server.grpcAddress);
    const shown = ana();
    const authorization = typeof shown === 'string' ? `Bearer ${shown}` : `JWT ${shown.jwt}`;
    const flag = { namespaceKey, key: 'new', name: 'New' };
    const metadata = { authorization, [BYPASS]: 'it burns still' };
    expect(await client.call(createFlag, flag, { metadata })).toHaveProperty('message');
    client.close();
    const [second, first] = await revisionsOf(server.as(), namespaceKey);
    expect([first?.message, second?.message]).toEqual([
      'review bypassed: it burns',
      'review bypassed: it burns still',
    ]);
    const path = `/audit/v1/events?namespaceKey=${namespaceKey}&type=policy&action=bypassed`;
    const { events } = await valueOf<{ events: object[] }>(server.as().send({ path }));
    expect(events).toMatchObject([
      { actor: { displayName: 'ana@example.org' }, after: { reason: 'review bypassed: it burns still' } },
      { actor: { displayName: 'ana@example.org' }, after: { reason: 'review bypassed: it burns' } },
    ]);
  });

  test('passes where only proposals are reviewed', async () => {
    await reviewed(1, { restrictDirectWrites: false });
    await valueOf(
      server.as(ana()).send(jsonRequest('PUT', pathIn(namespaceKey, 'flags/colour'), { name: 'Hue' })),
    );
    expect(await propose(ana())).toMatchObject({ state: 'PENDING_REVIEW' });
  });
});

describe('a policy', () => {
  test('goes with its namespace, which is not deleted without approvals', async () => {
    await reviewed(2, { bypass: ['admin'] });
    const change = await propose(ana());
    const why = { [BYPASS]: 'out of the way' };
    const path = `/api/v1/namespaces/${namespaceKey}`;
    expect((await server.as().send({ verb: 'DELETE', path })).status).toBe(400);
    for (const gone of [`${path}/flags/colour`, path])
      await valueOf(server.as().send({ verb: 'DELETE', path: gone, headers: why }));
    const again = jsonRequest('POST', '/api/v1/namespaces', { key: namespaceKey, name: 'Again' });
    await valueOf(server.as().send(again));
    expect(await valueOf(server.as().send({ path: pathIn(namespaceKey, 'policy') }))).toMatchObject({
      requiredApprovals: 0,
    });
    expect((await apply(ana(), change)).status).toBe(400);
  });

  test('is not set by an editor, and not by an admin of another namespace', async () => {
    await reviewed(2);
    for (const role of ['editor', `${namespaceKey}:editor`, 'another:admin', 'editor, approver'])
      expect((await setPolicy(server.person('ana@example.org', role), 0)).status).toBe(403);
    expect(await valueOf(server.as().send({ path: pathIn(namespaceKey, 'policy') }))).toMatchObject({
      requiredApprovals: 2,
    });
  });

  test('that becomes stricter holds what is scheduled: it waits for review again', async () => {
    await reviewed(1);
    const at = new Date(Date.now() + 3000).toISOString();
    const change = await propose(ana(), { when: { at } });
    expect(await changeIn(approve(ben(), change))).toMatchObject({ state: 'SCHEDULED' });
    await valueOf(setPolicy(undefined, 2));
    expect(await seen(change)).toMatchObject({ state: 'PENDING_REVIEW', approvalsMissing: 1 });
    expect(await changeIn(approve(eva(), change))).toMatchObject({ state: 'SCHEDULED' });
    await eventually(async () => {
      expect(await share()).toBe(50);
    });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at));
  });

  test('that is lowered releases what it is satisfied with: at once, or at its time', async () => {
    await reviewed(2);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const later = await propose(ana(), { when: { at } });
    const now = await propose(ana());
    const unseen = await propose(dan());
    for (const change of [later, now]) await changeIn(approve(ben(), change));
    await valueOf(setPolicy(undefined, 1));
    expect(await seen(later)).toMatchObject({ state: 'SCHEDULED', at });
    expect(await seen(unseen)).toMatchObject({ state: 'PENDING_REVIEW', approvalsMissing: 1 });
    await eventually(async () => {
      expect(await seen(now)).toMatchObject({ state: 'APPLIED' });
    });
  });

  test('that is made for a namespace holds what was scheduled before', async () => {
    await reviewed(0);
    const change = await propose(ana(), { when: { at: new Date(Date.now() + 800).toISOString() } });
    expect(change.state).toBe('SCHEDULED');
    await valueOf(setPolicy(undefined, 1));
    await eventually(async () => {
      expect(await seen(change)).toMatchObject({ state: 'PENDING_REVIEW' });
    });
    expect(await share()).toBe(1);
  });
});

test('a policy holds for changes that were asked for before it was set, and come after it', async () => {
  await reviewed(0);
  const changing = Array.from({ length: 40 }, async (_, index) =>
    server.as(ana()).send(newChange(namespaceKey, [partlyOn(`flag-${index}`, 1)])),
  );
  await valueOf(setPolicy(undefined, 1));
  const before = await revisionsOf(server.as(), namespaceKey);
  await Promise.all(changing);
  expect(await revisionsOf(server.as(), namespaceKey)).toEqual(before);
});

test('the command line writes to the database itself, and the history tells of it', async () => {
  await reviewed(2);
  const document = JSON.stringify({ namespace: namespaceKey, flags: [partlyOn('colour', 100)] });
  const { directory, databaseUrl } = server;
  const env = { PENNON_DB_URL: databaseUrl };
  writeFileSync(join(directory, 'document.json'), document);
  const outcome = await runPennon(['import', 'document.json'], { directory, env });
  expect(outcome).toMatchObject({ exitCode: 0 });
  expect(await share()).toBe(100);
  const [latest] = await revisionsOf(server.as(), namespaceKey);
  expect(latest).toMatchObject({
    origin: 'import',
    message: 'review bypassed: written by the command line to the database itself',
  });
});
