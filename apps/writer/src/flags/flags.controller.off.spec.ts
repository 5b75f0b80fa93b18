import { type MessageInitShape, toJson } from '@bufbuild/protobuf';
import {
  flipt,
  fliptEvaluation,
  fliptOfrep,
  pennonAudit,
  pennonChanges,
  pennonExplain,
  pennonTransfer,
} from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const flags = flipt.Flipt.method;
const evaluation = fliptEvaluation.EvaluationService.method;
const { evaluationSnapshotNamespace } = fliptEvaluation.DataService.method;
const { evaluateFlag } = fliptOfrep.OFREPService.method;
const { explain } = pennonExplain.ExplainService.method;
const changes = pennonChanges.ChangeService.method;
const { exportNamespace, importNamespace } = pennonTransfer.TransferService.method;
const { listEvents } = pennonAudit.AuditService.method;

const { call } = newWriterForEachTest();

type Edit = MessageInitShape<typeof pennonChanges.FlagEditSchema>;

const namespaceKey = 'default';
const shipping = { namespaceKey, flagKey: 'shipping', entityId: 'u1' };
const colour = { namespaceKey, flagKey: 'colour', entityId: 'u1' };

/** A boolean flag that all get, and a variant flag of which all get `red`. */
beforeEach(async () => {
  await change(SHOP);
});

const boolean = {
  ...{ key: 'shipping', name: 'Shipping', type: 'BOOLEAN_FLAG_TYPE', enabled: true },
  rollouts: [{ threshold: { percentage: 100, value: true } }],
};
const variant = {
  ...{ key: 'colour', name: 'Colour', type: 'VARIANT_FLAG_TYPE', enabled: true },
  variants: [{ key: 'red' }, { default: true, key: 'grey' }],
  rules: [{ segment: 'all', distributions: [{ variant: 'red', rollout: 100 }] }],
};
const SHOP = {
  flags: [boolean, variant],
  segments: [{ key: 'all', name: 'All', match_type: 'ALL_MATCH_TYPE' }],
};

async function change(document: object): Promise<void> {
  await call(changes.createChange, {
    namespaceKey,
    source: {
      case: 'document',
      value: { document: JSON.stringify({ namespace: namespaceKey, ...document }) },
    },
  });
}

async function edit(...edits: readonly Edit[]): Promise<pennonChanges.ChangeOutcome> {
  return call(changes.createChange, {
    namespaceKey,
    source: { case: 'edits', value: { flags: [...edits] } },
  });
}

async function turnOff(reason = 'payments fail'): Promise<void> {
  await change({ flags: [boolean, variant].map((flag) => ({ ...flag, off: { reason } })) });
}

async function turnOn(): Promise<void> {
  await change({ flags: [boolean, variant].map((flag) => ({ ...flag, off: false })) });
}

async function exported(): Promise<string> {
  return (await call(exportNamespace, { namespaceKey })).document;
}

async function snapshotText(): Promise<string> {
  const { flags: all } = await call(evaluationSnapshotNamespace, { key: namespaceKey });
  return JSON.stringify(
    all.map((flag) => ({ ...(toJson(fliptEvaluation.EvaluationFlagSchema, flag) as object), updatedAt: '' })),
  );
}

async function latestRevision(): Promise<string> {
  const { revisions } = await call(changes.listRevisions, { namespaceKey, limit: 1 });
  return revisions[0]?.revision ?? '';
}

/** The revision before that one. */
function before(revision: string): string {
  return String(Number.parseInt(revision, 10) - 1);
}

async function restore(revision: string): Promise<void> {
  const source = { case: 'restore', value: { revision } } as const;
  await call(changes.createChange, { namespaceKey, source });
}

/** What is asked at every door: one flag, many, OFREP. */
async function answers(): Promise<unknown> {
  const { responses } = await call(evaluation.batch, { requests: [shipping, colour] });
  return {
    boolean: (await call(evaluation.boolean, shipping)).enabled,
    variant: (await call(evaluation.variant, colour)).variantKey,
    batch: responses.map(({ response: { value } }) =>
      value !== undefined && 'enabled' in value
        ? value.enabled
        : value && 'variantKey' in value && value.variantKey,
    ),
    ofrep: (await call(evaluateFlag, { key: 'shipping', context: { targetingKey: 'u1' } })).value,
  };
}

const on = { boolean: true, variant: 'red', batch: [true, 'red'] };
const off = { boolean: false, variant: 'grey', batch: [false, 'grey'] };

describe('a flag that is off', () => {
  it('is false, or answers as a disabled one, whatever else it says', async () => {
    expect(await answers()).toMatchObject(on);
    await turnOff();
    expect(await answers()).toMatchObject(off);
    expect(await call(evaluation.variant, colour)).toMatchObject({
      match: false,
      reason: fliptEvaluation.EvaluationReason.FLAG_DISABLED_EVALUATION_REASON,
    });
  });

  it('is explained so', async () => {
    await turnOff();
    const ending = pennonExplain.Ending.OFF_ENDING;
    expect(await call(explain, shipping)).toMatchObject({ ending, enabled: false });
    expect(await call(explain, colour)).toMatchObject({ ending, enabled: false });
  });

  it('is in the snapshot of clients what they all understand: not enabled, without rules and rollouts', async () => {
    await turnOff();
    const { flags: all } = await call(evaluationSnapshotNamespace, { key: namespaceKey });
    expect(all).toMatchObject([
      { key: 'shipping', enabled: false, rollouts: [], rules: [] },
      { key: 'colour', enabled: false, rollouts: [], rules: [] },
    ]);
  });

  it('is shown with all that it says itself, and who turned it off', async () => {
    const before = await call(flags.getFlag, { namespaceKey, key: 'shipping' });
    await turnOff();
    const { off: turned, ...flag } = await call(flags.getFlag, { namespaceKey, key: 'shipping' });
    expect({ ...flag, updatedAt: before.updatedAt }).toEqual({ ...before });
    expect(turned).toMatchObject({ by: '', reason: 'payments fail' });
    expect(turned?.at?.seconds).toBeGreaterThan(1_700_000_000n);
    const { rules } = await call(flags.listRollouts, { namespaceKey, flagKey: 'shipping' });
    expect(rules).toHaveLength(1);
  });

  it('stays off for whatever else is edited, and is then what it was, with the edits', async () => {
    const before = await snapshotText();
    await turnOff();
    await call(flags.updateFlag, { namespaceKey, key: 'shipping', name: 'Free shipping', enabled: true });
    await change({ flags: [{ ...variant, description: 'Which colour' }] });
    expect(await answers()).toMatchObject(off);
    await change({
      flags: [
        { ...boolean, name: 'Free shipping', off: false },
        { ...variant, off: false },
      ],
    });
    expect(await answers()).toMatchObject(on);
    expect(await snapshotText()).toBe(before.replace('"name":"Shipping"', '"name":"Free shipping"'));
  });

  it('is turned on again as it was', async () => {
    const [before, document] = [await snapshotText(), await exported()];
    await turnOff();
    await turnOn();
    expect(await snapshotText()).toBe(before);
    expect(await exported()).toBe(document);
  });
});

describe('a document', () => {
  it('of a flag that is off says who turned it off, and when, and is no change where it is the same', async () => {
    await turnOff();
    const document = await exported();
    expect(JSON.parse(document)).toMatchObject({
      flags: [
        { key: 'shipping', enabled: true, off: { by: '', reason: 'payments fail' } },
        { key: 'colour' },
      ],
    });
    expect((await call(importNamespace, { namespaceKey, document })).lines).toEqual([]);
    await turnOn();
    await call(importNamespace, { namespaceKey, document });
    expect(await exported()).toBe(document);
  });

  it('turns a flag off once: who and when stay', async () => {
    await turnOff();
    const document = await exported();
    await change({ flags: [{ ...boolean, off: true }] });
    expect(await exported()).toBe(document);
  });

  it('tells what it would do', async () => {
    const document = JSON.stringify({ flags: [{ ...boolean, off: true }] });
    const { lines } = await call(importNamespace, { namespaceKey, document, dryRun: true });
    expect(lines.map(({ text }) => text)).toEqual([
      'flag shipping',
      expect.stringMatching(/^off: none → \{"by":"","at":"2\d{3}-.*Z","reason":""\}$/) as string,
    ]);
  });
});

describe('an edit', () => {
  it('turns a flag off, and on again as it was, with what was edited meanwhile', async () => {
    const [before, document] = [await snapshotText(), await exported()];
    const keys = ['shipping', 'colour'];
    await edit(...keys.map((key) => ({ key, off: true, reason: 'payments fail' })));
    expect(await answers()).toMatchObject(off);
    const { off: turned } = await call(flags.getFlag, { namespaceKey, key: 'shipping' });
    expect(turned).toMatchObject({ by: '', reason: 'payments fail' });
    await edit({ key: 'shipping', name: 'Free shipping' });
    expect(await answers()).toMatchObject(off);
    await edit(...keys.map((key) => ({ key, off: false })));
    expect(await answers()).toMatchObject(on);
    expect(await snapshotText()).toBe(before.replace('"Shipping"', '"Free shipping"'));
    expect(await exported()).toBe(document.replace('"Shipping"', '"Free shipping"'));
  });

  it('of a flag that is so already is no change: who turned it off and when stay', async () => {
    expect(await edit({ key: 'shipping', off: false })).toMatchObject({ changed: false });
    await turnOff();
    const document = await exported();
    expect(await edit({ key: 'shipping', off: true })).toMatchObject({ changed: false });
    expect(await edit({ key: 'shipping', off: true, reason: 'payments fail' })).toMatchObject({
      changed: false,
    });
    expect(await exported()).toBe(document);
    expect(await edit({ key: 'shipping', off: true, reason: 'no stock' })).toMatchObject({ changed: true });
    expect(await exported()).toBe(document.replace('payments fail', 'no stock'));
  });

  it('tells what it would do', async () => {
    const { lines, audience } = await call(changes.createChange, {
      ...{ namespaceKey, validateOnly: true },
      source: { case: 'edits', value: { flags: [{ key: 'shipping', off: true }] } },
    });
    expect(lines.map(({ text }) => text)).toEqual([
      'flag shipping',
      expect.stringMatching(/^off: none → \{"by":"","at":"2\d{3}-.*Z","reason":""\}$/) as string,
    ]);
    expect(audience).toMatchObject([{ flagKey: 'shipping', changed: 100 }]);
    expect(await answers()).toMatchObject(on);
  });
});

describe('the history', () => {
  it('tells that a flag was turned off', async () => {
    await turnOff();
    const { items } = await call(changes.getRevision, { namespaceKey, revision: await latestRevision() });
    expect(JSON.parse(items[1]?.before ?? '')).not.toHaveProperty('off');
    expect(JSON.parse(items[1]?.after ?? '')).toMatchObject({ off: { reason: 'payments fail' } });
  });

  it('and the audit log say so of a flag that is off', async () => {
    await turnOff();
    await call(flags.updateFlag, { namespaceKey, key: 'shipping', name: 'Free shipping', enabled: true });
    const { events } = await call(listEvents, { namespaceKey });
    expect(events[0]).toMatchObject({
      type: 'flag',
      after: { enabled: true, off: { reason: 'payments fail' } },
    });
  });

  it('brings a flag back as it was before: on, also where nothing was said of it', async () => {
    await turnOff();
    await call(changes.revertRevision, { namespaceKey, revision: await latestRevision() });
    expect(await answers()).toMatchObject(on);
  });

  it('puts a flag back as it was at a revision: on, or off as it was turned off', async () => {
    await turnOff();
    const [document, revision] = [await exported(), await latestRevision()];
    await turnOn();
    await restore(revision);
    expect(await answers()).toMatchObject(off);
    expect(await exported()).toBe(document);
    await restore(before(revision));
    expect(await answers()).toMatchObject(on);
  });

  it('compares a flag that is off with what it was', async () => {
    await turnOff();
    const revision = await latestRevision();
    const { items } = await call(changes.compareRevisions, {
      namespaceKey,
      from: before(revision),
      to: revision,
    });
    expect(items.map(({ before: one, after }) => [one?.includes('"off"'), after?.includes('"off"')])).toEqual(
      [
        [false, true],
        [false, true],
      ],
    );
  });
});

describe('promotion', () => {
  const elsewhere = { namespaceKey: 'staging', key: 'shipping' };

  async function promote(from: string, to: string): Promise<void> {
    const value = { fromNamespace: from, flags: ['shipping'] };
    await call(changes.createChange, { namespaceKey: to, source: { case: 'promote', value } });
  }

  beforeEach(async () => {
    await call(flags.createNamespace, { key: 'staging', name: 'Staging' });
    await promote(namespaceKey, 'staging');
  });

  it('neither turns off a flag that the other namespace has, nor on', async () => {
    await edit(
      { key: 'shipping', off: true, reason: 'payments fail' },
      { key: 'shipping', name: 'Free shipping' },
    );
    await promote(namespaceKey, 'staging');
    const promoted = await call(flags.getFlag, elsewhere);
    expect([promoted.name, promoted.off]).toEqual(['Free shipping', undefined]);
    await call(flags.updateFlag, { ...elsewhere, name: 'Shipping', enabled: true });
    await promote('staging', namespaceKey);
    expect(await call(flags.getFlag, { namespaceKey, key: 'shipping' })).toMatchObject({
      ...{ name: 'Shipping', off: { reason: 'payments fail' } },
    });
  });

  it('is told apart by comparison', async () => {
    await edit({ key: 'shipping', off: true });
    const { namespaces } = await call(changes.compareFlag, {
      ...{ namespaceKey, flagKey: 'shipping', with: ['staging'] },
    });
    expect(namespaces).toMatchObject([{ parts: ['off'] }]);
  });
});
