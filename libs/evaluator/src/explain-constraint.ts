import { isBlank, parseBooleanValue, parseDatetimeValue, parseNumberValue } from '@pennon/domain';
import { type CompiledConstraint, type ConstraintDocument } from '@pennon/snapshot';
import { contextValue, type EvaluationContext } from './evaluation-context';
import { type ConstraintExplanation, type Verdict } from './explanation';
import { matchConstraint } from './match-constraint';

/** What {@link matchConstraint} says of the constraint, and of what value. @param stored What it was compiled from. */
export function explainConstraint(
  constraint: CompiledConstraint,
  stored: ConstraintDocument,
  entityId: string,
  context: EvaluationContext,
): ConstraintExplanation {
  const { id, type, property, operator, value: wanted } = stored;
  const actual = constraint.property === undefined ? entityId : presentValue(context, constraint.property);
  const isMatch = matchConstraint(constraint, entityId, context);
  const verdict = isMatch ? 'matched' : whyNot(constraint, actual);
  return { id, type, property, operator, wanted, actual, verdict };
}

function presentValue(context: EvaluationContext, property: string): string | undefined {
  return Object.hasOwn(context, property) ? contextValue(context, property) : undefined;
}

/** Only tells the reasons apart; that the value does not match is settled. */
function whyNot(constraint: CompiledConstraint, actual: string | undefined): Verdict {
  if (constraint.kind === 'never') return 'never';
  if (actual === undefined) return 'absent';
  if (actual === '') return 'empty';
  switch (constraint.kind) {
    case 'blank':
      return isBlank(actual) ? 'empty' : 'not-matched';
    case 'number':
    case 'number-list':
      return parseNumberValue(actual) === undefined ? 'not-a-number' : 'not-matched';
    case 'datetime':
      return parseDatetimeValue(actual) === undefined ? 'not-a-date' : 'not-matched';
    case 'boolean':
      return parseBooleanValue(actual) === undefined ? 'not-a-boolean' : 'not-matched';
    case 'text':
    case 'text-list':
      return 'not-matched';
  }
}
