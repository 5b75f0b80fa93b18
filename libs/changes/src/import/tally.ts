import {
  cutLine,
  describeChange,
  isEmptySummary,
  type ImportChange,
  lineCount,
  type PlanLine,
  type PlanSummary,
} from '@pennon/document';
import type { ChangeNote } from '../commit/changes';
import { type AuditFact, type JsonObject, type Release, type Revision } from '@pennon/domain';

/** What an import did or, of a preview, would do. */
export interface ImportOutcome {
  readonly summary: PlanSummary;
  /** The changes, one after another; no more of them than were asked for. */
  readonly lines: readonly PlanLine[];
  /** How many lines there are beyond those. */
  readonly linesLeftOut: number;
  /** That of the namespace after the import or, of a preview, as it is; undefined when there is no such namespace. */
  readonly revision: Revision | undefined;
}

/** How much of what an import changes is told, beside the numbers. */
export interface LineLimits {
  readonly maxLines: number;
  /** In UTF-16 units: some lines hold an attachment before and after. */
  readonly maxLineLength: number;
}

/** Most changes that an event of the audit log names one by one. */
const MAX_NAMED = 1000;

/** Counts what an import changes, and keeps no more of it than is told. */
export class Tally {
  private readonly counts = { create: 0, update: 0, delete: 0 };
  private readonly lines: PlanLine[] = [];
  private linesLeftOut = 0;
  private readonly named: JsonObject[] = [];

  constructor(
    private readonly namespaceKey: string,
    private readonly limits: LineLimits,
  ) {}

  add(changes: readonly ImportChange[]): void {
    for (const change of changes) {
      this.counts[change.action]++;
      // Texts of what nobody is told are not made.
      if (this.isFull) this.linesLeftOut += lineCount(change);
      else for (const line of describeChange(change)) this.tell(line);
      if (this.named.length < MAX_NAMED) this.named.push(nameOf(change));
    }
  }

  get summary(): PlanSummary {
    return { ...this.counts };
  }

  get isEmpty(): boolean {
    return isEmptySummary(this.counts);
  }

  /**
   * The import or change for the audit log: one event, however much it changes, which counts the changes and names the
   * first of them. What they were before and after is in the document and in exports; to repeat it would double the
   * namespace.
   *
   * @param release Undefined for a change that has not waited.
   */
  fact({ origin, message, changeId }: ChangeNote, release: Release | undefined): AuditFact {
    const { namespaceKey, counts, named } = this;
    const done = { ...counts, changes: named };
    const common = { namespaceKey, before: undefined };
    if (origin === 'import')
      return {
        ...{ ...common, type: 'namespace', action: 'imported', key: namespaceKey },
        after: { key: namespaceKey, ...done },
      };
    return {
      ...{ ...common, type: 'change', action: 'applied', key: changeId ?? '' },
      after: { message: message ?? '', origin, ...releaseImage(release), ...done },
    };
  }

  outcome(revision: Revision | undefined): ImportOutcome {
    const { summary, lines, linesLeftOut } = this;
    return { summary, lines, linesLeftOut, revision };
  }

  private get isFull(): boolean {
    return this.lines.length >= this.limits.maxLines;
  }

  private tell(line: PlanLine): void {
    if (this.isFull) this.linesLeftOut++;
    else this.lines.push({ ...line, text: cutLine(line.text, this.limits.maxLineLength) });
  }
}

/** Who applied and who approved a change, for the audit log. */
export function releaseImage(release: Release | undefined): JsonObject {
  if (release === undefined) return {};
  const { appliedBy, approvedBy } = release;
  return {
    ...(appliedBy !== undefined && { applied_by: appliedBy.actor }),
    approved_by: approvedBy.map(({ actor }) => actor),
  };
}

/** Which thing a change is about, and what it does to it. */
function nameOf(change: ImportChange): JsonObject {
  return {
    action: change.action,
    type: change.kind,
    ...('key' in change && { key: change.key }),
    ...('id' in change && { id: change.id }),
    ...('flagKey' in change && { flag_key: change.flagKey }),
    ...('segmentKey' in change && { segment_key: change.segmentKey }),
  };
}
