import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import { fliptAuth } from '@pennon/proto';
import { AuthenticationPresenter } from '../../tokens/authentication.presenter';
import { FailureLimit } from '../../gate/rate-limit';
import { RefusedLogins } from '../login/refused-logins';
import { Tokens } from '../../tokens/tokens';
import { metadataOfServiceAccount } from './service-account';
import { ServiceAccountVerifier, type VerifiedAccount } from './service-account-verifier';

/** Logs workloads of the cluster in. */
@Controller()
export class OrchestratorController {
  constructor(
    private readonly verifier: ServiceAccountVerifier,
    private readonly failures: FailureLimit,
    private readonly tokens: Tokens,
    private readonly refused: RefusedLogins,
    private readonly presenter: AuthenticationPresenter,
  ) {}

  /**
   * A client token for the token of a service account; it lasts as long. White space around the latter is the file's
   * it was read from.
   *
   * @throws UnauthenticatedError if the token is not good.
   * @throws ResourceExhaustedError in its place if the address has shown too many such tokens. Good ones pass: a
   *   roll-out starts many pods at once, behind one address.
   * @throws UnavailableError if the cluster has to be asked and cannot be.
   */
  @Rpc(fliptAuth.AuthenticationMethodKubernetesService.method.verifyServiceAccount)
  async verify(
    { serviceAccountToken }: fliptAuth.VerifyServiceAccountRequest,
    call: RpcCall,
  ): Promise<fliptAuth.VerifyServiceAccountResponse> {
    const { clientAddress, http } = call;
    const { account, role, expiresAt } = await this.verified(serviceAccountToken.trim(), call);
    const metadata = metadataOfServiceAccount(account, role);
    const wanted = { method: 'orchestrator', metadata, expiresAt } as const;
    const { clientToken, authentication } = await this.tokens.logIn(wanted, clientAddress);
    return create(fliptAuth.VerifyServiceAccountResponseSchema, {
      clientToken,
      authentication: this.presenter.presentLogin(authentication, http),
    });
  }

  private async verified(token: string, call: RpcCall): Promise<VerifiedAccount> {
    try {
      return await this.failures.watch(call.clientAddress, this.verifier.verify(token));
    } catch (error) {
      await this.refused.note('orchestrator', error, call);
      throw error;
    }
  }
}
