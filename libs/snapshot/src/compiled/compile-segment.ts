import type { ConstraintDocument, SegmentDocument } from '../document/snapshot-document';
import { compileConstraint } from './compile-constraint';
import type { CompiledSelection } from './compiled-flag';
import { type CompiledConstraint, CompiledSegment } from './compiled-segment';

/**
 * Compiles the segments of one document. Constraints that ask the same, as many segments' do, are one object; what has
 * been seen is forgotten with the compiler, so that sharing costs no memory later.
 */
export class SegmentCompiler {
  private readonly seen = new Map<string, CompiledConstraint>();

  /** A segment, as the selection of it alone. */
  compile({ key, matchType, constraints }: SegmentDocument): CompiledSelection {
    const compiled = constraints.map((constraint) => this.compileConstraint(constraint));
    const segment = new CompiledSegment(key, matchType, compiled);
    return { segments: [segment], segmentKeys: Object.freeze([key]), segmentOperator: 'or' };
  }

  private compileConstraint(constraint: ConstraintDocument): CompiledConstraint {
    const { type, property, operator, value } = constraint;
    const name = JSON.stringify([type, property, operator, value]);
    const seen = this.seen.get(name);
    if (seen !== undefined) return seen;
    const compiled = compileConstraint(constraint);
    this.seen.set(name, compiled);
    return compiled;
  }
}
