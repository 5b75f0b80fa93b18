import {
  asymmetricAlgorithms,
  type OidcConfig,
  type OidcProviderConfig,
  type SignatureAlgorithm,
} from '@pennon/config';
import type { AuthenticationMetadata } from '@pennon/domain';
import { InvalidTokenError } from '../../keys/claims';
import { Fetched } from '../../keys/source';
import { ProviderSetupError } from '../../keys/upstream';
import { ClaimRoles } from '../../roles/role-assignment';
import { LoginRefusal, PersonRefusal, upstreamFailure } from '../login/login-failure';
import type { Login, LoginAnswer, LoginProvider, NewLogin } from '../login/login-provider';
import { redirectOf, type StrategyRun, userOf } from '../login/strategy-result';
import { discover, type ProviderDescription } from './discovery';
import type { EmailPolicy } from './email-policy';
import { IdTokens } from './id-tokens';
import { oidcKeys } from './oidc-metadata';
import { type Exchanged, OidcStrategy, type StrategySettings } from './oidc-strategy';
import { PersonReader } from './person-reader';

/** An identity provider. */
export class OidcProvider implements LoginProvider {
  readonly key: string;
  readonly method = 'oidc';
  private readonly settings: Fetched<StrategySettings>;
  private readonly people: PersonReader;

  /**
   * @param name Its name in the configuration.
   * @param needsRole Whether people can do nothing without a role.
   */
  constructor(
    private readonly name: string,
    private readonly config: OidcProviderConfig,
    private readonly emails: EmailPolicy,
    needsRole = false,
  ) {
    this.key = `oidc/${name}`;
    this.people = new PersonReader(name, emails, new ClaimRoles(config, this.key, needsRole));
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

  /** Asks for its description ahead of the first login, so that the log has what is wrong with it from the start. */
  async prepare(): Promise<void> {
    await this.settings.prepare();
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
      const metadata = await this.people.metadataOf(exchanged, settings);
      if (!this.emails.allows(metadata))
        throw new PersonRefusal(this.key, 'the email is not allowed', emailInWords(metadata));
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
    const setting = `authentication.methods.oidc.providers.${this.name}.algorithms`;
    const idTokens = new IdTokens({
      key: this.key,
      description,
      clientId,
      allowed: algorithmsOf(description, algorithms, setting),
      allowedForUserInfo: algorithms ?? asymmetricAlgorithms,
      setting,
      clockSkew,
    });
    return { config: this.config, description, idTokens };
  }
}

/**
 * The algorithms that ID tokens may be signed by: those that the provider announces, as far as the settings allow them.
 *
 * @param allowed What the operator allows; undefined for every signature by a private key.
 * @throws ProviderSetupError if there is none.
 */
function algorithmsOf(
  { issuer, algorithms: announced }: ProviderDescription,
  allowed: readonly SignatureAlgorithm[] | undefined,
  setting: string,
): readonly SignatureAlgorithm[] {
  // Providers that announce nothing sign by what OpenID Connect prescribes.
  const words = announced ?? allowed ?? ['RS256'];
  const found = (allowed ?? asymmetricAlgorithms).filter((algorithm) => words.includes(algorithm));
  if (found.length > 0) return found;
  const rule =
    allowed === undefined
      ? 'which proves nothing without a private key'
      : `and ${setting} is ${allowed.join(' ')}`;
  throw new ProviderSetupError(`${issuer} signs ID tokens by ${inWords(words)}, ${rule}`);
}

/** Names of algorithms that somebody else has chosen, for the log. */
function inWords(algorithms: readonly string[]): string {
  const names = algorithms.filter((name) => /^[\w-]{1,16}$/.test(name)).slice(0, 20);
  return names.length === 0 ? 'no algorithm' : names.join(', ');
}

/** Why an address is not allowed, as far as it is not the address itself. */
function emailInWords(metadata: AuthenticationMetadata): string {
  return metadata[oidcKeys.email] === undefined
    ? 'the provider sent no email address: the scope "email" may be missing in scopes'
    : '';
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
  private readonly providers: ReadonlyMap<string, OidcProvider>;

  /** @param needsRole Whether people can do nothing without a role. */
  constructor({ providers }: Pick<OidcConfig, 'providers'>, emails: EmailPolicy, needsRole = false) {
    this.providers = new Map(
      Object.entries(providers).map(([name, config]) => [
        name,
        new OidcProvider(name, config, emails, needsRole),
      ]),
    );
  }

  /** The service starts also when a provider can't be reached. */
  onApplicationBootstrap(): void {
    for (const provider of this.providers.values()) void provider.prepare();
  }

  /** The provider of that name, letter by letter; undefined when there is none. */
  find(name: string): LoginProvider | undefined {
    return this.providers.get(name);
  }
}
