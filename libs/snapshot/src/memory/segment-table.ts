import { type SegmentSelection } from '@pennon/domain';
import { type CompiledFlag, type CompiledSelection } from '../compiled/compiled-flag';
import { exact } from './exact';
import { SegmentCompiler } from '../compiled/compile-segment';
import { type SegmentDocument } from '../document/snapshot-document';

/** Among fewer selections than this it is not worth looking for those that are out of use. */
const MIN_CROWD = 1000;

/**
 * The segments of a namespace, compiled, and the selections of them that its flags share: that flags which look at the
 * same segments look at the same objects keeps these near in memory.
 */
export class SegmentTable {
  /** Every segment, as the selection of it alone: what most rules look at. */
  private readonly segments: ReadonlyMap<string, CompiledSelection>;
  /** Selections of several, by what they select. */
  private readonly selections = new Map<string, CompiledSelection>();
  /** How many selections are a reason to look for those that are out of use. */
  private crowd = MIN_CROWD;

  /** @param compiled Segments that need not be compiled again, by their keys. */
  constructor(documents: readonly SegmentDocument[], compiled?: ReadonlyMap<string, CompiledSelection>) {
    const compiler = new SegmentCompiler();
    this.segments = new Map(
      documents.map((document) => [document.key, compiled?.get(document.key) ?? compiler.compile(document)]),
    );
  }

  /** How many selections of several segments it holds. */
  get size(): number {
    return this.selections.size;
  }

  /**
   * The table of a later document; this one when its segments are the same.
   *
   * @param changedKeys Segments that were changed, added or taken away; all others are used again.
   */
  next(documents: readonly SegmentDocument[], changedKeys: ReadonlySet<string>): SegmentTable {
    if (changedKeys.size === 0) return this;
    const kept = new Map([...this.segments].filter(([key]) => !changedKeys.has(key)));
    const next = new SegmentTable(documents, kept);
    next.crowd = this.crowd;
    for (const [name, selection] of this.selections) {
      if (!selection.segmentKeys.some((key) => changedKeys.has(key))) next.selections.set(name, selection);
    }
    return next;
  }

  /** One selection of the segments that there are, or none when there are none of them. */
  select({ segmentKeys, segmentOperator }: SegmentSelection): readonly CompiledSelection[] {
    const found = segmentKeys.flatMap((key) => this.segments.get(key) ?? []);
    const [first] = found;
    if (first === undefined) return [];
    // Of one segment, it makes no difference whether all are wanted or any.
    if (found.length === 1) return [first];
    const keys = found.flatMap((alone) => alone.segmentKeys);
    const name = JSON.stringify([segmentOperator, ...keys]);
    const present = this.selections.get(name);
    if (present !== undefined) return [present];
    const segments = found.flatMap((alone) => alone.segments);
    const selection = {
      segments: exact(segments),
      segmentKeys: Object.freeze(exact(keys)),
      segmentOperator,
    };
    this.selections.set(name, selection);
    return [selection];
  }

  /** Forgets the selections that none of the flags uses, once they may be as many as those in use. */
  keepSelectionsOf(flags: readonly CompiledFlag[]): void {
    if (this.selections.size <= this.crowd) return;
    const used = new Set<readonly string[]>();
    for (const flag of flags) {
      for (const step of flag.type === 'variant' ? flag.rules : flag.rollouts) {
        if ('segmentKeys' in step) used.add(step.segmentKeys);
      }
    }
    for (const [name, { segmentKeys }] of this.selections) {
      if (!used.has(segmentKeys)) this.selections.delete(name);
    }
    this.crowd = Math.max(MIN_CROWD, 2 * this.selections.size);
  }
}
