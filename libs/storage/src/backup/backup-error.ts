import { FailedPreconditionError, InvalidArgumentError } from '@pennon/domain';

/** A file that cannot be restored, whatever the database. */
export class BackupError extends InvalidArgumentError {}

/** A database that nothing can be restored into, or that cannot be backed up, as it is. */
export class BackupTargetError extends FailedPreconditionError {}
