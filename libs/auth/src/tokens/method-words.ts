import { type AuthenticationMethod, authenticationMethods } from '@pennon/domain';
import { EnumWords, fliptAuth } from '@pennon/proto';

const { Method } = fliptAuth;

/** Methods as enum values, which have the same names. */
export const methodWords = new EnumWords<AuthenticationMethod, fliptAuth.Method>(
  // `Object.fromEntries` forgets that every method has an entry, and `toUpperCase` what it makes of one.
  Object.fromEntries(
    authenticationMethods.map((method) => [
      method,
      Method[method.toUpperCase() as Uppercase<AuthenticationMethod>],
    ]),
  ) as Record<AuthenticationMethod, fliptAuth.Method>,
);
