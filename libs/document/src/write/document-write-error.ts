import { InvalidArgumentError } from '@pennon/domain';

/** A document that cannot be written: a part of it has no form in the version asked for, or none at all. */
export class DocumentWriteError extends InvalidArgumentError {
  /** @param subject The part, as messages call it. */
  constructor(
    readonly subject: string,
    readonly reason: string,
  ) {
    super(`${subject}: ${reason}`);
  }
}
