import { join } from 'node:path';
import { Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { Gate, OpenGate } from '@pennon/api';
import { type Config } from '@pennon/config';
import { AuditLog, ChangeFeed, Clock, TokenStore } from '@pennon/domain';
import { Metrics } from '@pennon/platform';
import { loginMethods } from './methods/methods';
import { openServices } from './open-services';
import { RefusedChanges } from './gate/refused-changes';
import { checkNamespace } from './roles/check-namespace';
import { roleChecks } from './roles/role-authorizer';
import { SessionCookies } from './gate/session-cookies';
import { KeptRecords } from './tokens/kept-records';
import { TokenAuthenticator } from './tokens/token-authenticator';
import { TokenRecords } from './tokens/token-records';
import { type Authenticators, AuthGate, type CallCheck, CredentialChecks } from './gate/auth-gate';
import { FailureLimit } from './gate/rate-limit';

/**
 * Who calls, and whether they may: the gate that the doors ask. It reads records and writes none, so it is all of
 * authentication that a reader has; refusals go to the audit log where there is one to write to.
 */
@Module({})
export class GateModule {
  /**
   * @param ports Provides {@link Clock} and {@link TokenStore}, {@link ChangeFeed} where changes are pushed, and
   *   {@link AuditLog} where it may be written to.
   * @param directory Where known records are kept, to start from without the store; undefined to keep none.
   */
  static forRoot(
    config: Config,
    ports: NonNullable<ModuleMetadata['imports']>[number],
    directory?: string,
  ): DynamicModule {
    const { authentication, compat } = config;
    return {
      module: GateModule,
      global: true,
      imports: [ports],
      providers: [
        TokenAuthenticator,
        {
          provide: TokenRecords,
          useFactory: (store: TokenStore, feed?: ChangeFeed) =>
            new TokenRecords(store, authentication.records, feed, patienceOf(config)),
          inject: [TokenStore, { token: ChangeFeed, optional: true }],
        },
        ...(directory === undefined ? [] : [keptRecordsProvider(directory)]),
        {
          provide: SessionCookies,
          useFactory: () => new SessionCookies(authentication.session, compat.fliptAliases),
        },
        {
          provide: RefusedChanges,
          useFactory: (clock: Clock, log?: AuditLog) =>
            log === undefined || config.storage.readOnly
              ? undefined
              : new RefusedChanges(config.audit.maxRefusalsPerHour, log, clock),
          inject: [Clock, { token: AuditLog, optional: true }],
        },
        {
          provide: FailureLimit,
          useFactory: () => new FailureLimit(authentication.rateLimit.failures),
        },
        gateProvider(config),
      ],
      exports: [TokenAuthenticator, SessionCookies, FailureLimit, Gate],
    };
  }
}

/** What an instance starts from that may have to do without the store. */
function keptRecordsProvider(directory: string): Provider {
  return {
    provide: KeptRecords,
    useFactory: (records: TokenRecords) => new KeptRecords(records, join(directory, 'tokens', 'records')),
    inject: [TokenRecords],
  };
}

/** A file is never out of reach, only slow: its answer is waited for as long as a write waits for its turn. */
function patienceOf({ authentication: { records }, db }: Config): number {
  return db.dialect === 'sqlite' ? Math.max(records.lookupTimeout, db.busyTimeout) : records.lookupTimeout;
}

/** Without required authentication there is nothing to prove, and credentials are not looked at. */
function gateProvider(config: Config): Provider {
  const { authentication, authorization } = config;
  if (!authentication.required) return { provide: Gate, useClass: OpenGate };
  return {
    provide: Gate,
    useFactory: (
      tokens: TokenAuthenticator,
      cookies: SessionCookies,
      clock: Clock,
      failures: FailureLimit,
      refusedChanges?: RefusedChanges,
      metrics?: Metrics,
    ) => {
      const outcomes = new CredentialChecks();
      metrics?.add(outcomes.series());
      return new AuthGate(
        authentication,
        openServices(authentication),
        authenticatorsOf(config, tokens, clock),
        cookies,
        failures,
        [...checksOfMethods(config), checkNamespace, ...roleChecks(authorization)],
        outcomes,
        refusedChanges,
      );
    },
    inject: [
      ...[TokenAuthenticator, SessionCookies, Clock, FailureLimit, RefusedChanges],
      { token: Metrics, optional: true },
    ],
  };
}

/** Client tokens are good whichever method they come from; other credentials, while their method is enabled. */
function authenticatorsOf(config: Config, token: TokenAuthenticator, clock: Clock): Authenticators {
  return loginMethods
    .filter(([name]) => config.authentication.methods[name].enabled)
    .reduce<Authenticators>(
      (all, [, { authenticators }]) => ({ ...all, ...authenticators?.(config, clock) }),
      { token },
    );
}

function checksOfMethods(config: Config): readonly CallCheck[] {
  return loginMethods.flatMap(([, { check }]) => check?.(config) ?? []);
}
