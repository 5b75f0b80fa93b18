import { Controller } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import { fliptAuth } from '@pennon/proto';
import { Logins } from '../login/logins';
import { OidcProviders } from './oidc-provider';

const { method } = fliptAuth.AuthenticationMethodOIDCService;

/** Login by OpenID Connect. */
@Controller()
export class OidcController {
  constructor(
    private readonly logins: Logins,
    private readonly providers: OidcProviders,
  ) {}

  @Rpc(method.authorizeURL)
  async authorize(
    request: fliptAuth.AuthorizeURLRequest,
    call: RpcCall,
  ): Promise<fliptAuth.AuthorizeURLResponse> {
    return this.logins.begin(this.providers.find(request.provider), request, call);
  }

  @Rpc(method.callback)
  async callback(request: fliptAuth.CallbackRequest, call: RpcCall): Promise<fliptAuth.CallbackResponse> {
    return this.logins.finish(this.providers.find(request.provider), request, call);
  }
}
