import { type OidcConfig } from '@pennon/config';
import { type LoginProvider } from '../login/login-provider';
import { type EmailPolicy } from './email-policy';
import { OidcProvider } from './oidc-provider';

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
