import {
  assertNotEmpty,
  type ComparisonType,
  type Constraint,
  InvalidArgumentError,
  type Operator,
  quote,
  valueKind,
} from '@pennon/domain';
import { operatorsByType, type OperatorsByType } from './operators-by-type';
import { type ValueLaw, valueLaws } from './value-laws';

/** The comparing part of a constraint as a request sends it. */
export interface ConstraintInput {
  /** Undefined for a type the service does not know. */
  readonly type: ComparisonType | undefined;
  readonly property: string;
  /** In any letter case. */
  readonly operator: string;
  readonly value: string;
}

/** The comparing part of a constraint as it is stored. */
export type NormalizedConstraint = Pick<Constraint, 'type' | 'property' | 'operator' | 'value'>;

/** The operator is not one of the type. */
export class OperatorError extends InvalidArgumentError {
  /** @param operator As it was given. */
  constructor(
    readonly type: ComparisonType,
    readonly operator: string,
  ) {
    super(`constraint operator ${quote(operator)} is not valid for type ${type}`);
  }
}

/** The property every constraint of type entityId must name. */
export const ENTITY_ID_PROPERTY = 'entityId';

/**
 * What to store for a constraint: the operator in lower case, the value of an operator that takes none dropped, a
 * datetime in UTC without fraction. The first law that is broken speaks.
 *
 * @param operators Those that are allowed: of the API, unless given.
 * @throws InvalidArgumentError when a field is empty, the operator is not one of the type, or the value does not
 *   suit both.
 */
export function normalizeConstraint(
  input: ConstraintInput,
  operators: OperatorsByType = operatorsByType,
): NormalizedConstraint {
  const { property, value } = input;
  assertNotEmpty('property', property);
  assertNotEmpty('operator', input.operator);
  const type = knownType(input.type);
  if (type === 'entityId') assertEntityIdProperty(property);
  const operator = allowedOperator(type, input.operator, operators);
  const law = valueLaw(type, operator);
  if (law.isTaken) assertNotEmpty('value', value);
  return { type, property, operator, value: law.stored(value, { type, property }) };
}

/**
 * Has the API change a constraint to operators that it creates constraints with, or leave it the one that it has.
 *
 * @param before The constraint as it is; undefined when there is none.
 * @throws OperatorError otherwise.
 */
export function assertOperatorKept(
  { type, operator }: Pick<Constraint, 'type' | 'operator'>,
  before: Pick<Constraint, 'type' | 'operator'> | undefined,
): void {
  const isKept = before?.type === type && before.operator === operator;
  if (!isKept && !operatorsByType[type].includes(operator)) throw new OperatorError(type, operator);
}

function knownType(type: ComparisonType | undefined): ComparisonType {
  if (type !== undefined) return type;
  throw new InvalidArgumentError('invalid constraint type: "UNKNOWN_COMPARISON_TYPE"');
}

function assertEntityIdProperty(property: string): void {
  if (property === ENTITY_ID_PROPERTY) return;
  throw new InvalidArgumentError(`property is ${property} instead of "${ENTITY_ID_PROPERTY}"`);
}

function allowedOperator(type: ComparisonType, sent: string, operators: OperatorsByType): Operator {
  const lowerCase = sent.toLowerCase();
  const operator = operators[type].find((allowed) => allowed === lowerCase);
  if (operator === undefined) throw new OperatorError(type, sent);
  return operator;
}

function valueLaw(type: ComparisonType, operator: Operator): ValueLaw {
  const kind = valueKind(type, operator);
  if (kind === undefined) throw new OperatorError(type, operator);
  return valueLaws[kind];
}
