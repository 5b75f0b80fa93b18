import { type HttpExchange } from '@pennon/api';
import { loginErrorOf } from './login-error';

/**
 * The page that browsers are led back to whose login failed. Its address holds one of the fixed codes and nothing that
 * came from outside.
 */
export class LoginPage {
  /** @param isServed Whether this instance has a dashboard. */
  constructor(private readonly isServed: boolean) {}

  /** Has the refusal of a login lead there, for callers that want a page; others get the refusal as it is. */
  leadBack(error: unknown, http: HttpExchange | undefined): void {
    if (!this.isServed || http?.wantsPage !== true) return;
    http.redirectRefusal(`${http.prefix}/#/login?error=${loginErrorOf(error)}`);
  }
}
