import { DomainError } from '@pennon/domain';

/**
 * What callers get when a provider and this service are not set up for each other. It is routine: whoever runs the
 * service is told in a line of its own.
 */
export class MisconfiguredProviderError extends DomainError {
  readonly code = 'INTERNAL';
  override readonly isRoutine = true;

  /**
   * @param reason What is wrong, for the log.
   * @param description What the provider adds, for the log; `''` for nothing.
   */
  constructor(
    readonly reason: string,
    readonly description = '',
  ) {
    super('the login provider and this service are not set up for each other: the log says what is wrong', {
      cause: reason,
    });
  }
}
