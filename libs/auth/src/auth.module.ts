import { Module, type DynamicModule, type ModuleMetadata, type Provider, type Type } from '@nestjs/common';
import { type DescService } from '@bufbuild/protobuf';
import { fliptAuth, Gate, OpenGate } from '@pennon/api';
import { type Config, type OrchestratorConfig } from '@pennon/config';
import { Clock, LoginStateStore, OperationLock, TokenStore } from '@pennon/domain';
import { AuthenticationController } from './authentication.controller';
import { AuthenticationPresenter } from './authentication.presenter';
import { Authentications } from './authentications';
import { AuthGate } from './gate/auth-gate';
import { checkNamespace } from './gate/check-namespace';
import { FailureLimit } from './gate/failure-limit';
import { LoginLimit } from './gate/login-limit';
import { CodehostController } from './methods/codehost/codehost.controller';
import { CodehostProvider } from './methods/codehost/codehost-provider';
import { issuerKeys } from './methods/jwt/issuer-keys';
import { JwtAuthenticator } from './methods/jwt/jwt-authenticator';
import { BrowserSession } from './methods/login/browser-session';
import { Logins } from './methods/login/logins';
import { OpenLogins } from './methods/login/open-logins';
import { StateCookies } from './methods/login/state-cookies';
import { MethodSettings } from './methods/method-settings';
import { EmailPolicy } from './methods/oidc/email-policy';
import { OidcController } from './methods/oidc/oidc.controller';
import { OidcProviders } from './methods/oidc/oidc-providers';
import { openCluster } from './methods/orchestrator/open-cluster';
import { OrchestratorController } from './methods/orchestrator/orchestrator.controller';
import { ServiceAccountVerifier } from './methods/orchestrator/service-account-verifier';
import { PublicAuthenticationController } from './methods/public-authentication.controller';
import { Bootstrap } from './methods/token/bootstrap';
import { TokenMethodController } from './methods/token/token-method.controller';
import { roleChecks } from './roles/role-checks';
import { SessionCookies } from './sessions/session-cookies';
import { SessionLifetime } from './sessions/session-lifetime';
import { StartWarnings } from './start-warnings';
import { TokenAuthenticator } from './tokens/token-authenticator';
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

/** The services of authentication that this configuration offers; those of methods that are off are unknown. */
export function authServices(config: Config): readonly DescService[] {
  return [
    fliptAuth.PublicAuthenticationService,
    fliptAuth.AuthenticationService,
    ...enabledMethods(config).map(({ service }) => service),
  ];
}

/** Who calls, and whether they may: the gate that the doors ask, and the RPCs of authentication. */
@Module({})
export class AuthModule {
  /** @param ports Provides {@link Clock}, {@link TokenStore}, {@link LoginStateStore} and {@link OperationLock}. */
  static forRoot(config: Config, ports: NonNullable<ModuleMetadata['imports']>[number]): DynamicModule {
    const { authentication, compat } = config;
    return {
      module: AuthModule,
      global: true,
      imports: [ports],
      controllers: [
        AuthenticationController,
        PublicAuthenticationController,
        ...enabledMethods(config).map(({ controller }) => controller),
      ],
      providers: [
        Authentications,
        TokenAuthenticator,
        Tokens,
        {
          provide: AuthenticationPresenter,
          useFactory: () => new AuthenticationPresenter(compat.fliptAliases),
        },
        { provide: MethodSettings, useFactory: () => new MethodSettings(authentication.methods) },
        { provide: SessionLifetime, useFactory: () => new SessionLifetime(authentication.session) },
        {
          provide: SessionCookies,
          useFactory: () => new SessionCookies(authentication.session, compat.fliptAliases),
        },
        {
          provide: Bootstrap,
          useFactory: (clock: Clock, store: TokenStore, lock: OperationLock, tokens: Tokens) =>
            new Bootstrap(authentication.methods.token, clock, store, lock, tokens),
          inject: [Clock, TokenStore, OperationLock, Tokens],
        },
        { provide: LoginLimit, useFactory: () => new LoginLimit(authentication.rateLimit.logins) },
        { provide: StartWarnings, useFactory: () => new StartWarnings(config) },
        ...loginProviders(config),
        ...orchestratorProviders(authentication.methods.orchestrator),
        gateProvider(config),
      ],
      exports: [Bootstrap, Gate, StartWarnings],
    };
  }
}

/** What the logins of people need, at identity providers and at the code host. */
function loginProviders({ authentication: { session, methods }, compat }: Config): readonly Provider[] {
  return [
    BrowserSession,
    Logins,
    { provide: StateCookies, useFactory: () => new StateCookies(session, compat.fliptAliases) },
    {
      provide: OpenLogins,
      useFactory: (clock: Clock, store: LoginStateStore) => new OpenLogins(session, clock, store),
      inject: [Clock, LoginStateStore],
    },
    { provide: EmailPolicy, useFactory: () => new EmailPolicy(methods.oidc.emailMatches) },
    {
      provide: OidcProviders,
      useFactory: (emails: EmailPolicy) => new OidcProviders(methods.oidc, emails),
      inject: [EmailPolicy],
    },
    { provide: CodehostProvider, useFactory: () => new CodehostProvider(methods.codehost) },
  ];
}

/** What the method needs, which is there only where it is enabled: it reads files when it is made. */
function orchestratorProviders(config: OrchestratorConfig): readonly Provider[] {
  if (!config.enabled) return [];
  return [
    {
      provide: ServiceAccountVerifier,
      useFactory: (clock: Clock) => new ServiceAccountVerifier(config, openCluster(config), clock),
      inject: [Clock],
    },
  ];
}

/** Without required authentication there is nothing to prove, and credentials are not looked at. */
function gateProvider({ authentication, authorization }: Config): Provider {
  if (!authentication.required) return { provide: Gate, useClass: OpenGate };
  const { jwt } = authentication.methods;
  return {
    provide: Gate,
    useFactory: (tokens: TokenAuthenticator, cookies: SessionCookies, clock: Clock, emails: EmailPolicy) =>
      new AuthGate(
        authentication,
        {
          token: tokens,
          jwt: jwt.enabled ? new JwtAuthenticator(jwt, clock, issuerKeys(jwt)) : undefined,
        },
        cookies,
        new FailureLimit(authentication.rateLimit.failures),
        [emails.check, checkNamespace, ...roleChecks(authorization)],
      ),
    inject: [TokenAuthenticator, SessionCookies, Clock, EmailPolicy],
  };
}
