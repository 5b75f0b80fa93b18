import { type CompiledSegment } from '@pennon/snapshot';
import { type EvaluationContext } from './evaluation-context';
import { matchConstraint } from './match-constraint';

/** A segment without constraints holds everybody. */
export function matchSegment(
  { matchType, constraints }: CompiledSegment,
  entityId: string,
  context: EvaluationContext,
): boolean {
  // Of `all` one that does not match decides, of `any` one that does.
  const isDecidedBy = matchType === 'any';
  for (const constraint of constraints)
    if (matchConstraint(constraint, entityId, context) === isDecidedBy) return isDecidedBy;
  return !isDecidedBy || constraints.length === 0;
}
