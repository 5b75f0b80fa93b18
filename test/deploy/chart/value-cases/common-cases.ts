import { type Cases, CONTAINER, fromSecret, JOB_POD, POD, type ValueCase, variable } from './value-case';

const writer = 'Deployment/pennon-writer';
const reader = 'Deployment/pennon-reader';
const METHOD = 'PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR';

function inWriter(value: unknown, shown: unknown): ValueCase {
  return { value, in: writer, at: `${CONTAINER}.env`, shown };
}

function inReader(value: unknown, shown: unknown): ValueCase {
  return { value, in: reader, at: `${CONTAINER}.env`, shown };
}

/** Of everything. */
export const commonCases: Cases = {
  'global.imageRegistry': {
    value: 'mirror:5000',
    in: writer,
    at: `${CONTAINER}.image`,
    shown: 'mirror:5000/acme/flags:9@' + digest(),
  },
  'global.imagePullSecrets': {
    value: [{ name: 'a' }],
    in: writer,
    at: `${POD}.imagePullSecrets.0.name`,
    shown: 'a',
  },
  nameOverride: {
    value: 'flags',
    in: 'Deployment/pennon-flags-writer',
    at: 'spec.selector.matchLabels',
    shown: expect.objectContaining({ 'app.kubernetes.io/name': 'flags' }),
    with: {},
  },
  fullnameOverride: {
    value: 'togglers',
    in: 'Service/togglers-reader',
    at: 'kind',
    shown: 'Service',
    with: {},
  },
  commonLabels: {
    value: { cost: '42' },
    in: 'Service/pennon-writer',
    at: 'metadata.labels.cost',
    shown: '42',
  },
  commonAnnotations: {
    value: { all: 'yes' },
    in: reader,
    at: 'spec.template.metadata.annotations.all',
    shown: 'yes',
  },
  'image.registry': {
    value: 'registry',
    in: writer,
    at: `${CONTAINER}.image`,
    shown: 'registry/pennon:0.1.0',
    with: {},
  },
  'image.repository': {
    value: 'acme/flags',
    in: writer,
    at: `${CONTAINER}.image`,
    shown: expect.stringContaining('acme/flags'),
  },
  'image.tag': { value: '9', in: reader, at: `${CONTAINER}.image`, shown: expect.stringContaining(':9@') },
  'image.digest': {
    value: digest(),
    in: reader,
    at: `${CONTAINER}.image`,
    shown: expect.stringContaining(`@${digest()}`),
  },
  'image.pullPolicy': { value: 'Always', in: reader, at: `${CONTAINER}.imagePullPolicy` },
  imagePullSecrets: {
    value: [{ name: 'b' }],
    in: 'CronJob/pennon-exporter',
    at: `${JOB_POD}.imagePullSecrets.1.name`,
    shown: 'b',
  },
  'database.existingSecret': inWriter('db', fromSecret('PENNON_DB_URL', 'db', 'primary')),
  'database.urlKey': inWriter('primary', fromSecret('PENNON_DB_URL', 'db', 'primary')),
  'database.readUrlsKey': inReader('replicas', fromSecret('PENNON_DB_READ_URLS', 'db', 'replicas')),
  'redis.existingSecret': inReader('cache', fromSecret('PENNON_CACHE_REDIS_URL', 'cache', 'address')),
  'redis.urlKey': inReader('address', fromSecret('PENNON_CACHE_REDIS_URL', 'cache', 'address')),
  'authentication.required': {
    ...inReader(false, variable('PENNON_AUTHENTICATION_REQUIRED', 'false')),
    with: {},
  },
  'authentication.bootstrap.existingSecret': inWriter(
    'first',
    fromSecret('PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN', 'first', 'it'),
  ),
  'authentication.bootstrap.tokenKey': inWriter(
    'it',
    fromSecret('PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN', 'first', 'it'),
  ),
  'analytics.enabled': inWriter(true, variable('PENNON_ANALYTICS_ENABLED', 'true')),
  'analytics.existingSecret': inReader(
    'counter',
    fromSecret('PENNON_ANALYTICS_WRITER_TOKEN', 'counter', 'its'),
  ),
  'analytics.tokenKey': inReader('its', fromSecret('PENNON_ANALYTICS_WRITER_TOKEN', 'counter', 'its')),
  'serviceAccountLogin.enabled': inWriter(true, variable(`${METHOD}_ENABLED`, 'true')),
  'serviceAccountLogin.audiences': inWriter('flags', variable(`${METHOD}_AUDIENCES`, 'flags')),
  'serviceAccountLogin.allowedServiceAccounts': inWriter(
    'shop/*',
    variable(`${METHOD}_ALLOWED_SERVICE_ACCOUNTS`, 'shop/*'),
  ),
  'serviceAccountLogin.roles': inReader('shop/a=viewer', variable(`${METHOD}_ROLES`, 'shop/a=viewer')),
  'serviceAccountLogin.tokenReview': inReader(true, variable(`${METHOD}_TOKEN_REVIEW`, 'true')),
  'serviceAccountLogin.tokenLifetime': inWriter('10m', variable(`${METHOD}_TOKEN_LIFETIME`, '10m')),
  basePath: inReader('/flags', variable('PENNON_SERVER_BASE_PATH', '/flags')),
  settings: inReader({ PENNON_EXPORT_KEEP: 8_000_000 }, variable('PENNON_EXPORT_KEEP', '8000000')),
  secretSettings: inReader(
    { PENNON_AUTHENTICATION_SESSION_CSRF_KEY: { secret: 'session', key: 'csrf' } },
    fromSecret('PENNON_AUTHENTICATION_SESSION_CSRF_KEY', 'session', 'csrf'),
  ),
  extraObjects: {
    value: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '{{ .Release.Name }}-more' } }],
    in: 'ConfigMap/pennon-more',
    at: 'kind',
    shown: 'ConfigMap',
  },
};

function digest(): string {
  return `sha256:${'0a'.repeat(32)}`;
}
