import { durationFromMs } from '@bufbuild/protobuf/wkt';
import { PermissionDeniedError } from '@pennon/domain';
import { flipt, pennonChanges, timestampOf } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { createNamespace, createFlag, createSegment, deleteSegment } = flipt.Flipt.method;
const { method } = pennonChanges.ChangeService;
const { Change_State: State, ChangeMode } = pennonChanges;

const { call, callAs, expectRefused, revisionOf } = newWriterForEachTest();

const namespaceKey = 'shop';

/** The document of a step, and what it deletes. */
interface Wanted {
  readonly namespace?: object;
  readonly flags?: readonly object[];
  readonly segments?: readonly object[];
  readonly deletions?: { readonly flags?: string[]; readonly segments?: string[] };
}

/** Steps that wait for their times; the first one is applied at once if that is said. */
function seriesOf(steps: readonly Wanted[], { isAtOnce = false } = {}) {
  const at = timestampOf((Date.now() + 60_000) * 1000);
  return {
    namespaceKey,
    when: {
      steps: steps.map(({ deletions = {}, ...wanted }, index) => ({
        document: { document: JSON.stringify({ namespace: namespaceKey, ...wanted }), deletions },
        ...(index > 0 ? { after: durationFromMs(60_000) } : isAtOnce ? {} : { at }),
      })),
    },
  };
}

const banner = (percentage: number): object => ({
  ...{ key: 'banner', name: 'Banner', type: 'BOOLEAN_FLAG_TYPE' },
  rollouts: [{ threshold: { percentage, value: true } }],
});
const beta = {
  ...{ key: 'beta', name: 'Beta', match_type: 'ALL_MATCH_TYPE' },
  constraints: [{ type: 'STRING_COMPARISON_TYPE', property: 'plan', operator: 'eq', value: 'beta' }],
};
const forBeta = { key: 'colour', name: 'Colour', rules: [{ segment: 'beta' }] };
const toRed = { segment: 'beta', distributions: [{ variant: 'red', rollout: 100 }] };

const ramp = [10, 50, 100].map((percentage) => ({ flags: [banner(percentage)] }));

/** What the plans of the ramp are, each after the step before. */
const planned = [
  { step: 1, summary: [1, 0, 0], before: [undefined], audience: [], findings: [] },
  { step: 2, summary: [0, 1, 0], before: [10], audience: [['banner', 40]], findings: [] },
  { step: 3, summary: [0, 1, 0], before: [50], audience: [['banner', 50]], findings: [] },
];

/** The plans of a step and of those after it, as far as they tell on which state they were made. */
function plansIn(outcome: pennonChanges.ChangeOutcome) {
  return [outcome, ...outcome.steps].map(({ change, summary, items, audience, findings }) => ({
    step: change?.step,
    summary: [summary?.create, summary?.update, summary?.delete],
    before: items.map(({ before }) => (before === undefined ? undefined : shareIn(before))),
    audience: audience.map(({ flagKey, changed }) => [flagKey, changed]),
    findings: findings.map(({ check }) => check),
  }));
}

function shareIn(text: string): number | undefined {
  const { rollouts } = JSON.parse(text) as { rollouts?: { threshold?: { percentage: number } }[] };
  return rollouts?.[0]?.threshold?.percentage;
}

/** The ids of the steps of a series, the first one first. */
async function idsOfSteps(): Promise<readonly string[]> {
  const { changes } = await call(method.listChanges, { namespaceKey });
  return changes.map(({ id }) => id).toReversed();
}

beforeEach(async () => {
  await call(createNamespace, { key: namespaceKey, name: 'Shop' });
  await call(createFlag, { namespaceKey, key: 'colour', name: 'Colour' });
});

describe('each step of a series is planned on what the one before leaves', () => {
  it('when the series is only looked at', async () => {
    const outcome = await call(method.createChange, { ...seriesOf(ramp), validateOnly: true });
    expect(plansIn(outcome)).toEqual(planned);
    expect(outcome.steps.map(({ change }) => [change?.id, change?.state])).toEqual([
      ['', State.SCHEDULED],
      ['', State.SCHEDULED],
    ]);
    expect(await revisionOf(namespaceKey)).toBe(2);
  });

  it('when it is created, and for everybody who reads one of its steps', async () => {
    const created = await call(method.createChange, { ...seriesOf(ramp), mode: ChangeMode.PROPOSE });
    expect(plansIn(created)).toEqual(planned);
    const ids = await idsOfSteps();
    expect([created, ...created.steps].map(({ change }) => change?.id)).toEqual(ids);
    for (const [index, id] of ids.entries()) {
      const read = await call(method.getChange, { namespaceKey, id });
      expect([read, ...read.steps].map(({ change }) => change?.id)).toEqual(ids.slice(index));
      expect(plansIn(read)).toEqual(planned.slice(index));
    }
  });

  it('when the first one is applied at once', async () => {
    const created = await call(method.createChange, seriesOf(ramp, { isAtOnce: true }));
    expect(plansIn(created)).toEqual(planned);
    expect([created, ...created.steps].map(({ change }) => change?.state)).toEqual([
      State.APPLIED,
      State.SCHEDULED,
      State.SCHEDULED,
    ]);
    const [first = '', second = ''] = await idsOfSteps();
    const done = await call(method.getChange, { namespaceKey, id: first });
    expect(plansIn(done).slice(1)).toEqual(planned.slice(1));
    expect(plansIn(await call(method.getChange, { namespaceKey, id: second }))).toEqual(planned.slice(1));
  });

  it('when a step before it is edited', async () => {
    await call(method.createChange, seriesOf(ramp));
    const [first = '', second = ''] = await idsOfSteps();
    const document = { document: JSON.stringify({ namespace: namespaceKey, flags: [banner(20)] }) };
    const edited = await call(method.updateChange, { namespaceKey, id: first, document });
    expect(plansIn(edited).map(({ before }) => before)).toEqual([[undefined], [20], [50]]);
    // What the first step creates is there for the second one, also for an edit of it.
    const after = { document: '', deletions: { flags: ['banner'] } };
    const emptied = await call(method.updateChange, { namespaceKey, id: second, document: after });
    expect(plansIn(emptied)).toMatchObject([
      { summary: [0, 0, 1], before: [20] },
      { summary: [1, 0, 0], before: [undefined] },
    ]);
  });

  it('with what an earlier one creates and deletes', async () => {
    const size = { key: 'size', name: 'Size', variants: [{ key: 'red' }], rules: [toRed] };
    const gone = { deletions: { flags: ['size'], segments: ['beta'] } };
    const created = await call(
      method.createChange,
      seriesOf([
        { namespace: { key: namespaceKey, name: 'Store' }, segments: [beta], flags: [size] },
        { namespace: { key: namespaceKey, name: 'Store' }, flags: [forBeta] },
        { segments: [{ ...beta, constraints: [] }] },
        { flags: [{ key: 'colour', name: 'Colour' }] },
        gone,
        gone,
        { flags: [{ key: 'size', name: 'Size' }] },
      ]),
    );
    expect(plansIn(created).map(({ summary }) => summary)).toEqual([
      // The name of the namespace, a segment and a flag.
      [2, 1, 0],
      [1, 0, 0],
      [0, 0, 1],
      [0, 0, 1],
      [0, 0, 2],
      [0, 0, 0],
      [1, 0, 0],
    ]);
    expect(created.steps.map(({ changed }) => changed)).toEqual([true, true, true, true, false, true]);
    expect(created.steps.map(({ affected }) => affected.map(({ flagKey }) => flagKey))).toEqual([
      ...[[], ['colour', 'size'], [], [], [], []],
    ]);
    expect(created.steps[1]?.findings).toMatchObject([{ check: 'everybody_segment', key: 'beta' }]);
    // Each does what was planned.
    for (const step of [created, ...created.steps]) {
      const id = step.change?.id ?? '';
      const { change, summary, lines } = await call(method.applyChange, { namespaceKey, id });
      expect(change?.state).toBe(State.APPLIED);
      expect([summary, lines]).toEqual([step.summary, step.lines]);
    }
  });
});

describe('a series is refused for a later step', () => {
  it.each([
    [
      'that looks at an unknown segment',
      { flags: [forBeta] },
      'invalid field when.steps[1]: flag "colour" looks at the unknown segment "beta"',
    ],
    [
      'that wants and deletes the same',
      { flags: [banner(1)], deletions: { flags: ['banner'] } },
      'invalid field when.steps[1].document.deletions.flags: "banner" is in the document, too',
    ],
  ] as readonly (readonly [string, Wanted, string])[])(
    '%s, also when it is looked at',
    async (_, second, message) => {
      for (const validateOnly of [true, false]) {
        const series = { ...seriesOf([{ flags: [banner(1)] }, second]), validateOnly };
        await expectRefused(call(method.createChange, series), 'INVALID_ARGUMENT', message);
      }
      expect(await idsOfSteps()).toEqual([]);
    },
  );

  it('that looks at a segment which an earlier one deletes', async () => {
    const steps = [{ segments: [beta] }, { deletions: { segments: ['beta'] } }, { flags: [forBeta] }];
    await expectRefused(
      call(method.createChange, seriesOf(steps)),
      'INVALID_ARGUMENT',
      'invalid field when.steps[2]: flag "colour" looks at the unknown segment "beta"',
    );
  });

  it('that deletes a segment which a flag of an earlier one looks at', async () => {
    const steps = [{ segments: [beta], flags: [forBeta] }, { deletions: { segments: ['beta'] } }];
    await expectRefused(
      call(method.createChange, seriesOf(steps)),
      'INVALID_ARGUMENT',
      'invalid field when.steps[1]: segment "beta" cannot be deleted: flag "colour" looks at it',
    );
  });

  it('that makes something wrong which was not; it is told when it is looked at', async () => {
    const rules = [{ ...toRed, distributions: [...toRed.distributions, { variant: 'blue', rollout: 50 }] }];
    const wrong = { key: 'size', name: 'Size', variants: [{ key: 'red' }, { key: 'blue' }], rules };
    const steps = [{ segments: [beta] }, { flags: [wrong] }];
    const seen = await call(method.createChange, { ...seriesOf(steps), validateOnly: true });
    const message = 'The distributions of rule 1 of flag "size" add up to 150% instead of 100%.';
    expect(seen.findings).toEqual([]);
    expect(seen.steps[0]?.findings).toMatchObject([
      { severity: 'error', check: 'distributions_over', message },
    ]);
    await expectRefused(
      call(method.createChange, seriesOf(steps)),
      'INVALID_ARGUMENT',
      `invalid field when.steps[1]: ${message}`,
    );
  });

  it('that renames the namespace without the right to', async () => {
    const denied = new PermissionDeniedError('permission denied: the namespace is not yours');
    const rights = {
      assert: () => {
        throw denied;
      },
      rolesIn: () => new Set<string>(),
      mayWrite: () => true,
    };
    const renamed = { namespace: { key: namespaceKey, name: 'Mine' }, flags: [banner(50)] };
    await expectRefused(
      callAs({ namespaceRights: rights })(method.createChange, seriesOf([{ flags: [banner(10)] }, renamed])),
      'PERMISSION_DENIED',
      denied.message,
    );
    expect(await idsOfSteps()).toEqual([]);
  });
});

it('an edit of a step is refused if that step is wrong by then, and told what it means for later ones', async () => {
  await call(method.createChange, seriesOf([{ segments: [beta] }, { flags: [forBeta] }]));
  const [first = '', second = ''] = await idsOfSteps();
  const documentOf = (wanted: Wanted) => ({
    document: JSON.stringify({ namespace: namespaceKey, ...wanted }),
  });
  const unknown = { ...forBeta, rules: [{ segment: 'gamma' }] };
  await expectRefused(
    call(method.updateChange, { namespaceKey, id: second, document: documentOf({ flags: [unknown] }) }),
    'INVALID_ARGUMENT',
    'flag "colour" looks at the unknown segment "gamma"',
  );
  const edited = await call(method.updateChange, {
    ...{ namespaceKey, id: first, document: documentOf({ segments: [{ ...beta, key: 'gamma' }] }) },
  });
  expect(edited.warnings).toEqual([]);
  expect(edited.steps.map(({ change, warnings }) => [change?.id, warnings])).toEqual([
    [second, ['flag "colour" looks at the unknown segment "beta"']],
  ]);
});

it('a step that needs a segment which was deleted since says so when it is read', async () => {
  await call(createSegment, { namespaceKey, key: 'beta', name: 'Beta' });
  await call(method.createChange, seriesOf([{ flags: [banner(10)] }, { flags: [forBeta] }]));
  await call(deleteSegment, { namespaceKey, key: 'beta' });
  const [first = '', second = ''] = await idsOfSteps();
  const conflicts = [{ key: 'colour', with: { kind: 'segment', key: 'beta', part: 'whole' } }];
  expect(await call(method.getChange, { namespaceKey, id: second })).toMatchObject({ conflicts });
  const read = await call(method.getChange, { namespaceKey, id: first });
  expect(read).toMatchObject({ conflicts: [], steps: [{ conflicts }] });
});
