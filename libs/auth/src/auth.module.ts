import { Module, type DynamicModule, type ModuleMetadata, type Provider, type Type } from '@nestjs/common';
import { type DescService } from '@bufbuild/protobuf';
import { fliptAuth } from '@pennon/proto';
import { type Config, type LogConfig } from '@pennon/config';
import { Clock, LoginStateStore, OperationLock, TokenStore } from '@pennon/domain';
import { AuthenticationController } from './tokens/authentication.controller';
import { AuthenticationPresenter } from './tokens/authentication.presenter';
import { Authentications, SessionLifetime } from './tokens/authentications';
import { GateModule } from './gate.module';
import { LoginLimit } from './gate/rate-limit';
import { CodehostController } from './methods/codehost/codehost.controller';
import { CodehostProvider } from './methods/codehost/codehost-provider';
import { BrowserSession } from './methods/login/browser-session';
import { LoginPage } from './methods/login/login-failure';
import { Logins } from './methods/login/logins';
import { OpenLogins } from './methods/login/open-logins';
import { RefusedLogins } from './methods/login/refused-logins';
import { StateCookies } from './methods/login/state-cookies';
import { MethodSettings, PublicAuthenticationController } from './methods/public-authentication.controller';
import { EmailPolicy } from './methods/oidc/email-policy';
import { OidcController } from './methods/oidc/oidc.controller';
import { OidcProviders } from './methods/oidc/oidc-provider';
import { openCluster } from './methods/orchestrator/cluster';
import { OrchestratorController } from './methods/orchestrator/orchestrator.controller';
import { ServiceAccountVerifier } from './methods/orchestrator/service-account-verifier';
import { Bootstrap } from './methods/token/bootstrap';
import { TokenMethodController } from './methods/token/token-method.controller';
import { Tokens } from './tokens/tokens';

/** What a method brings; a method that is off brings nothing, as if there were no such thing. */
interface MethodParts {
  readonly service: DescService;
  readonly controller: Type;
}

function enabledMethods({ authentication: { methods } }: Config): readonly MethodParts[] {
  const { token, oidc, codehost, orchestrator } = methods;
  return [
    ...(token.enabled
      ? [{ service: fliptAuth.AuthenticationMethodTokenService, controller: TokenMethodController }]
      : []),
    ...(oidc.enabled
      ? [{ service: fliptAuth.AuthenticationMethodOIDCService, controller: OidcController }]
      : []),
    ...(codehost.enabled
      ? [{ service: fliptAuth.AuthenticationMethodGithubService, controller: CodehostController }]
      : []),
    ...(orchestrator.enabled
      ? [{ service: fliptAuth.AuthenticationMethodKubernetesService, controller: OrchestratorController }]
      : []),
  ];
}

/** Every service of authentication, whatever is switched on. */
export const allAuthServices: readonly DescService[] = [
  fliptAuth.PublicAuthenticationService,
  fliptAuth.AuthenticationService,
  fliptAuth.AuthenticationMethodTokenService,
  fliptAuth.AuthenticationMethodOIDCService,
  fliptAuth.AuthenticationMethodGithubService,
  fliptAuth.AuthenticationMethodKubernetesService,
];

/** The services of authentication that this configuration offers; those of methods that are off are unknown. */
export function authServices(config: Config): readonly DescService[] {
  return [
    fliptAuth.PublicAuthenticationService,
    fliptAuth.AuthenticationService,
    ...enabledMethods(config).map(({ service }) => service),
  ];
}

/** {@link GateModule}, and the RPCs of authentication: logins, tokens, sessions. */
@Module({})
export class AuthModule {
  /**
   * @param ports Provides {@link Clock}, {@link TokenStore}, {@link LoginStateStore}, {@link OperationLock} and
   *   `AuditLog`.
   */
  static forRoot(config: Config, ports: NonNullable<ModuleMetadata['imports']>[number]): DynamicModule {
    const { authentication, compat, log } = config;
    return {
      module: AuthModule,
      global: true,
      imports: [ports, GateModule.forRoot(config, ports)],
      controllers: [
        AuthenticationController,
        PublicAuthenticationController,
        ...enabledMethods(config).map(({ controller }) => controller),
      ],
      providers: [
        Authentications,
        RefusedLogins,
        Tokens,
        {
          provide: AuthenticationPresenter,
          useFactory: () => new AuthenticationPresenter(compat.fliptAliases),
        },
        { provide: MethodSettings, useFactory: () => new MethodSettings(authentication) },
        { provide: SessionLifetime, useFactory: () => new SessionLifetime(authentication.session) },
        {
          provide: Bootstrap,
          useFactory: (clock: Clock, store: TokenStore, lock: OperationLock, tokens: Tokens) =>
            new Bootstrap(authentication.methods.token, clock, store, lock, tokens, isVerbose(log.level)),
          inject: [Clock, TokenStore, OperationLock, Tokens],
        },
        { provide: LoginLimit, useFactory: () => new LoginLimit(authentication.rateLimit.logins) },
        ...loginProviders(config),
        ...orchestratorProviders(config),
      ],
      exports: [Bootstrap],
    };
  }
}

/** True if the log has lines of level INFO. */
function isVerbose(level: LogConfig['level']): boolean {
  return level === 'debug' || level === 'info';
}

/** What the logins of people need, at identity providers and at the code host. */
function loginProviders({
  authentication: { session, methods, methodNames },
  authorization,
  compat,
  ui,
}: Config): readonly Provider[] {
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
    {
      provide: OidcProviders,
      useFactory: (emails: EmailPolicy) => new OidcProviders(methods.oidc, emails, authorization.required),
      inject: [EmailPolicy],
    },
    {
      provide: CodehostProvider,
      useFactory: () => new CodehostProvider(methods.codehost, methodNames.codehost, authorization.required),
    },
  ];
}

/** What the method needs, which is there only where it is enabled: it reads files when it is made. */
function orchestratorProviders({ authentication, authorization }: Config): readonly Provider[] {
  const config = authentication.methods.orchestrator;
  if (!config.enabled) return [];
  return [
    {
      provide: ServiceAccountVerifier,
      useFactory: (clock: Clock) =>
        new ServiceAccountVerifier(config, openCluster(config), clock, authorization.required),
      inject: [Clock],
    },
  ];
}
