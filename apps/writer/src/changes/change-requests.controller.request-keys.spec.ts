import type { MessageInitShape } from '@bufbuild/protobuf';
import { METADATA_PREFIX } from '@pennon/domain';
import { flipt, pennonAudit, pennonChanges, timestampOf } from '@pennon/proto';
import { REVISION_HEADER } from '@pennon/api';
import { anAuthentication } from '@pennon/testing';
import { marked } from '../../../../test/support/marked';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method: flags } = flipt.Flipt;
const { method } = pennonChanges.ChangeService;
const { listEvents } = pennonAudit.AuditService.method;
const { Change_State: State, ChangeMode, Verdict } = pennonChanges;

const { call, callAs, revisionOf } = newWriterForEachTest();

const namespaceKey = 'shop';

/** Calls of a person who has logged in, in a session of that id. */
function as(sub: string, id = sub): ReturnType<typeof callAs> {
  const claims = {
    [`${METADATA_PREFIX}codehost.host`]: 'codehost.example',
    [`${METADATA_PREFIX}codehost.sub`]: sub,
  };
  return callAs({ identity: anAuthentication(id, { method: 'codehost', metadata: claims }) });
}

type Wanted = Exclude<
  MessageInitShape<typeof pennonChanges.CreateChangeRequestSchema>,
  pennonChanges.CreateChangeRequest
>;

/** A change that makes a flag what it is called. */
const named = (name: string): Wanted => ({
  namespaceKey,
  source: { case: 'document', value: { document: JSON.stringify({ flags: [{ key: 'colour', name }] }) } },
});

const hue = named('Hue');

const inTenYears = timestampOf((Date.now() + 3650 * 86_400_000) * 1000);

/** What writes leave: revisions, changes and events of the audit log. */
async function written(): Promise<unknown> {
  return {
    revisions: await call(method.listRevisions, { namespaceKey }),
    changes: await call(method.listChanges, { namespaceKey }),
    events: await call(listEvents, {}),
  };
}

async function expectReused(again: Promise<unknown>): Promise<void> {
  await expect(again).rejects.toMatchObject({
    code: 'ABORTED',
    message: 'request key "k" was used for another request, or by another caller, in the last 24 hours',
    info: { reason: 'REQUEST_KEY_REUSED' },
  });
}

beforeEach(async () => {
  await call(flags.createNamespace, { key: namespaceKey, name: 'Shop' });
  await call(flags.createFlag, { namespaceKey, key: 'colour', name: 'Colour' });
});

describe('a change that is applied at once', () => {
  it('is applied once, and answered with its revision again', async () => {
    const first = await call(method.createChange, { ...hue, message: 'Hue', requestKey: 'k' });
    expect(first.change).toMatchObject({ id: '', state: State.APPLIED, revision: marked(3) });
    // What was done later stays.
    await call(method.createChange, named('Shade'));
    const before = await written();
    const setHeader = jest.fn();
    const again = await callAs({ setHeader })(method.createChange, {
      ...hue,
      message: 'Hue',
      requestKey: 'k',
    });
    expect(again).toMatchObject({ change: first.change, changed: true, lines: [] });
    expect(setHeader.mock.calls).toContainEqual([REVISION_HEADER, '3']);
    expect(await written()).toEqual(before);
    expect(await call(flags.getFlag, { namespaceKey, key: 'colour' })).toMatchObject({ name: 'Shade' });
  });

  it('is applied once if it is sent several times at the same moment', async () => {
    const same = Array.from({ length: 4 }, () => call(method.createChange, { ...hue, requestKey: 'k' }));
    const revisions = (await Promise.all(same)).map(({ change }) => change?.revision);
    expect(revisions).toEqual(revisions.map(() => marked(3)));
    expect(new Set(revisions).size).toBe(1);
    expect(await revisionOf(namespaceKey)).toBe(3);
  });

  it('is applied once also with a base, where a repetition would be in conflict', async () => {
    const request = { ...hue, baseRevision: '2', requestKey: 'k' };
    const same = [call(method.createChange, request), call(method.createChange, request)];
    const revisions = (await Promise.all(same)).map(({ change }) => change?.revision);
    expect(revisions).toEqual([marked(3), revisions[0]]);
    expect(await call(method.createChange, request)).toMatchObject({ change: { revision: revisions[0] } });
  });

  it('is not repeated when it had nothing to change', async () => {
    const nothing = { ...named('Colour'), requestKey: 'k' };
    expect(await call(method.createChange, nothing)).toMatchObject({ changed: false });
    await call(method.createChange, hue);
    const before = await written();
    const again = await call(method.createChange, nothing);
    expect(again).toMatchObject({ changed: false, change: { state: State.APPLIED, revision: marked(3) } });
    expect(await written()).toEqual(before);
  });

  it('is done by a repetition if the first one failed', async () => {
    const rule = { segment: 'beta', distributions: [] };
    const document = JSON.stringify({ flags: [{ key: 'colour', name: 'Hue', rules: [rule] }] });
    const request: Wanted = {
      namespaceKey,
      source: { case: 'document', value: { document } },
      requestKey: 'k',
    };
    await expect(call(method.createChange, request)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await call(flags.createSegment, { namespaceKey, key: 'beta', name: 'Beta' });
    expect((await call(method.createChange, request)).change?.revision).toEqual(marked(4));
  });

  it('leaves nothing of its key when it is in conflict', async () => {
    const request = { ...hue, baseRevision: '1', requestKey: 'k' };
    await expect(call(method.createChange, request)).rejects.toMatchObject({ info: { reason: 'CONFLICT' } });
    const other = { ...hue, requestKey: 'k' };
    expect((await call(method.createChange, other)).change?.revision).toEqual(marked(3));
  });

  it('that is only looked at neither takes a key nor minds one', async () => {
    await call(method.createChange, { ...hue, requestKey: 'k', validateOnly: true });
    expect((await call(method.createChange, { ...hue, requestKey: 'k' })).change?.revision).toEqual(
      marked(3),
    );
    const look = await call(method.createChange, { ...named('Shade'), requestKey: 'k', validateOnly: true });
    expect(look).toMatchObject({ changed: true, change: { id: '', state: State.APPLIED } });
  });
});

describe('a key', () => {
  it('is refused for another request, another call, and another caller', async () => {
    await as('ana')(method.createChange, { ...hue, requestKey: 'k' });
    const before = await written();
    await expectReused(as('ana')(method.createChange, { ...hue, message: 'Hue', requestKey: 'k' }));
    await expectReused(as('ana')(method.revertRevision, { namespaceKey, revision: '3', requestKey: 'k' }));
    await expectReused(as('bob')(method.createChange, { ...hue, requestKey: 'k' }));
    await expectReused(call(method.createChange, { ...hue, requestKey: 'k' }));
    expect(await written()).toEqual(before);
    // The same person in another session is the same caller.
    await as('ana', 'later')(method.createChange, { ...hue, requestKey: 'k' });
    expect(await written()).toEqual(before);
  });

  it('is refused for one of two requests at the same moment', async () => {
    const both = await Promise.allSettled(
      ['Hue', 'Shade'].map((name) => call(method.createChange, { ...named(name), requestKey: 'k' })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [refused] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toMatchObject({ info: { reason: 'REQUEST_KEY_REUSED' } });
    expect(await revisionOf(namespaceKey)).toBe(3);
  });

  it('is one of its namespace, and goes with it', async () => {
    await call(flags.createNamespace, { key: 'other', name: 'Other' });
    await call(method.createChange, { ...hue, requestKey: 'k' });
    const elsewhere = await call(method.createChange, { ...hue, namespaceKey: 'other', requestKey: 'k' });
    expect(elsewhere.summary).toMatchObject({ create: 1 });
    await call(flags.deleteFlag, { namespaceKey, key: 'colour' });
    await call(flags.deleteNamespace, { key: namespaceKey });
    await call(flags.createNamespace, { key: namespaceKey, name: 'Shop' });
    expect((await call(method.createChange, { ...hue, requestKey: 'k' })).summary).toMatchObject({
      create: 1,
    });
  });
});

describe('a repetition', () => {
  it('of a revert is answered with its revision', async () => {
    await call(method.createChange, hue);
    const revert = { namespaceKey, revision: '3', requestKey: 'k' };
    const { change } = await call(method.revertRevision, revert);
    await call(method.createChange, hue);
    expect((await call(method.revertRevision, revert)).change).toEqual(change);
    expect(await revisionOf(namespaceKey)).toBe(5);
  });

  it.each<readonly [string, Wanted]>([
    ['schedules', { ...hue, when: { at: inTenYears } }],
    ['proposes', { ...hue, mode: ChangeMode.PROPOSE }],
    [
      'begins a ramp',
      {
        namespaceKey,
        when: {
          steps: [
            { document: { document: JSON.stringify({ flags: [{ key: 'colour', name: 'Hue' }] }) } },
            {
              at: inTenYears,
              document: { document: JSON.stringify({ flags: [{ key: 'colour', name: 'Shade' }] }) },
            },
          ],
        },
      },
    ],
  ])('of a call that %s is answered with the same change', async (_, wanted) => {
    const same = [0, 1].map(() => call(method.createChange, { ...wanted, requestKey: 'k' }));
    const [first, second] = await Promise.all(same);
    expect(first?.change?.id).not.toBe('');
    expect(second?.change?.id).toBe(first?.change?.id);
    const before = await written();
    const { change } = await call(method.createChange, { ...wanted, requestKey: 'k' });
    expect(change).toEqual(first?.change);
    expect(await written()).toEqual(before);
  });

  it('of an edit, a review, an application and a cancellation changes nothing', async () => {
    const propose = async (): Promise<string> => {
      const { change } = await call(method.createChange, { ...hue, mode: ChangeMode.PROPOSE });
      return change?.id ?? '';
    };
    const [reviewed, applied, cancelled] = [await propose(), await propose(), await propose()];
    const document = { document: JSON.stringify({ flags: [{ key: 'colour', name: 'Tint' }] }) };
    const edit = { namespaceKey, id: reviewed, document, baseRevision: '3', requestKey: 'edit' };
    const review = { namespaceKey, id: reviewed, verdict: Verdict.APPROVE, requestKey: 'review' };
    const cancel = { namespaceKey, id: cancelled, reason: 'off', requestKey: 'cancel' };
    const apply = { namespaceKey, id: applied, requestKey: 'apply' };
    const calls: readonly (() => Promise<unknown>)[] = [
      () => as('ana')(method.applyChange, apply),
      () => as('ana')(method.updateChange, edit),
      () => as('bob')(method.reviewChange, review),
      () => as('ana')(method.cancelChange, cancel),
    ];
    for (const [index, once] of calls.entries()) {
      // Only what is left of them needs approvals, which it does not get: nothing applies it meanwhile.
      if (index === 1) await call(method.updatePolicy, { namespaceKey, policy: { requiredApprovals: 2 } });
      await Promise.all([once(), once()]);
      const before = await written();
      await once();
      expect({ index, ...((await written()) as object) }).toEqual({ index, ...(before as object) });
    }
    const { change } = await call(method.getChange, { namespaceKey, id: reviewed });
    expect(change).toMatchObject({ version: 2, reviews: [{ verdict: Verdict.APPROVE }] });
    expect(await as('ana')(method.cancelChange, cancel)).toMatchObject({
      id: cancelled,
      state: State.CANCELLED,
      reason: 'off',
    });
    expect(await as('ana')(method.applyChange, apply)).toMatchObject({
      changed: true,
      change: { id: applied, state: State.APPLIED, revision: marked(3) },
    });
  });

  it('of the last approval, which applies the change, is answered with what it made', async () => {
    await call(method.updatePolicy, { namespaceKey, policy: { requiredApprovals: 1 } });
    const { change } = await as('ana')(method.createChange, hue);
    const review = { namespaceKey, id: change?.id ?? '', verdict: Verdict.APPROVE, requestKey: 'k' };
    const same = await Promise.all([0, 1, 2].map(() => as('bob')(method.reviewChange, review)));
    const revisions = same.map(({ change: reviewed }) => reviewed?.revision);
    expect(revisions).toEqual([marked(3), revisions[0], revisions[0]]);
    expect(await revisionOf(namespaceKey)).toBe(3);
  });
});
