import { type AuthenticationConfig } from '@pennon/config';
import { type JsonSchema } from './json-schema';

/** How a caller shows who it is. */
export const securitySchemes: Readonly<Record<string, JsonSchema>> = {
  clientToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A client token: `Authorization: Bearer <token>`.',
  },
  jwt: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'A JWT of an issuer that the server trusts: `Authorization: JWT <token>`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'service_client_token',
    description: 'The session of a browser, which a login begins.',
  },
};

/** What a caller is to show: one of the schemes, or nothing where authentication is not required. */
export function securityOf({
  required,
  methods,
}: Pick<AuthenticationConfig, 'required' | 'methods'>): readonly Readonly<
  Record<string, readonly string[]>
>[] {
  const schemes = Object.keys(securitySchemes).filter((name) => name !== 'jwt' || methods.jwt.enabled);
  return [...(required ? [] : [{}]), ...schemes.map((name) => ({ [name]: [] }))];
}
