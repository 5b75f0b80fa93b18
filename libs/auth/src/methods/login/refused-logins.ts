import { Injectable, Logger } from '@nestjs/common';
import { originOf, type RpcCall } from '@pennon/api';
import { AuditLog, Clock, refusedLoginFact, UnauthenticatedError } from '@pennon/domain';
import { reasonOf } from '../../credentials/credential';

/** Writes down which logins are refused. How many there can be is up to the limits of logins and failures. */
@Injectable()
export class RefusedLogins {
  private readonly logger = new Logger('auth');

  constructor(
    private readonly clock: Clock,
    private readonly log: AuditLog,
  ) {}

  /**
   * Takes a login down whose proof was not good; nothing when it failed for another reason. Never rejects: the caller
   * is refused in any case.
   *
   * @param provider Where it was tried, such as `oidc/acme`.
   */
  async note(
    provider: string,
    error: unknown,
    { clientAddress }: Pick<RpcCall, 'clientAddress'>,
  ): Promise<void> {
    if (!(error instanceof UnauthenticatedError)) return;
    const origin = originOf({ identity: undefined, clientAddress });
    const facts = [refusedLoginFact(provider, reasonOf(error) ?? error.message)];
    try {
      await this.log.append({ origin, at: this.clock.now(), facts });
    } catch (cause) {
      this.logger.warn({ provider, err: cause }, 'a refused login could not be written to the audit log');
    }
  }
}
