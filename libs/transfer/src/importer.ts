import {
  planningOf,
  summarizePlan,
  type ImportMode,
  type ImportPlan,
  type NamespaceDocument,
  type NamespaceState,
} from '@pennon/document';
import {
  InvalidArgumentError,
  isSameRevision,
  quote,
  SERVICE_ORIGIN,
  type AuditOrigin,
  type Clock,
  type Revision,
} from '@pennon/domain';
import { stateBefore, SystemClock, Unchanged, type Stores, type UnitOfWork } from '@pennon/storage';
import { assertStorable } from './assert-storable';
import { type ImportOutcome } from './import-outcome';
import { importedFact } from './imported-fact';
import { inTurns } from './in-turns';
import { LaterClock } from './later-clock';
import { onlyPartOf } from './only-part-of';
import { PlanExecution } from './plan-execution';
import { readState } from './read-state';

/**
 * Runs work in a write transaction that raises the revision of the namespace by one, first of all, and tells whoever is
 * to know. Changes nothing when the work rejects.
 */
export type ApplyChange = <T>(
  namespaceKey: string,
  work: (stores: Stores) => Promise<T | Unchanged<T>>,
) => Promise<{ readonly result: T; readonly revision: Revision | undefined }>;

/** What an import may be told. */
export interface ImportOptions {
  /** Is told now and then how many changes of the plan are carried out; from the beginning, when it has to begin anew. */
  readonly onProgress?: (done: number, all: number) => void;
  /** How many deletions were agreed to; undefined for any number. */
  readonly maxDeletions?: number;
  /** Whose doing it is; nobody's who is known, unless given. */
  readonly origin?: AuditOrigin;
}

/** A plan and what it was made for. */
interface Planned {
  readonly plan: ImportPlan;
  /** Undefined when there is no such namespace. */
  readonly state: NamespaceState | undefined;
  readonly before: Revision | undefined;
}

/** Documents into the database, each as one change of its namespace. */
export class Importer {
  /** @param clock Gives what is created its moments; the creation order is theirs. */
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apply: ApplyChange,
    private readonly clock: Clock = new SystemClock(),
  ) {}

  /**
   * What an import of the document would change now.
   *
   * @throws InvalidArgumentError if the document names a segment that neither it nor the namespace has, or holds text
   *   that cannot be stored.
   */
  async preview(document: NamespaceDocument, mode: ImportMode): Promise<ImportOutcome> {
    const { plan, before } = await this.plan(document, mode);
    return { plan, revision: before?.revision };
  }

  /**
   * Makes the namespace what the document says, as far as the mode goes: all of it in one transaction, or nothing. When
   * it is that already, its revision stays.
   *
   * @throws InvalidArgumentError if the document names a segment or a variant that neither it nor the namespace has, if
   *   it holds text that cannot be stored, or if more would be deleted than was agreed to.
   */
  async import(
    document: NamespaceDocument,
    mode: ImportMode,
    options: ImportOptions = {},
  ): Promise<ImportOutcome> {
    // Not in the transaction that writes, which others wait for: most imports are run again and again, and change little.
    const planned = await this.plan(document, mode);
    if (planned.plan.changes.length === 0) return { plan: planned.plan, revision: planned.before?.revision };
    const { result, revision } = await this.apply(document.namespace.key, async (stores) => {
      const current = await this.planAgain(stores, document, mode, planned);
      // Somebody else has made it so meanwhile.
      if (current.plan.changes.length === 0) return new Unchanged(current.plan);
      await this.carryOut(stores, current, options);
      return current.plan;
    });
    return { plan: result, revision: revision?.revision };
  }

  private async plan(document: NamespaceDocument, mode: ImportMode): Promise<Planned> {
    await inTurns(assertStorable(document));
    const { key } = document.namespace;
    const read = await this.unitOfWork.read((stores) => readState(stores, key));
    const plan = await inTurns(planningOf(document, read?.state, mode));
    return { plan, state: read?.state, before: read?.revision };
  }

  /** The plan for what there is in the transaction that is to change it: mostly the same, since nobody has come between. */
  private async planAgain(
    stores: Stores,
    document: NamespaceDocument,
    mode: ImportMode,
    planned: Planned,
  ): Promise<Planned> {
    const { key } = document.namespace;
    const before = stateBefore(await stores.namespaces.storedRevisionOf(key));
    if (isSameRevision(before, planned.before)) return planned;
    const read = await readState(stores, key);
    const plan = await inTurns(planningOf(document, read?.state, mode));
    return { plan, state: read?.state, before };
  }

  private async carryOut(
    stores: Stores,
    { plan, state, before }: Planned,
    options: ImportOptions,
  ): Promise<void> {
    const { onProgress = () => undefined, maxDeletions = Infinity, origin = SERVICE_ORIGIN } = options;
    assertAgreed(plan, maxDeletions);
    const clock = new LaterClock(this.clock, state);
    await new PlanExecution(stores, plan, state, clock).run(onProgress);
    const part = onlyPartOf(plan);
    // Who follows the namespace need not read all of it.
    const raised = await stores.namespaces.storedRevisionOf(plan.namespaceKey);
    if (raised !== undefined && before !== undefined && part !== undefined) {
      await stores.changes.record(plan.namespaceKey, raised, part);
    }
    await stores.audit.append({
      origin,
      at: this.clock.now(),
      revision: raised?.revision,
      facts: [importedFact(plan)],
    });
  }
}

function assertAgreed(plan: ImportPlan, maxDeletions: number): void {
  const { delete: deletions } = summarizePlan(plan);
  if (deletions <= maxDeletions) return;
  const namespace = quote(plan.namespaceKey);
  throw new InvalidArgumentError(
    `the import would delete ${deletions} things in namespace ${namespace}, and no more than ${maxDeletions} were ` +
      'agreed to: the namespace has changed since',
  );
}
