import { type SegmentSelection } from '@pennon/domain';
import { type CompiledFlag, type CompiledSelection } from '../compiled/compiled-flag';
import { exact } from './exact';
import { SegmentCompiler } from '../compiled/compile-segment';
import { type CompiledSegment } from '../compiled/compiled-segment';
import { type SegmentDocument } from '../document/snapshot-document';
import { type KeyedTable } from './keyed-table';
import { runSteps } from './steps';

/** Among fewer selections than this it is not worth looking for those that are out of use. */
const MIN_CROWD = 1000;

/**
 * Selections of several segments, which tables of one namespace share. One of segments that have changed since is of no
 * more use, and found out when somebody selects the same.
 */
interface Selections {
  /** By what they select. */
  readonly bySelected: Map<string, CompiledSelection>;
  /** How many selections are a reason to look for those that are out of use. */
  crowd: number;
}

/**
 * The segments of a namespace, compiled, and the selections of them that its flags share: that flags which look at the
 * same segments look at the same objects keeps these near in memory.
 */
export class SegmentTable {
  private constructor(
    /** Every segment, as the selection of it alone: what most rules look at. */
    private readonly segments: KeyedTable<CompiledSelection>,
    private readonly selections: Selections,
  ) {}

  /** Compiles segments. */
  static of(documents: KeyedTable<SegmentDocument>): SegmentTable {
    const compiler = new SegmentCompiler();
    const segments = runSteps(documents.mapped((document) => compiler.compile(document)));
    return new SegmentTable(segments, { bySelected: new Map(), crowd: MIN_CROWD });
  }

  /** How many selections of several segments it holds. */
  get size(): number {
    return this.selections.bySelected.size;
  }

  /**
   * The table of a later document; this one when its segments are the same.
   *
   * @param changedKeys Segments that were changed, added or taken away; all others are used again.
   */
  next(documents: KeyedTable<SegmentDocument>, changedKeys: ReadonlySet<string>): SegmentTable {
    if (changedKeys.size === 0) return this;
    const compiler = new SegmentCompiler();
    const compile = (document: SegmentDocument): CompiledSelection => compiler.compile(document);
    return new SegmentTable(
      runSteps(this.segments.following(documents, changedKeys, compile)),
      this.selections,
    );
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
    const segments = found.flatMap((alone) => alone.segments);
    const present = this.selections.bySelected.get(name);
    if (present !== undefined && isSame(present.segments, segments)) return [present];
    const selection = {
      segments: exact(segments),
      segmentKeys: Object.freeze(exact(keys)),
      segmentOperator,
    };
    this.selections.bySelected.set(name, selection);
    return [selection];
  }

  /** Forgets the selections that none of the flags uses, once they may be as many as those in use. */
  keepSelectionsOf(flags: Iterable<CompiledFlag>): void {
    const { bySelected, crowd } = this.selections;
    if (bySelected.size <= crowd) return;
    const used = new Set<readonly string[]>();
    for (const flag of flags) {
      for (const step of flag.type === 'variant' ? flag.rules : flag.rollouts) {
        if ('segmentKeys' in step) used.add(step.segmentKeys);
      }
    }
    for (const [name, { segmentKeys }] of bySelected) {
      if (!used.has(segmentKeys)) bySelected.delete(name);
    }
    this.selections.crowd = Math.max(MIN_CROWD, 2 * bySelected.size);
  }
}

function isSame(left: readonly CompiledSegment[], right: readonly CompiledSegment[]): boolean {
  return left.every((segment, index) => segment === right[index]);
}
