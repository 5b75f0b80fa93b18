import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { originOf, Rpc, type RpcCall } from '@pennon/api';
import { fliptAuth, instantOf, isTimestampValid } from '@pennon/proto';
import { InvalidArgumentError, type Instant } from '@pennon/domain';
import { AuthenticationPresenter } from '../../tokens/authentication.presenter';
import { Tokens } from '../../tokens/tokens';
import { issueStaticToken } from './issue-static-token';

/** Makes static tokens. */
@Controller()
export class TokenMethodController {
  constructor(
    private readonly presenter: AuthenticationPresenter,
    private readonly tokens: Tokens,
  ) {}

  /** @throws InvalidArgumentError if the expiry is not a moment in the future, or a key of the metadata is reserved. */
  @Rpc(fliptAuth.AuthenticationMethodTokenService.method.createToken)
  async create(request: fliptAuth.CreateTokenRequest, call: RpcCall): Promise<fliptAuth.CreateTokenResponse> {
    const wanted = { ...request, expiresAt: expiryOf(request) };
    const { clientToken, authentication } = await issueStaticToken(this.tokens, wanted, originOf(call));
    return create(fliptAuth.CreateTokenResponseSchema, {
      clientToken,
      authentication: this.presenter.present(authentication),
    });
  }
}

function expiryOf({ expiresAt }: fliptAuth.CreateTokenRequest): Instant | undefined {
  if (expiresAt === undefined) return undefined;
  if (isTimestampValid(expiresAt)) return instantOf(expiresAt);
  throw new InvalidArgumentError('attempting to create token: invalid expiry time: out of range');
}
