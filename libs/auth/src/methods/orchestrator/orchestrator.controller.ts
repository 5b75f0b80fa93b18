import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { fliptAuth, Rpc, type RpcCall } from '@pennon/api';
import { AuthenticationPresenter } from '../../authentication.presenter';
import { LoginLimit } from '../../gate/login-limit';
import { RefusedLogins } from '../login/refused-logins';
import { Tokens } from '../../tokens/tokens';
import { metadataOfServiceAccount } from './service-account';
import { ServiceAccountVerifier, type VerifiedAccount } from './service-account-verifier';

/** Logs workloads of the cluster in. Source: contract/authentication.md 1.4.10. */
@Controller()
export class OrchestratorController {
  constructor(
    private readonly limit: LoginLimit,
    private readonly verifier: ServiceAccountVerifier,
    private readonly tokens: Tokens,
    private readonly refused: RefusedLogins,
    private readonly presenter: AuthenticationPresenter,
  ) {}

  /**
   * A client token for the token of a service account; it lasts as long. White space around the latter is the file's
   * it was read from.
   *
   * @throws ResourceExhaustedError if the caller asks too often.
   * @throws UnauthenticatedError if the token is not good.
   * @throws UnavailableError if the cluster has to be asked and cannot be.
   */
  @Rpc(fliptAuth.AuthenticationMethodKubernetesService.method.verifyServiceAccount)
  async verify(
    { serviceAccountToken }: fliptAuth.VerifyServiceAccountRequest,
    call: RpcCall,
  ): Promise<fliptAuth.VerifyServiceAccountResponse> {
    const { clientAddress, http } = call;
    this.limit.assertAllowed(clientAddress);
    const { account, expiresAt } = await this.verified(serviceAccountToken.trim(), call);
    const metadata = metadataOfServiceAccount(account);
    const wanted = { method: 'orchestrator', metadata, expiresAt } as const;
    const { clientToken, authentication } = await this.tokens.logIn(wanted, clientAddress);
    return create(fliptAuth.VerifyServiceAccountResponseSchema, {
      clientToken,
      authentication: this.presenter.presentLogin(authentication, http),
    });
  }

  private async verified(token: string, call: RpcCall): Promise<VerifiedAccount> {
    try {
      return await this.verifier.verify(token);
    } catch (error) {
      await this.refused.note('orchestrator', error, call);
      throw error;
    }
  }
}
