import { Logger } from '@nestjs/common';
import { DomainError, SERVICE_CALLER } from '@pennon/domain';
import { aDocument } from '@pennon/testing';
import fc from 'fast-check';
import { sized } from '../../../../test/support/size';
import { newTransferHomeForEachTest } from '../../../../test/support/transfer-home';
import { ChangeApplication, type ChangeReport } from './change-application';
import type { WantedState } from './wanted-state';

const update = { existing: 'update', prune: false } as const;

const home = newTransferHomeForEachTest();

beforeAll(() => {
  Logger.overrideLogger(false);
});

afterAll(() => {
  Logger.overrideLogger(true);
});

/** What is there first, and changes one after another: each deletes some of what it does not name. */
const series = fc
  .array(fc.tuple(aDocument(), fc.infiniteStream(fc.boolean())), { minLength: 3, maxLength: 5 })
  .map((drawn) => {
    const keys = { flags: new Set<string>(), segments: new Set<string>() };
    return drawn.map(([document, isDeleted]): WantedState => {
      const { flags, segments } = document;
      const missing = (all: ReadonlySet<string>, items: readonly { readonly key: string }[]): string[] =>
        [...all].filter((key) => !items.some((item) => item.key === key) && isDeleted.next().value === true);
      const deletions = { flags: missing(keys.flags, flags), segments: missing(keys.segments, segments) };
      for (const { key } of flags) keys.flags.add(key);
      for (const { key } of segments) keys.segments.add(key);
      return { document, deletions };
    });
  });

/** A report as far as it must be foreseen, or why there is none. */
async function outcomeOf(report: Promise<ChangeReport>): Promise<unknown> {
  try {
    const { revision, items, ...more } = await report;
    expect(revision).toBeDefined();
    const states = items.map(({ before, after, ...item }) => ({
      ...item,
      before: before?.value,
      after: after?.value,
    }));
    return { ...more, items: states };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.message;
  }
}

it('what a change will do after others is what it does after them', async () => {
  const application = new ChangeApplication(home().importer);
  const options = { rights: undefined, baseRevision: undefined };
  const seen = { plans: 0, refusals: 0 };
  let count = 0;
  await fc.assert(
    fc.asyncProperty(series, async (drawn) => {
      const key = `namespace-${count++}`;
      const [first, ...steps] = drawn.map(({ document, deletions }) => ({
        document: { ...document, namespace: { ...document.namespace, key } },
        deletions,
      }));
      if (first !== undefined) await home().importer.import(first.document, update);
      const foreseen: unknown[] = [];
      for (const [index, wanted] of steps.entries()) {
        const after = steps.slice(0, index);
        foreseen.push(await outcomeOf(application.preview(wanted, { ...options, isBinding: true, after })));
      }
      for (const [index, wanted] of steps.entries()) {
        const note = { origin: 'change' } as const;
        const done = await outcomeOf(application.apply(wanted, { ...options, caller: SERVICE_CALLER, note }));
        expect(foreseen[index]).toEqual(done);
        seen[typeof done === 'string' ? 'refusals' : 'plans']++;
        // What comes after it was planned as if it were applied.
        if (typeof done === 'string') return;
      }
    }),
    // A smaller example is not worth minutes of databases.
    { numRuns: sized({ small: 25, whole: 500 }), endOnFailure: true },
  );
  expect(seen.plans).toBeGreaterThan(0);
  expect(seen.refusals).toBeGreaterThan(0);
}, 600_000);
