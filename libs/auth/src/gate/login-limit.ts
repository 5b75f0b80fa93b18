import { AddressLimit } from './address-limit';

/**
 * Bounds how often one address may take a step of the login of a person within a minute: each costs us a request to
 * somebody else, and nobody has proved anything yet.
 */
export class LoginLimit {
  private readonly limit: AddressLimit;

  /** @param perMinute Steps of one address within a minute; 0 is unlimited. */
  constructor(perMinute: number) {
    this.limit = new AddressLimit('logins', perMinute);
  }

  /**
   * Counts a step.
   *
   * @throws ResourceExhaustedError if it is one too many.
   */
  assertAllowed(address: string): void {
    const error = this.limit.count(address);
    if (error !== undefined) throw error;
  }
}
