import {
  Module,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
  type Provider,
} from '@nestjs/common';
import { type DescService } from '@bufbuild/protobuf';
import { fliptAuth } from '@pennon/proto';
import { type Config, type MethodsConfig } from '@pennon/config';
import { Clock, LoginStateStore, type WorkOfTokens } from '@pennon/domain';
import { AuthenticationController } from './tokens/authentication.controller';
import { AuthenticationPresenter } from './tokens/authentication.presenter';
import { Authentications, SessionLifetime } from './tokens/authentications';
import { GateModule } from './gate.module';
import { LoginLimit } from './gate/rate-limit';
import { BrowserSession } from './methods/login/browser-session';
import { LoginPage } from './methods/login/login-failure';
import { Logins } from './methods/login/logins';
import { OpenLogins } from './methods/login/open-logins';
import { RefusedLogins } from './methods/login/refused-logins';
import { StateCookies } from './methods/login/state-cookies';
import { type LoginMethod } from './methods/login/login-method';
import { loginMethods } from './methods/methods';
import { MethodSettings, PublicAuthenticationController } from './methods/public-authentication.controller';
import { Bootstrap } from './methods/token/bootstrap';
import { Tokens } from './tokens/tokens';

/** The services of authentication that do not depend on a method. */
const commonServices = [fliptAuth.PublicAuthenticationService, fliptAuth.AuthenticationService];

/** Every service of authentication, whatever is switched on. */
export const allAuthServices: readonly DescService[] = [
  ...commonServices,
  ...loginMethods.flatMap(([, { rpcs }]) => rpcs?.service ?? []),
];

/** The services of authentication that this configuration offers; those of methods that are off are unknown. */
export function authServices({ authentication: { methods } }: Config): readonly DescService[] {
  return [...commonServices, ...enabledRpcs(methods).map(({ service }) => service)];
}

/** {@link GateModule}, and the RPCs of authentication: logins, tokens, sessions. */
@Module({})
export class AuthModule {
  /**
   * @param ports Provides {@link Clock}, {@link LoginStateStore}, `TokenStore`, `OperationLock` and `AuditLog`.
   * @param work Provides {@link WorkOfTokens}, where something goes on by itself that was begun with a token.
   */
  static forRoot(
    config: Config,
    ports: NonNullable<ModuleMetadata['imports']>[number],
    work?: FactoryProvider<WorkOfTokens>,
  ): DynamicModule {
    const { authentication, compat } = config;
    return {
      module: AuthModule,
      global: true,
      imports: [ports, GateModule.forRoot(config, ports)],
      controllers: [
        AuthenticationController,
        PublicAuthenticationController,
        ...enabledRpcs(authentication.methods).map(({ controller }) => controller),
      ],
      providers: [
        Authentications,
        ...(work === undefined ? [] : [work]),
        RefusedLogins,
        Tokens,
        {
          provide: AuthenticationPresenter,
          useFactory: () => new AuthenticationPresenter(compat.fliptAliases),
        },
        { provide: MethodSettings, useFactory: () => new MethodSettings(authentication) },
        { provide: SessionLifetime, useFactory: () => new SessionLifetime(authentication.session) },
        { provide: LoginLimit, useFactory: () => new LoginLimit(authentication.rateLimit.logins) },
        ...sessionProviders(config),
        ...loginMethods.flatMap(([, { providers }]) => providers?.(config) ?? []),
      ],
      exports: [Bootstrap],
    };
  }
}

/** The RPCs of methods; a method that is off brings none, as if there were no such thing. */
function enabledRpcs(methods: MethodsConfig): readonly NonNullable<LoginMethod['rpcs']>[] {
  return loginMethods.flatMap(([name, { rpcs }]) => (methods[name].enabled && rpcs ? [rpcs] : []));
}

/** What the logins of people need, whichever method they use. */
function sessionProviders({ authentication: { session }, compat, ui }: Config): readonly Provider[] {
  return [
    BrowserSession,
    Logins,
    { provide: LoginPage, useFactory: () => new LoginPage(ui.enabled) },
    { provide: StateCookies, useFactory: () => new StateCookies(session, compat.fliptAliases) },
    {
      provide: OpenLogins,
      useFactory: (clock: Clock, store: LoginStateStore) => new OpenLogins(session, clock, store),
      inject: [Clock, LoginStateStore],
    },
  ];
}
