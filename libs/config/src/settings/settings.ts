import { analyticsSettings } from '../sections/analytics-settings';
import { auditSettings } from '../sections/audit-settings';
import { changesSettings, historySettings } from '../sections/changes-settings';
import { authenticationSettings, authorizationSettings } from '../authentication/authentication-settings';
import { cacheSettings } from '../sections/cache-settings';
import { corsSettings } from '../sections/cors-settings';
import { databaseSettings } from '../database/database-settings';
import { documentSettings, storageSettings } from '../sections/storage-settings';
import { exportSettings } from '../sections/export-settings';
import { freshnessSettings } from '../sections/freshness-settings';
import { basePath, cidr } from '../kinds/address';
import { boolean, listOf, oneOf } from '../kinds/words';
import { bytes, duration, integer, port, ratio } from '../kinds/number';
import { hexColor, text } from '../kinds/text';
import { optional, type Section, setting } from '../kinds/setting';
import { tracingSettings } from '../sections/tracing-settings';

/**
 * Every setting there is. The key of a row is its path in snake_case (`server.http_port`), its environment
 * variable is derived from the key, its type in `Config` from its kind: durations are milliseconds, sizes are
 * bytes. Key names are those of Flipt, so that an existing file works.
 *
 * `docs/settings.md` is generated from this table: `npm run generate:settings`.
 */
export const settings = {
  version: optional(oneOf(['1.0']), {
    description: 'Version of the format of the file.',
  }),
  log: {
    level: setting(
      oneOf(['debug', 'info', 'warn', 'error'], {
        words: ['fatal', 'panic', 'dpanic'],
        reason: 'is above every line that Pennon writes; use error',
      }),
      { default: 'info', description: 'Least serious level that is written.' },
    ),
    encoding: setting(oneOf(['console', 'json']), {
      default: 'console',
      description: 'Lines for people (`console`) or one JSON object per line (`json`).',
    }),
    file: optional(text, {
      whenAbsent: 'standard output',
      description:
        'File the log is appended to, in place of standard output. Only the user of the process can read it. SIGHUP opens it ' +
        'again, after it was renamed ([rotate the log](runbook.md#rotate-the-log)).',
    }),
    grpcLevel: setting(oneOf(['debug', 'info', 'warn', 'error', 'dpanic', 'panic', 'fatal']), {
      default: 'error',
      isIgnored: true,
      description: 'Level of the gRPC library’s own log. It writes none here.',
    }),
    access: {
      evaluationRatio: setting(ratio, {
        default: '0',
        description:
          'Part of the evaluations that succeed, over HTTP, gRPC and OFREP, and of the answers to clients that fetch ' +
          'snapshots, which get a line of the log each: 0.01 is about one of a hundred. A line costs more than an ' +
          'evaluation. Calls that fail and calls of management get a line in any case.',
      }),
      slow: setting(duration(), {
        default: '1s',
        description: 'An evaluation that takes this long gets a line in any case.',
      }),
    },
    keys: {
      time: setting(text, { default: 'T', description: 'Name of the field that holds the time.' }),
      level: setting(text, { default: 'L', description: 'Name of the field that holds the level.' }),
      message: setting(text, { default: 'M', description: 'Name of the field that holds the message.' }),
    },
  },
  server: {
    host: setting(text, { default: '0.0.0.0', description: 'Address that HTTP and gRPC listen on.' }),
    protocol: setting(oneOf(['http', 'https']), {
      default: 'http',
      description: 'Whether HTTP and gRPC are served as they are (`http`), or over TLS (`https`).',
    }),
    httpPort: setting(port, { default: '8080', description: 'Port of HTTP; 0 takes any free port.' }),
    httpsPort: setting(port, {
      default: '443',
      description: 'Port of HTTPS, in place of `server.http_port`; 0 takes any free port.',
    }),
    basePath: setting(basePath, {
      default: '/',
      description:
        'Path below which everything lies that is answered over HTTP, such as `/flags`, for a proxy that does not strip ' +
        'it. Health is answered without it as well. See docs/base-path.md.',
    }),
    grpcPort: setting(port, { default: '9000', description: 'Port of gRPC; 0 takes any free port.' }),
    certFile: optional(text, {
      whenAbsent: 'none; https needs one',
      description: 'File of the certificate chain, in PEM, for HTTPS and gRPC.',
    }),
    certKey: optional(text, {
      whenAbsent: 'none; https needs one',
      description: 'File of the private key of the certificate, in PEM.',
    }),
    certReloadInterval: setting(duration({ min: '100ms' }), {
      default: '10s',
      description:
        'How often the two files are looked at. A new certificate counts for new connections, without a restart.',
    }),
    maxBodyBytes: setting(bytes({ min: '1KiB', max: '256MiB' }), {
      default: '8MiB',
      description: 'Largest request body; a larger one is refused.',
    }),
    maxImportBytes: setting(bytes({ min: '1KiB', max: '256MiB' }), {
      default: '16MiB',
      description:
        'Largest request body of an import of a whole namespace, which may come from those alone who may import: ' +
        'tens of thousands of flags. Over gRPC `server.grpc_max_receive_bytes` counts.',
    }),
    maxHeaderBytes: setting(bytes({ min: '1KiB', max: '16MiB' }), {
      default: '1MiB',
      description: 'Largest request line and headers, together.',
    }),
    maxJsonDepth: setting(integer({ min: 1, max: 1000 }), {
      default: '100',
      description: 'Levels of nesting accepted in the free-form parts of a JSON body, such as attachments.',
    }),
    trustedProxies: setting(listOf(cidr, { type: 'list of networks', separator: /[\s,]+/ }), {
      default: '',
      description:
        'Networks and addresses of the proxies in front of Pennon. The client address and the path prefix are taken ' +
        'from the headers `X-Forwarded-For` and `X-Forwarded-Prefix` only where a request comes from one of them. ' +
        'A port, brackets and quotes around an address are removed.',
    }),
    readTimeout: setting(duration({ min: '1ms' }), {
      default: '10s',
      description: 'Longest time for a whole request to arrive.',
    }),
    keepAliveTimeout: setting(duration({ min: '1ms' }), {
      default: '75s',
      description:
        'How long an idle connection is kept. Keep it longer than the idle timeout of the load balancer, ' +
        'usually 60s, or the balancer sends requests into connections that are just closing.',
    }),
    maxConnections: setting(integer({ min: 0 }), {
      default: '10000',
      description: 'Most connections open at once on each port; more are closed at once. 0 is unlimited.',
    }),
    grpcMaxReceiveBytes: setting(bytes({ min: '1KiB', max: '256MiB' }), {
      default: '4MiB',
      description: 'Largest message accepted over gRPC; a larger one is refused with RESOURCE_EXHAUSTED.',
    }),
    grpcMaxSendBytes: setting(bytes({ min: '1KiB', max: '1GiB' }), {
      default: '256MiB',
      description:
        'Largest message sent over gRPC; a call that would need a larger one is refused with ' +
        'RESOURCE_EXHAUSTED. Clients have a limit of their own for what they receive, usually 4MiB.',
    }),
    grpcMaxConcurrentStreams: setting(integer({ min: 1 }), {
      default: '1000',
      description: 'Most gRPC calls under way on one connection; a client keeps the rest waiting.',
    }),
    grpcMaxCallTime: setting(duration(), {
      default: '30s',
      description:
        'Longest time a gRPC call may take, streams apart; it is then answered DEADLINE_EXCEEDED. The deadline ' +
        'of the caller counts when it comes first. 0s is unlimited.',
    }),
    grpcKeepaliveTime: setting(duration({ min: '1s' }), {
      default: '1m',
      description: 'How long a gRPC connection may be silent before the server sends it a ping.',
    }),
    grpcKeepaliveTimeout: setting(duration({ min: '1s' }), {
      default: '20s',
      description: 'How long a ping may stay unanswered before the connection is given up.',
    }),
    grpcConnMaxIdleTime: setting(duration(), {
      default: '0s',
      description: 'Close a gRPC connection after this long without a call. 0s is never.',
    }),
    grpcConnMaxAge: setting(duration(), {
      default: '0s',
      description:
        'Age at which a gRPC connection is to be replaced by a new one, so that balancers can spread clients ' +
        'anew; calls under way go on. 0s is never.',
    }),
    grpcConnMaxAgeGrace: setting(duration(), {
      default: '0s',
      description:
        'How long calls may go on after the age is reached before they are cut off. 0s is unlimited.',
    }),
    workers: setting(integer({ min: 1, max: 64 }), {
      default: '1',
      description:
        'Processes that share the ports and answer side by side, so that one instance uses several cores. With 1 there ' +
        'is a single process. More than there are cores gains nothing.',
    }),
    workerTimeout: setting(duration(), {
      default: '2500ms',
      description:
        'Longest time a worker may take to say that it is alive, which it is asked every second and with each write. A ' +
        'worker that takes longer is killed and replaced.',
    }),
    drainDelay: setting(duration(), {
      default: '0s',
      description:
        'How long, after SIGTERM, health answers NOT_SERVING while requests are still accepted, so that ' +
        'load balancers turn away before the listener closes. Then connections are kept for as long again, a second at ' +
        'most, in which every answer says that it is the last.',
    }),
    shutdownTimeout: setting(duration(), {
      default: '30s',
      description: 'Longest wait for requests in flight once the listener is closed.',
    }),
  },
  cors: corsSettings,
  db: databaseSettings,
  storage: storageSettings,
  document: documentSettings,
  export: exportSettings,
  cache: cacheSettings,
  snapshot: {
    directory: optional(text, {
      whenAbsent: 'nothing is kept',
      description:
        'Directory in which a reader keeps the documents of its snapshots and the hashes of the client tokens it ' +
        'knows, to start from when the database cannot be reached. It is made when missing, for this user alone; ' +
        'two instances must not share one. A start from it is as old as its files. A writer does not use it.',
    }),
  },
  freshness: freshnessSettings,
  evaluation: {
    enabled: setting(boolean, {
      default: 'true',
      description:
        'Answer evaluation on the write tier. Switched off, a writer refuses evaluation over HTTP, gRPC and OFREP, and ' +
        'names the read tier, so that no client depends on the wrong one by mistake. A reader always answers.',
    }),
    maxBatchSize: setting(integer({ min: 1 }), {
      default: '10000',
      description: 'Most items in one batch evaluation.',
    }),
  },
  ofrep: {
    dialect: setting(oneOf(['flipt', 'openfeature']), {
      default: 'flipt',
      description:
        'Whose OFREP the server speaks: that of Flipt v1, or OFREP 0.3.0. `flipt` gives every flag a value, refuses ' +
        'objects and lists in the context, and fails a bulk call that names a missing flag. `openfeature` gives a ' +
        'variant flag that is disabled or matches nothing no value, so that the application uses its own default, ' +
        'returns the metadata of flags, takes any context, and lists missing and disabled flags in bulk answers.',
    }),
  },
  authentication: authenticationSettings,
  authorization: authorizationSettings,
  audit: auditSettings,
  history: historySettings,
  changes: changesSettings,
  analytics: analyticsSettings,
  metrics: {
    enabled: setting(boolean, {
      default: 'true',
      description:
        'Count evaluations, snapshots, caches, connections and tokens, beside the process and the calls, which are ' +
        'counted in any case. `GET /metrics` shows them to everybody who can reach it (docs/metrics.md).',
    }),
    exporter: setting(oneOf(['prometheus', 'otlp']), {
      default: 'prometheus',
      description:
        'How metrics are handed on: `GET /metrics` shows them. `otlp` is understood while metrics are off; a collector ' +
        'of OpenTelemetry [reads `/metrics`](metrics.md#opentelemetry).',
    }),
    maxFlags: setting(integer({ min: 0, max: 100_000 }), {
      default: '1000',
      description:
        'Most flags that evaluations are counted for one by one; those of all others together have the labels ' +
        '`(other)`. A flag has about twenty series. With 0 no flag has series of its own.',
    }),
    maxNamespaces: setting(integer({ min: 0, max: 100_000 }), {
      default: '100',
      description:
        'Most namespaces whose snapshots are shown one by one; those of all others together have the label `(other)`.',
    }),
  },
  tracing: tracingSettings,
  compat: {
    fliptAliases: setting(boolean, {
      default: 'true',
      description:
        'Also use the names of Flipt: in metadata keys, paths and cookies, and for login methods that are configured ' +
        'as `github` and `kubernetes`. The configuration may use them in any case.',
    }),
  },
  ui: {
    enabled: setting(boolean, {
      default: 'true',
      description: 'Serve the dashboard at `/`, or at the base path.',
    }),
    defaultTheme: setting(oneOf(['system', 'light', 'dark']), {
      default: 'system',
      description: 'Theme of the dashboard for those who have not chosen one.',
    }),
    topbar: {
      color: setting(hexColor, {
        default: '',
        description: 'Colour of the top bar, to tell one environment from another.',
      }),
      label: setting(text, { default: '', description: 'Text in the top bar, such as `staging`.' }),
    },
  },
  meta: {
    checkForUpdates: setting(boolean, {
      default: 'false',
      isIgnored: true,
      description: 'Look for a newer release at start. Pennon never calls home.',
    }),
    telemetryEnabled: setting(boolean, {
      default: 'false',
      isIgnored: true,
      description: 'Report anonymous usage. Pennon never calls home.',
    }),
    stateDirectory: optional(text, { isIgnored: true, description: 'Directory of the state of telemetry.' }),
  },
} as const satisfies Section;
