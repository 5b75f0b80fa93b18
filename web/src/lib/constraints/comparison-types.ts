import { type ComparisonType as DomainType } from '@pennon/domain';
import { type ComparisonType } from '../model';

/** The name that the libraries of the server have for each comparison type. */
export const domainTypes: Readonly<Record<ComparisonType, DomainType>> = {
  STRING_COMPARISON_TYPE: 'string',
  NUMBER_COMPARISON_TYPE: 'number',
  BOOLEAN_COMPARISON_TYPE: 'boolean',
  DATETIME_COMPARISON_TYPE: 'datetime',
  ENTITY_ID_COMPARISON_TYPE: 'entityId',
};

/** The name that the management API has for each comparison type. */
export const wireTypes: Readonly<Record<DomainType, ComparisonType>> = {
  string: 'STRING_COMPARISON_TYPE',
  number: 'NUMBER_COMPARISON_TYPE',
  boolean: 'BOOLEAN_COMPARISON_TYPE',
  datetime: 'DATETIME_COMPARISON_TYPE',
  entityId: 'ENTITY_ID_COMPARISON_TYPE',
};
