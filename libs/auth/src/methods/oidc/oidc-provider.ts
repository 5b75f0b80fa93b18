import { type OidcProviderConfig } from '@pennon/config';
import { type AuthenticationMetadata } from '@pennon/domain';
import { type Claims } from '../keys/claims';
import { Fetched } from '../keys/fetched';
import { type Source } from '../keys/source';
import { type Login, type LoginProvider, type NewLogin } from '../login/login-provider';
import { PersonRefusal } from '../login/person-refusal';
import { redirectOf, userOf, type StrategyRun } from '../login/strategy-result';
import { upstreamFailure } from '../login/upstream-failure';
import { discover } from './discovery';
import { type EmailPolicy } from './email-policy';
import { IdTokens } from './id-tokens';
import { oidcMetadata } from './oidc-metadata';
import { OidcStrategy, type StrategySettings } from './oidc-strategy';

/** An identity provider. It is first asked for its description when somebody wants to log in there. */
export class OidcProvider implements LoginProvider {
  readonly key: string;
  readonly method = 'oidc';
  private readonly settings: Source<StrategySettings>;

  /** @param name Its name in the configuration. */
  constructor(
    private readonly name: string,
    private readonly config: OidcProviderConfig,
    private readonly emails: EmailPolicy,
  ) {
    this.key = `oidc/${name}`;
    this.settings = new Fetched({
      name: `description of ${this.key}`,
      fetch: async () => this.discover(),
    });
  }

  get redirectAddress(): string {
    return this.config.redirectAddress;
  }

  callbackPath(): string {
    return `/auth/v1/method/oidc/${this.name}/callback`;
  }

  async authorizeUrl(login: NewLogin): Promise<string> {
    try {
      return await redirectOf(await this.runOf(login), login.state);
    } catch (error) {
      throw upstreamFailure(error);
    }
  }

  async identify(code: string, login: Login): Promise<AuthenticationMetadata> {
    try {
      const claims = await userOf(await this.runOf(login, code), code);
      const metadata = oidcMetadata(this.name, claims as Claims);
      if (!this.emails.allows(metadata)) throw new PersonRefusal(this.key, 'the email is not allowed');
      return metadata;
    } catch (error) {
      throw upstreamFailure(error);
    }
  }

  private async runOf(login: Login & Partial<NewLogin>, code?: string): Promise<StrategyRun> {
    const settings = await this.settings.use((current) => Promise.resolve(current));
    const strategy = new OidcStrategy(settings, login, code);
    return { strategy, provider: this.key, tokenUrl: settings.description.tokenEndpoint };
  }

  private async discover(): Promise<StrategySettings> {
    const { issuerUrl, clientId, algorithms } = this.config;
    const description = await discover(issuerUrl);
    return {
      config: this.config,
      description,
      idTokens: new IdTokens({ key: this.key, description, clientId, allowed: algorithms }),
    };
  }
}
