import { type ReactElement } from 'react';
import { constraintsCopy } from '@/copy/constraints';
import { listedValues, operatorWords, takesList, takesValue } from '@/lib/constraints';
import { type Constraint } from '@/lib/model';
import { ValueList } from './value-list';

/** A constraint as a sentence, as in `country` is one of DE, FR. */
export function ConstraintSentence({
  constraint,
}: {
  readonly constraint: Pick<Constraint, 'type' | 'property' | 'operator' | 'value'>;
}): ReactElement {
  const { type, property, operator, value } = constraint;
  const isEntityId = type === 'entityId';
  return (
    <span className="break-words">
      {isEntityId ? (
        <span className="font-medium">{constraintsCopy.entityId}</span>
      ) : (
        <code className="font-medium break-all">{property}</code>
      )}{' '}
      {operatorWords(type, operator)}{' '}
      {takesList(operator) ? (
        <ValueList property={property} values={listedValues(value)} />
      ) : (
        takesValue(operator) && <code className="break-all whitespace-pre-wrap">{value}</code>
      )}
    </span>
  );
}
