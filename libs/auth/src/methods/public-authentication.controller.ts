import { create, type JsonObject } from '@bufbuild/protobuf';
import type { Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import { fliptAuth } from '@pennon/proto';
import type { AuthenticationConfig, MethodNames } from '@pennon/config';

/** What the operator has set of each method. */
export class MethodSettings {
  readonly all: AuthenticationConfig['methods'];
  readonly names: MethodNames;

  constructor({ methods, methodNames }: Pick<AuthenticationConfig, 'methods' | 'methodNames'>) {
    this.all = methods;
    this.names = methodNames;
  }
}

const { Method } = fliptAuth;

/** Tells how one can log in. */
@Controller()
export class PublicAuthenticationController {
  constructor(private readonly settings: MethodSettings) {}

  /** Every method, in this order, with the paths of its login below the prefix that the browser sees. */
  @Rpc(fliptAuth.PublicAuthenticationService.method.listAuthenticationMethods)
  list(_: Empty, { http }: RpcCall): fliptAuth.ListAuthenticationMethodsResponse {
    const { all, names } = this.settings;
    const { token, codehost, oidc, orchestrator, jwt } = all;
    const base = `${http?.prefix ?? ''}/auth/v1/method`;
    const providers = Object.keys(oidc.providers).map((name) => [name, loginAt(`${base}/oidc/${name}`)]);
    return create(fliptAuth.ListAuthenticationMethodsResponseSchema, {
      methods: [
        { method: Method.TOKEN, enabled: token.enabled },
        {
          method: Method.CODEHOST,
          enabled: codehost.enabled,
          sessionCompatible: true,
          metadata: loginAt(`${base}/${names.codehost}`),
        },
        {
          method: Method.OIDC,
          enabled: oidc.enabled,
          sessionCompatible: true,
          metadata: { providers: Object.fromEntries(providers) as JsonObject },
        },
        { method: Method.ORCHESTRATOR, enabled: orchestrator.enabled },
        { method: Method.JWT, enabled: jwt.enabled },
      ],
    });
  }
}

function loginAt(path: string): JsonObject {
  return { authorize_url: `${path}/authorize`, callback_url: `${path}/callback` };
}
