import { type CookieAttributes, type HttpExchange } from '@pennon/api';
import { type MethodNames } from '@pennon/config';

/** A cookie that was set, and how. */
export type SetCookie = readonly [name: string, value: string, attributes: CookieAttributes];

/** The HTTP side of a call, which keeps what it is told. */
export class FakeExchange implements HttpExchange {
  readonly cookies: SetCookie[] = [];
  location: string | undefined;
  refusalLocation: string | undefined;
  wantsPage = false;
  methodNames: MethodNames | undefined;

  constructor(
    readonly verb = 'POST',
    readonly prefix = '',
    readonly path = '/path',
    readonly cookiePath = '/',
    readonly host?: string,
  ) {}

  useMethodNames(names: MethodNames): void {
    this.methodNames = names;
  }

  setCookie(...cookie: SetCookie): void {
    this.cookies.push(cookie);
  }

  redirect(location: string): void {
    this.location = location;
  }

  redirectRefusal(location: string): void {
    this.refusalLocation = location;
  }
}
