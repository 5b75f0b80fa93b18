import { create } from '@bufbuild/protobuf';
import type { Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import { fliptAuth } from '@pennon/proto';
import type { AuthenticationConfig } from '@pennon/config';
import { isSessionMethod } from '@pennon/domain';
import { methodWords } from '../tokens/method-words';
import { loginMethods } from './methods';

/** What the operator has set of each method. */
export class MethodSettings {
  constructor(readonly config: Pick<AuthenticationConfig, 'methods' | 'methodNames'>) {}
}

/** Tells how one can log in. */
@Controller()
export class PublicAuthenticationController {
  constructor(private readonly settings: MethodSettings) {}

  /** Every method, with the paths of its login below the prefix that the browser sees. */
  @Rpc(fliptAuth.PublicAuthenticationService.method.listAuthenticationMethods)
  list(_: Empty, { http }: RpcCall): fliptAuth.ListAuthenticationMethodsResponse {
    const { config } = this.settings;
    const base = `${http?.prefix ?? ''}/auth/v1/method`;
    return create(fliptAuth.ListAuthenticationMethodsResponseSchema, {
      methods: loginMethods.map(([name, { loginPaths }]) => ({
        method: methodWords.toWire(name),
        enabled: config.methods[name].enabled,
        sessionCompatible: isSessionMethod(name),
        ...(loginPaths !== undefined && { metadata: loginPaths({ base, config }) }),
      })),
    });
  }
}
