import { Controller } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import { fliptAuth } from '@pennon/proto';
import { Logins } from '../login/logins';
import { CodehostProvider } from './codehost-provider';

const { method } = fliptAuth.AuthenticationMethodGithubService;

/** Login at the code host; a provider that the request names means nothing. */
@Controller()
export class CodehostController {
  constructor(
    private readonly logins: Logins,
    private readonly provider: CodehostProvider,
  ) {}

  @Rpc(method.authorizeURL)
  async authorize(
    request: fliptAuth.AuthorizeURLRequest,
    call: RpcCall,
  ): Promise<fliptAuth.AuthorizeURLResponse> {
    return this.logins.begin(this.provider, request, call);
  }

  @Rpc(method.callback)
  async callback(request: fliptAuth.CallbackRequest, call: RpcCall): Promise<fliptAuth.CallbackResponse> {
    return this.logins.finish(this.provider, request, call);
  }
}
