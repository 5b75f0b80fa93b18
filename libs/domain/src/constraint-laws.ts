import {
  operatorsByType,
  operatorsWithoutValue,
  type ComparisonType,
  type Constraint,
  type Operator,
  type OperatorsByType,
} from './constraint';
import { normalizeDatetimeValue, parseNumberList, parseStringList } from './constraint-value';
import { InvalidArgumentError } from './errors';
import { assertNotEmpty } from './field-laws';
import { quote } from './quote';

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

/** Most elements in the value of `isoneof` and `isnotoneof`. */
const MAX_LIST_LENGTH = 100;

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
  const takesValue = !operatorsWithoutValue.has(operator);
  if (takesValue) assertNotEmpty('value', value);

  if (type === 'datetime' && value !== '') {
    const normalized = normalizedDatetime(value);
    return { type, property, operator, value: takesValue ? normalized : '' };
  }
  if (operator === 'isoneof' || operator === 'isnotoneof') assertList(type, property, value);
  return { type, property, operator, value: takesValue ? value : '' };
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

function normalizedDatetime(value: string): string {
  const normalized = normalizeDatetimeValue(value);
  if (normalized === undefined) throw new InvalidArgumentError(`parsing datetime from ${quote(value)}`);
  return normalized;
}

function assertList(type: ComparisonType, property: string, value: string): void {
  const list = type === 'number' ? parseNumberList(value) : parseStringList(value);
  const subject = `provided for property ${quote(property)} of type ${type}`;
  if (list === undefined) throw new InvalidArgumentError(`invalid value ${subject}`);
  if (list.length > MAX_LIST_LENGTH) {
    throw new InvalidArgumentError(`too many values ${subject} (maximum ${MAX_LIST_LENGTH})`);
  }
}
