import { type DescService, type JsonObject } from '@bufbuild/protobuf';
import { type Provider, type Type } from '@nestjs/common';
import { type AuthenticationConfig, type Config } from '@pennon/config';
import { type Clock } from '@pennon/domain';
import { type Authenticators, type CallCheck } from '../../gate/auth-gate';

/** Where browsers log in. */
export interface LoginPlace {
  /** Path that the paths of all methods are below, with the prefix that the browser sees. */
  readonly base: string;
  /** What the operator has set of the methods. */
  readonly config: Pick<AuthenticationConfig, 'methods' | 'methodNames'>;
}

/** What a login method adds to the server. */
export interface LoginMethod {
  /** The RPCs that only this method has, and what answers them while it is enabled. */
  readonly rpcs?: {
    readonly service: DescService;
    readonly controller: Type;
    /** Whether they need no credential, because they are logins. */
    readonly areOpen: boolean;
  };
  /** What the method needs. It is asked for also while the method is off. */
  readonly providers?: (config: Config) => readonly Provider[];
  /** Who is asked about credentials that are not client tokens, while the method is enabled. */
  readonly authenticators?: (config: Config, clock: Clock) => Authenticators;
  /** What the callers of the method must still pass with every call, also once the method is off. */
  readonly check?: (config: Config) => CallCheck;
  /** Where people log in by it, as the list of methods shows it; undefined for a method without browser sessions. */
  readonly loginPaths?: (place: LoginPlace) => JsonObject;
}

/** The paths of a login below the path of its provider. */
export function loginAt(path: string): JsonObject {
  return { authorize_url: `${path}/authorize`, callback_url: `${path}/callback` };
}
