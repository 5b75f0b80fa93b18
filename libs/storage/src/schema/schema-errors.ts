import { UnavailableError } from '@pennon/domain';

/** A database whose schema this version cannot use as it is. */
export class SchemaError extends UnavailableError {}

/** The same, where no waiting helps. */
export class UnusableSchemaError extends SchemaError {}

/** A schema that a newer version has migrated. */
export class NewerSchemaError extends UnusableSchemaError {}
