import { arch, version as nodeVersion, platform } from 'node:process';
import type { AuthenticationConfig, CleanupConfig, Config, MethodsConfig } from '@pennon/config';
import { COMMIT, VERSION } from '@pennon/platform';

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

type MethodName = keyof MethodsConfig;

/** Durations as `/meta/config` writes them. */
function nanoseconds(milliseconds: number): number {
  return milliseconds * NANOSECONDS_PER_MILLISECOND;
}

/**
 * What `/meta/config` says of authentication: members picked one by one; ids of clients, keys and tokens are not among
 * them.
 */
function describeAuthentication({
  required,
  exclude,
  session,
  methods,
  methodNames,
}: AuthenticationConfig): object {
  const shownNames: Readonly<Record<string, string>> = { ...methodNames };
  return {
    required,
    exclude: { management: exclude.management, evaluation: exclude.evaluation, ofrep: exclude.ofrep },
    session: {
      ...(session.domain !== undefined && { domain: session.domain }),
      secure: session.secure,
      tokenLifetime: nanoseconds(session.tokenLifetime),
      stateLifetime: nanoseconds(session.stateLifetime),
      csrf: { trustedOrigins: session.csrf.trustedOrigins },
    },
    methods: Object.fromEntries(
      // `Object.keys` forgets which names there are.
      (Object.keys(methods) as MethodName[]).map((name) => [
        shownNames[name] ?? name,
        describeMethod(name, methods[name]),
      ]),
    ),
  };
}

/** What `/meta/config` shows of some methods besides what all have. */
const shownOf: { readonly [Name in MethodName]?: (settings: MethodsConfig[Name]) => object } = {
  oidc: ({ emailMatches, providers }) => ({ emailMatches, providers: Object.keys(providers) }),
  codehost: ({ scopes, allowedOrganizations, allowedTeams }) => ({
    scopes,
    allowedOrganizations,
    allowedTeams,
  }),
  orchestrator: ({ audiences }) => ({ audiences }),
};

function describeMethod<Name extends MethodName>(name: Name, settings: MethodsConfig[Name]): object {
  return {
    enabled: settings.enabled,
    ...('cleanup' in settings && { cleanup: describeCleanup(settings.cleanup) }),
    Method: shownOf[name]?.(settings) ?? {},
  };
}

function describeCleanup({ interval, gracePeriod }: CleanupConfig): object {
  return { interval: nanoseconds(interval), gracePeriod: nanoseconds(gracePeriod) };
}

/** What an instance says of itself under `/meta`. */
export class InstanceDescription {
  constructor(private readonly config: Config) {}

  /** What is running. */
  info(): object {
    const { analytics, authentication, storage, ui } = this.config;
    return {
      version: VERSION,
      ...(COMMIT !== '' && { commit: COMMIT }),
      // Clients of the reference insist on this member; it names the runtime.
      goVersion: `node ${nodeVersion}`,
      updateAvailable: false,
      isRelease: true,
      os: platform,
      arch,
      authentication: { required: authentication.required },
      storage: { type: storage.type, ...(storage.readOnly && { readOnly: true }) },
      analytics: analytics.enabled ? { enabled: true } : {},
      ui: {
        theme: ui.defaultTheme,
        ...(ui.topbar.color !== '' && { topbarColor: ui.topbar.color }),
        ...(ui.topbar.label !== '' && { topbarLabel: ui.topbar.label }),
      },
    };
  }

  /**
   * The configuration in effect: members picked one by one, so that a secret can only appear here by being written
   * here. Durations are whole nanoseconds.
   *
   * Sections of features that Pennon does not have are empty, or say that they are off, because clients expect every
   * section.
   */
  configuration(): object {
    const {
      analytics,
      audit,
      authentication,
      authorization,
      cache,
      cors,
      log,
      server,
      db,
      storage,
      ui,
      meta,
      metrics,
      tracing,
    } = this.config;
    return {
      audit: {
        sinks: {
          log: { enabled: audit.sinks.log.enabled },
          webhook: { enabled: audit.sinks.webhook.enabled },
        },
        events: audit.events,
      },
      authentication: describeAuthentication(authentication),
      authorization: { required: authorization.required },
      cache: { enabled: cache.enabled, backend: cache.backend, ttl: nanoseconds(cache.ttl) },
      cors: {
        enabled: cors.enabled,
        allowedOrigins: cors.allowedOrigins,
        allowedHeaders: cors.allowedHeaders,
      },
      db: { maxIdleConn: db.maxIdleConn, preparedStatementsEnabled: db.preparedStatementsEnabled },
      diagnostics: { profiling: { enabled: false } },
      experimental: {},
      log: { level: log.level.toUpperCase(), encoding: log.encoding, keys: log.keys },
      meta: { checkForUpdates: meta.checkForUpdates, telemetryEnabled: meta.telemetryEnabled },
      analytics: {
        storage: { clickhouse: {}, prometheus: {} },
        buffer: { flushPeriod: nanoseconds(analytics.buffer.flushPeriod) },
      },
      server: {
        host: server.host,
        httpPort: server.httpPort,
        grpcPort: server.grpcPort,
        maxBodyBytes: server.maxBodyBytes,
        readTimeout: nanoseconds(server.readTimeout),
        keepAliveTimeout: nanoseconds(server.keepAliveTimeout),
        shutdownTimeout: nanoseconds(server.shutdownTimeout),
      },
      storage: { type: storage.type, ...(storage.readOnly && { readOnly: true }) },
      metrics: { enabled: metrics.enabled, exporter: 'prometheus', otlp: {} },
      tracing: {
        enabled: tracing.enabled,
        exporter: tracing.exporter,
        propagators: ['tracecontext'],
        samplingRatio: tracing.samplingRatio,
        otlp: { endpoint: tracing.otlp.endpoint.url },
      },
      ui: { enabled: ui.enabled, defaultTheme: ui.defaultTheme, topbar: ui.topbar },
    };
  }
}
