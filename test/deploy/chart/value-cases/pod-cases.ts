import { type Cases, prefixed, type ValueCase, type Values, variable } from './value-case';

const volume = { name: 'authority', configMap: { name: 'company-authority' } };
const mount = { name: 'authority', mountPath: '/etc/pennon/tls', readOnly: true };

/**
 * What all pods can be told, by the workload.
 *
 * @param enabling Values of the component without which it is not there.
 */
export function podCases(component: string, workload: string, pod: string, enabling: Values = {}): Cases {
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
