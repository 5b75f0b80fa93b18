import { type CompiledSegment } from '@pennon/snapshot';
import { type EvaluationContext } from './evaluation-context';
import { matchConstraint } from './match-constraint';

/** A segment without constraints holds everybody. Source: contract/evaluation.md 4.3. */
export function matchSegment(
  { matchType, constraints }: CompiledSegment,
  entityId: string,
  context: EvaluationContext,
): boolean {
  if (constraints.length === 0) return true;
  return matchType === 'all'
    ? constraints.every((constraint) => matchConstraint(constraint, entityId, context))
    : constraints.some((constraint) => matchConstraint(constraint, entityId, context));
}
