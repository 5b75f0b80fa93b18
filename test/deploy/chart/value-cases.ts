/** What a value does to a manifest. */
export interface ValueCase {
  readonly value: unknown;
  /** `Kind/name` of the manifest. */
  readonly in: string;
  /** Where it is seen, by the names of members and dots; undefined when the manifest is not there. */
  readonly at: string | undefined;
  /** What is there; the value itself unless given. */
  readonly shown?: unknown;
  /** Values that have to be given with it, by path; then it is rendered apart from the others. */
  readonly with?: Values;
}

type Values = Readonly<Record<string, unknown>>;
type Cases = Readonly<Record<string, ValueCase>>;

const POD = 'spec.template.spec';
const CONTAINER = `${POD}.containers.0`;
const JOB_POD = 'spec.jobTemplate.spec.template.spec';

/** Variables as a container has them. */
function variable(name: string, value: unknown): unknown {
  return expect.arrayContaining([{ name, value }]);
}

function fromSecret(name: string, secret: string, key: string): unknown {
  return expect.arrayContaining([{ name, valueFrom: { secretKeyRef: { name: secret, key } } }]);
}

const volume = { name: 'authority', configMap: { name: 'company-authority' } };
const mount = { name: 'authority', mountPath: '/etc/pennon/tls', readOnly: true };

/**
 * What all pods can be told, by the workload.
 *
 * @param enabling Values of the component without which it is not there.
 */
function podCases(component: string, workload: string, pod: string, enabling: Values = {}): Cases {
  const container = `${pod}.containers.0`;
  const template = pod.replace(/\.spec$/, '');
  const seen = (value: unknown, at: string, shown?: unknown): ValueCase => ({
    value,
    in: workload,
    at,
    ...(shown !== undefined && { shown }),
  });
  const role = { 'eks.amazonaws.com/role-arn': `arn:aws:iam::1:role/${component}` };
  return prefixed(component, {
    settings: seen({ PENNON_LOG_LEVEL: 'warn' }, `${container}.env`, variable('PENNON_LOG_LEVEL', 'warn')),
    extraEnv: seen([{ name: 'TZ', value: 'UTC' }], `${container}.env`, variable('TZ', 'UTC')),
    extraEnvFrom: seen([{ secretRef: { name: 'more' } }], `${container}.envFrom`),
    annotations: seen({ team: component }, 'metadata.annotations', { team: component, all: 'yes' }),
    podAnnotations: seen({ scrape: 'no' }, `${template}.metadata.annotations.scrape`, 'no'),
    podLabels: seen({ mesh: 'in' }, `${template}.metadata.labels.mesh`, 'in'),
    'serviceAccount.annotations': {
      value: role,
      in: `ServiceAccount/pennon-${component}`,
      at: 'metadata.annotations',
      shown: { ...role, all: 'yes' },
    },
    'serviceAccount.automount': seen(true, `${pod}.automountServiceAccountToken`),
    'serviceAccount.name': {
      ...seen('given', `${pod}.serviceAccountName`),
      with: { ...enabling, 'serviceAccount.create': false },
    },
    'serviceAccount.create': {
      value: false,
      in: `ServiceAccount/pennon-${component}`,
      at: undefined,
      with: enabling,
    },
    podSecurityContext: seen({ supplementalGroups: [7] }, `${pod}.securityContext.supplementalGroups`, [7]),
    securityContext: seen({ privileged: false }, `${container}.securityContext.privileged`, false),
    resources: seen({ limits: { cpu: '2' } }, `${container}.resources.limits.cpu`, '2'),
    priorityClassName: seen('high', `${pod}.priorityClassName`),
    nodeSelector: seen({ disk: 'ssd' }, `${pod}.nodeSelector`),
    tolerations: seen([{ key: 'spot', operator: 'Exists' }], `${pod}.tolerations`),
    affinity: seen(
      { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{}] } } },
      `${pod}.affinity`,
    ),
    hostAliases: seen([{ ip: '10.0.0.7', hostnames: ['db'] }], `${pod}.hostAliases`),
    dnsPolicy: seen('None', `${pod}.dnsPolicy`),
    dnsConfig: seen({ nameservers: ['10.0.0.53'] }, `${pod}.dnsConfig`),
    initContainers: seen([{ name: 'wait', image: 'busybox' }], `${pod}.initContainers`),
    extraContainers: seen([{ name: 'proxy', image: 'cloud-sql-proxy' }], `${pod}.containers.1`, {
      name: 'proxy',
      image: 'cloud-sql-proxy',
    }),
    extraVolumes: seen([volume], `${pod}.volumes`, expect.arrayContaining([volume])),
    extraVolumeMounts: seen([mount], `${container}.volumeMounts`, expect.arrayContaining([mount])),
  });
}

function tierCases(tier: string): Cases {
  const deployment = `Deployment/pennon-${tier}`;
  const service = `Service/pennon-${tier}`;
  const headless = `Service/pennon-${tier}-grpc`;
  const budget = `PodDisruptionBudget/pennon-${tier}`;
  const probe = { failureThreshold: 90 };
  return {
    ...podCases(tier, deployment, POD),
    ...prefixed(tier, {
      enabled: { value: false, in: deployment, at: undefined, with: {} },
      'service.type': { value: 'LoadBalancer', in: service, at: 'spec.type' },
      'service.annotations': { value: { dns: 'x' }, in: service, at: 'metadata.annotations.dns', shown: 'x' },
      'service.httpPort': { value: 80, in: service, at: 'spec.ports.0.port' },
      'service.grpcPort': { value: 90, in: service, at: 'spec.ports.1.port' },
      'service.loadBalancerClass': { value: 'internal', in: service, at: 'spec.loadBalancerClass' },
      'service.loadBalancerSourceRanges': {
        value: ['10.0.0.0/8'],
        in: service,
        at: 'spec.loadBalancerSourceRanges',
      },
      'headlessService.enabled': { value: true, in: headless, at: 'spec.clusterIP', shown: 'None' },
      'headlessService.annotations': {
        value: { dns: 'y' },
        in: headless,
        at: 'metadata.annotations.dns',
        shown: 'y',
      },
      startupProbe: {
        value: probe,
        in: deployment,
        at: `${CONTAINER}.startupProbe.failureThreshold`,
        shown: 90,
      },
      readinessProbe: {
        value: probe,
        in: deployment,
        at: `${CONTAINER}.readinessProbe.failureThreshold`,
        shown: 90,
      },
      livenessProbe: {
        value: probe,
        in: deployment,
        at: `${CONTAINER}.livenessProbe.failureThreshold`,
        shown: 90,
      },
      lifecycle: {
        value: { preStop: { sleep: { seconds: 5 } } },
        in: deployment,
        at: `${CONTAINER}.lifecycle`,
      },
      updateStrategy: {
        value: { rollingUpdate: { maxSurge: 3 } },
        in: deployment,
        at: 'spec.strategy.rollingUpdate',
        shown: { maxSurge: 3, maxUnavailable: 0 },
      },
      terminationGracePeriodSeconds: {
        value: 99,
        in: deployment,
        at: `${POD}.terminationGracePeriodSeconds`,
      },
      topologySpreadConstraints: {
        value: [{ maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
        in: deployment,
        at: `${POD}.topologySpreadConstraints`,
      },
      'podDisruptionBudget.enabled': { value: true, in: budget, at: 'kind', shown: 'PodDisruptionBudget' },
      'podDisruptionBudget.maxUnavailable': { value: '25%', in: budget, at: 'spec.maxUnavailable' },
      'podDisruptionBudget.minAvailable': {
        value: 1,
        in: budget,
        at: 'spec',
        shown: expect.not.objectContaining({ maxUnavailable: expect.anything() as unknown }),
        with: { 'podDisruptionBudget.enabled': true },
      },
    }),
  };
}

const scaler = 'HorizontalPodAutoscaler/pennon-reader';
const metric = {
  type: 'Pods',
  pods: { metric: { name: 'calls' }, target: { type: 'AverageValue', averageValue: '9' } },
};

const readerCases = prefixed('reader', {
  replicaCount: {
    value: 4,
    in: 'Deployment/pennon-reader',
    at: 'spec.replicas',
    with: { 'autoscaling.enabled': false },
  },
  'autoscaling.enabled': { value: false, in: scaler, at: undefined, with: {} },
  'autoscaling.minReplicas': { value: 3, in: scaler, at: 'spec.minReplicas' },
  'autoscaling.maxReplicas': { value: 30, in: scaler, at: 'spec.maxReplicas' },
  'autoscaling.targetCPUUtilizationPercentage': {
    value: 55,
    in: scaler,
    at: 'spec.metrics.0.resource.target.averageUtilization',
  },
  'autoscaling.targetMemoryUtilizationPercentage': {
    value: 66,
    in: scaler,
    at: 'spec.metrics.1.resource.target.averageUtilization',
  },
  'autoscaling.metrics': { value: [metric], in: scaler, at: 'spec.metrics.2', shown: metric },
  'autoscaling.behavior': {
    value: { scaleDown: { stabilizationWindowSeconds: 600 } },
    in: scaler,
    at: 'spec.behavior',
  },
});

const writerCases = prefixed('writer', {
  replicaCount: { value: 2, in: 'Deployment/pennon-writer', at: 'spec.replicas' },
});

const cronJob = 'CronJob/pennon-exporter';
const exporterCases: Cases = {
  ...podCases('exporter', cronJob, JOB_POD, { enabled: true, to: 's3://acme-flags' }),
  ...prefixed('exporter', {
    enabled: { value: true, in: cronJob, at: 'kind', shown: 'CronJob' },
    schedule: { value: '*/9 * * * *', in: cronJob, at: 'spec.schedule' },
    to: {
      value: 's3://acme-flags/production',
      in: cronJob,
      at: `${JOB_POD}.containers.0.args`,
      shown: ['export', '--to', 's3://acme-flags/production'],
    },
    region: {
      value: 'eu-central-1',
      in: cronJob,
      at: `${JOB_POD}.containers.0.env`,
      shown: variable('AWS_REGION', 'eu-central-1'),
    },
    existingSecret: {
      value: 'bucket',
      in: cronJob,
      at: `${JOB_POD}.containers.0.env`,
      shown: fromSecret('AWS_ACCESS_KEY_ID', 'bucket', 'access-key-id'),
    },
    activeDeadlineSeconds: { value: 300, in: cronJob, at: 'spec.jobTemplate.spec.activeDeadlineSeconds' },
  }),
};

const job = 'Job/pennon-migration';
const {
  'migration.serviceAccount.create': _,
  'migration.serviceAccount.annotations': __,
  ...migrationPod
} = podCases('migration', job, POD);
const migrationCases: Cases = {
  ...migrationPod,
  'migration.annotations': { value: { team: 'm' }, in: job, at: 'metadata.annotations.team', shown: 'm' },
  'migration.serviceAccount.name': {
    value: 'given',
    in: job,
    at: `${POD}.serviceAccountName`,
    with: { 'migration.enabled': true },
  },
  ...prefixed('migration', {
    enabled: { value: true, in: job, at: `${CONTAINER}.args`, shown: ['migrate'] },
    backoffLimit: { value: 5, in: job, at: 'spec.backoffLimit' },
    activeDeadlineSeconds: { value: 60, in: job, at: 'spec.activeDeadlineSeconds' },
  }),
};

const writer = 'Deployment/pennon-writer';
const reader = 'Deployment/pennon-reader';
const METHOD = 'PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR';

function inWriter(value: unknown, shown: unknown): ValueCase {
  return { value, in: writer, at: `${CONTAINER}.env`, shown };
}

function inReader(value: unknown, shown: unknown): ValueCase {
  return { value, in: reader, at: `${CONTAINER}.env`, shown };
}

const commonCases: Cases = {
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
    in: cronJob,
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

const gateway = [{ name: 'gateway', namespace: 'infra' }];
const policy = 'NetworkPolicy/pennon';
const cidr = [{ ipBlock: { cidr: '10.0.0.0/8' } }];
const relabeling = [{ action: 'labeldrop', regex: 'pod' }];

const outsideCases: Cases = {
  'ingress.enabled': { value: true, in: 'Ingress/pennon', at: 'kind', shown: 'Ingress' },
  'ingress.className': { value: 'nginx', in: 'Ingress/pennon', at: 'spec.ingressClassName' },
  'ingress.annotations': {
    value: { x: 'y' },
    in: 'Ingress/pennon',
    at: 'metadata.annotations.x',
    shown: 'y',
  },
  'ingress.hosts': {
    value: [{ host: 'a.example.com' }, { host: 'b.example.com' }],
    in: 'Ingress/pennon',
    at: 'spec.rules.1.host',
    shown: 'b.example.com',
  },
  'ingress.tls': {
    value: [{ secretName: 'tls', hosts: ['a.example.com'] }],
    in: 'Ingress/pennon',
    at: 'spec.tls',
  },
  'httpRoute.enabled': { value: true, in: 'HTTPRoute/pennon', at: 'kind', shown: 'HTTPRoute' },
  'httpRoute.annotations': {
    value: { x: 'z' },
    in: 'HTTPRoute/pennon',
    at: 'metadata.annotations.x',
    shown: 'z',
  },
  'httpRoute.parentRefs': { value: gateway, in: 'HTTPRoute/pennon', at: 'spec.parentRefs' },
  'httpRoute.hostnames': { value: ['a.example.com'], in: 'HTTPRoute/pennon', at: 'spec.hostnames' },
  'grpcRoute.enabled': { value: true, in: 'GRPCRoute/pennon', at: 'kind', shown: 'GRPCRoute' },
  'grpcRoute.annotations': {
    value: { x: 'w' },
    in: 'GRPCRoute/pennon',
    at: 'metadata.annotations.x',
    shown: 'w',
  },
  'grpcRoute.parentRefs': { value: gateway, in: 'GRPCRoute/pennon', at: 'spec.parentRefs' },
  'grpcRoute.hostnames': { value: ['g.example.com'], in: 'GRPCRoute/pennon', at: 'spec.hostnames' },
  'networkPolicy.enabled': { value: false, in: policy, at: undefined, with: {} },
  'networkPolicy.from': {
    value: cidr,
    in: policy,
    at: 'spec.ingress.0.from',
    shown: expect.arrayContaining(cidr),
  },
  'networkPolicy.egress': {
    value: [{ to: cidr }],
    in: `${policy}-egress`,
    at: 'spec.egress.2',
    shown: { to: cidr },
  },
};

const monitor = 'ServiceMonitor/pennon';
const rule = 'PrometheusRule/pennon';
const dashboard = 'ConfigMap/pennon-dashboard';

const monitoringCases: Cases = {
  'serviceMonitor.enabled': { value: true, in: monitor, at: 'kind', shown: 'ServiceMonitor' },
  'serviceMonitor.interval': { value: '15s', in: monitor, at: 'spec.endpoints.0.interval' },
  'serviceMonitor.scrapeTimeout': { value: '9s', in: monitor, at: 'spec.endpoints.0.scrapeTimeout' },
  'serviceMonitor.labels': {
    value: { release: 'p' },
    in: monitor,
    at: 'metadata.labels.release',
    shown: 'p',
  },
  'serviceMonitor.annotations': { value: { a: 'b' }, in: monitor, at: 'metadata.annotations.a', shown: 'b' },
  'serviceMonitor.relabelings': { value: relabeling, in: monitor, at: 'spec.endpoints.0.relabelings' },
  'serviceMonitor.metricRelabelings': {
    value: relabeling,
    in: monitor,
    at: 'spec.endpoints.0.metricRelabelings',
  },
  'prometheusRule.enabled': { value: true, in: rule, at: 'spec.groups.0.name', shown: expect.any(String) },
  'prometheusRule.labels': { value: { release: 'q' }, in: rule, at: 'metadata.labels.release', shown: 'q' },
  'prometheusRule.annotations': { value: { a: 'c' }, in: rule, at: 'metadata.annotations.a', shown: 'c' },
  'dashboard.enabled': {
    value: true,
    in: dashboard,
    at: 'data',
    shown: { 'pennon.json': expect.stringContaining('panels') as unknown },
  },
  'dashboard.labels': { value: { grafana: 'g' }, in: dashboard, at: 'metadata.labels.grafana', shown: 'g' },
  'dashboard.annotations': {
    value: { folder: 'f' },
    in: dashboard,
    at: 'metadata.annotations.folder',
    shown: 'f',
  },
};

/** A case of every value, by its path. */
export const valueCases: Cases = {
  ...commonCases,
  ...tierCases('writer'),
  ...writerCases,
  ...tierCases('reader'),
  ...readerCases,
  ...exporterCases,
  ...migrationCases,
  ...outsideCases,
  ...monitoringCases,
};

function prefixed(component: string, cases: Cases): Cases {
  return Object.fromEntries(
    Object.entries(cases).map(([path, one]) => [
      `${component}.${path}`,
      one.with === undefined
        ? one
        : {
            ...one,
            with: Object.fromEntries(
              Object.entries(one.with).map(([key, value]) => [`${component}.${key}`, value]),
            ),
          },
    ]),
  );
}

function digest(): string {
  return `sha256:${'0a'.repeat(32)}`;
}
