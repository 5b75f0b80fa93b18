import { type JsonObject } from '@bufbuild/protobuf';
import { type Provider, type Type } from '@nestjs/common';
import { type AuthenticationConfig, type Config } from '@pennon/config';

/** Where browsers log in. */
export interface LoginPlace {
  /** Path that the paths of all methods are below, with the prefix that the browser sees. */
  readonly base: string;
  /** What the operator has set of the methods. */
  readonly config: Pick<AuthenticationConfig, 'methods' | 'methodNames'>;
}

/** What a login method adds to the server. */
export interface LoginMethod {
  /** Answers the RPCs of the method while it is enabled; undefined for a method without RPCs. */
  readonly controller?: Type;
  /** What the method needs. It is asked for also while the method is off. */
  readonly providers?: (config: Config) => readonly Provider[];
  /** Where people log in by it, as the list of methods shows it; undefined for a method without browser sessions. */
  readonly loginPaths?: (place: LoginPlace) => JsonObject;
}

/** The paths of a login below the path of its provider. */
export function loginAt(path: string): JsonObject {
  return { authorize_url: `${path}/authorize`, callback_url: `${path}/callback` };
}
