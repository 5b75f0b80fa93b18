import type { OidcConfig, OidcProviderConfig } from '@pennon/config';
import type { AuthenticationMetadata } from '@pennon/domain';
import { InvalidTokenError } from '../../keys/claims';
import { Fetched, type Source } from '../../keys/source';
import { ClaimRoles } from '../../roles/role-assignment';
import { LoginRefusal, PersonRefusal, upstreamFailure } from '../login/login-failure';
import type { Login, LoginAnswer, LoginProvider, NewLogin } from '../login/login-provider';
import { redirectOf, type StrategyRun, userOf } from '../login/strategy-result';
import { discover, type ProviderDescription } from './discovery';
import type { EmailPolicy } from './email-policy';
import { IdTokens } from './id-tokens';
import { type Exchanged, OidcStrategy, type StrategySettings } from './oidc-strategy';
import { PersonReader } from './person-reader';

/** An identity provider. It is first asked for its description when somebody wants to log in there. */
export class OidcProvider implements LoginProvider {
  readonly key: string;
  readonly method = 'oidc';
  private readonly settings: Source<StrategySettings>;
  private readonly people: PersonReader;

  /** @param name Its name in the configuration. */
  constructor(
    private readonly name: string,
    private readonly config: OidcProviderConfig,
    private readonly emails: EmailPolicy,
  ) {
    this.key = `oidc/${name}`;
    this.people = new PersonReader(name, emails, new ClaimRoles(config, this.key));
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
      return await redirectOf(this.runOf(await this.current(), login), login.state);
    } catch (error) {
      throw upstreamFailure(error);
    }
  }

  async identify({ code, issuer }: LoginAnswer, login: Login): Promise<AuthenticationMetadata> {
    try {
      const settings = await this.current();
      checkIssuer(settings.description, issuer);
      const exchanged = (await userOf(this.runOf(settings, login, code), code)) as Exchanged;
      const metadata = await this.people.metadataOf(exchanged, settings.description.userInfoEndpoint);
      if (!this.emails.allows(metadata)) throw new PersonRefusal(this.key, 'the email is not allowed');
      return metadata;
    } catch (error) {
      if (error instanceof InvalidTokenError) throw new LoginRefusal(this.key, error.message);
      throw upstreamFailure(error);
    }
  }

  private async current(): Promise<StrategySettings> {
    return this.settings.use((current) => Promise.resolve(current));
  }

  private runOf(settings: StrategySettings, login: Login & Partial<NewLogin>, code?: string): StrategyRun {
    const strategy = new OidcStrategy(settings, login, code);
    return { strategy, provider: this.key, tokenUrl: settings.description.tokenEndpoint };
  }

  private async discover(): Promise<StrategySettings> {
    const { issuerUrl, clientId, algorithms, clockSkew } = this.config;
    const description = await discover(issuerUrl);
    return {
      config: this.config,
      description,
      idTokens: new IdTokens({ key: this.key, description, clientId, allowed: algorithms, clockSkew }),
    };
  }
}

/**
 * Holds an answer to the provider that was asked (RFC 9207): with another one's, its code would be sent to the wrong
 * place.
 *
 * @param issuer Undefined when the caller could not know.
 * @throws InvalidTokenError if it is of another issuer, or of none though this one names itself.
 */
function checkIssuer({ issuer: own, namesItself }: ProviderDescription, issuer: string | undefined): void {
  if (issuer === undefined || (issuer === '' && !namesItself)) return;
  if (issuer === '') throw new InvalidTokenError('the answer does not say which issuer it is of');
  if (issuer !== own) throw new InvalidTokenError('the answer is of another issuer');
}

/** The identity providers that the operator has named. */
export class OidcProviders {
  private readonly providers: ReadonlyMap<string, LoginProvider>;

  constructor({ providers }: Pick<OidcConfig, 'providers'>, emails: EmailPolicy) {
    this.providers = new Map(
      Object.entries(providers).map(([name, config]) => [name, new OidcProvider(name, config, emails)]),
    );
  }

  /** The provider of that name, letter by letter; undefined when there is none. */
  find(name: string): LoginProvider | undefined {
    return this.providers.get(name);
  }
}
