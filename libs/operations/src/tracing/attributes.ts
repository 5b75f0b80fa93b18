/** The version of OpenTelemetry's semantic conventions that spans follow. */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.45.0';

/**
 * Names of attributes. Source: the semantic conventions of OpenTelemetry for HTTP, RPC and feature flags. They are
 * written down here because those of feature flags are not among the stable ones of the package that has them as
 * constants.
 */
export const attribute = {
  requestMethod: 'http.request.method',
  responseStatus: 'http.response.status_code',
  route: 'http.route',
  scheme: 'url.scheme',
  errorType: 'error.type',
  rpcSystem: 'rpc.system.name',
  rpcMethod: 'rpc.method',
  rpcStatus: 'rpc.response.status_code',
  flagKey: 'feature_flag.key',
  flagSet: 'feature_flag.set.id',
  flagProvider: 'feature_flag.provider.name',
  flagVariant: 'feature_flag.result.variant',
  flagReason: 'feature_flag.result.reason',
  entityId: 'feature_flag.context.id',
} as const;

/** What evaluates the flags. */
export const PROVIDER_NAME = 'Pennon';
