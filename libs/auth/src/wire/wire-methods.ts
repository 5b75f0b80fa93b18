import { type DescService } from '@bufbuild/protobuf';
import { type AuthenticationMethod } from '@pennon/domain';
import { EnumWords, fliptAuth } from '@pennon/proto';

const { Method } = fliptAuth;

/** An authentication method in the API. */
interface WireMethod {
  readonly number: fliptAuth.Method;
  /** The service that only this method has; undefined for none. */
  readonly service: DescService | undefined;
  /** Whether the service needs no credential, because its RPCs are logins. */
  readonly isOpen: boolean;
}

/** One row for each method. */
const wireMethodByName: Readonly<Record<AuthenticationMethod, WireMethod>> = {
  token: { number: Method.TOKEN, service: fliptAuth.AuthenticationMethodTokenService, isOpen: false },
  oidc: { number: Method.OIDC, service: fliptAuth.AuthenticationMethodOIDCService, isOpen: true },
  codehost: { number: Method.CODEHOST, service: fliptAuth.AuthenticationMethodGithubService, isOpen: true },
  orchestrator: {
    number: Method.ORCHESTRATOR,
    service: fliptAuth.AuthenticationMethodKubernetesService,
    isOpen: true,
  },
  jwt: { number: Method.JWT, service: undefined, isOpen: false },
};

// `Object.entries` forgets which names there are.
const wireMethods = Object.entries(wireMethodByName) as readonly [AuthenticationMethod, WireMethod][];

/** Methods as enum values. */
export const methodWords = new EnumWords<AuthenticationMethod, fliptAuth.Method>(
  // `Object.fromEntries` forgets that every method has an entry.
  Object.fromEntries(wireMethods.map(([method, { number }]) => [method, number])) as Record<
    AuthenticationMethod,
    fliptAuth.Method
  >,
);

/**
 * The services that only some methods have.
 *
 * @param isWanted Whether the services of a method are among them.
 */
export function servicesOfMethods(
  isWanted: (method: AuthenticationMethod) => boolean,
): readonly DescService[] {
  return wireMethods
    .filter(([method]) => isWanted(method))
    .map(([, { service }]) => service)
    .filter((service) => service !== undefined);
}

/** The services whose RPCs are logins. */
export const loginServices = servicesOfMethods((method) => wireMethodByName[method].isOpen);
