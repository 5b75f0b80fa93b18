import { readdirSync, readFileSync } from 'node:fs';
import { loadConfig } from '@pennon/config';
import { parse } from 'yaml';
import { describeWithPrograms } from '../../support/describe-with-programs';
import { Chart } from '../../support/helm/chart';
import { problemsOf } from '../../support/kubernetes/problems-of';
import { manifestsIn, plainValues, withoutHelm } from '../plain-manifests';
import { containersOf, namesOf, variablesOf } from '../workload';

jest.setTimeout(120_000);

const chart = new Chart();

/** A file of the operator's, as settings that name one need it. */
const authority = {
  extraVolumes: [{ name: 'authority', configMap: { name: 'company-authority' } }],
  extraVolumeMounts: [{ name: 'authority', mountPath: '/etc/pennon/tls', readOnly: true }],
};
const roleOf = (workload: string): object => ({
  serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': `arn:aws:iam::1:role/${workload}` } },
});

/** Every part of the chart, and every way that changes what it says. */
const installations = {
  'as it comes': {},
  'with everything': {
    ...plainValues,
    basePath: '/flags',
    redis: { existingSecret: 'pennon-redis' },
    database: { readUrlsKey: 'read-urls' },
    authentication: { bootstrap: { existingSecret: 'pennon-token' } },
    analytics: { enabled: true, existingSecret: 'pennon-counter' },
    settings: { PENNON_SERVER_TRUSTED_PROXIES: '10.0.0.0/8', PENNON_SERVER_WORKERS: 2 },
    secretSettings: { PENNON_AUTHENTICATION_SESSION_CSRF_KEY: { secret: 'pennon-session', key: 'csrf' } },
    imagePullSecrets: [{ name: 'registry' }],
    writer: {
      ...authority,
      ...roleOf('writer'),
      replicaCount: 2,
      podAnnotations: { team: 'flags' },
      settings: { PENNON_EXPORT_ENABLED: false },
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'spot', operator: 'Exists' }],
    },
    reader: {
      ...authority,
      ...roleOf('reader'),
      settings: { PENNON_FRESHNESS_MAX_AGE: '5m', NODE_EXTRA_CA_CERTS: '/etc/pennon/tls/ca.crt' },
      affinity: { nodeAffinity: {} },
      podDisruptionBudget: { maxUnavailable: '25%' },
    },
    exporter: {
      ...authority,
      ...roleOf('exporter'),
      enabled: true,
      to: 's3://acme-flags/production',
      region: 'eu-central-1',
      existingSecret: 'pennon-bucket',
      settings: { PENNON_EXPORT_KEEP: 3 },
    },
    migration: { enabled: true },
    httpRoute: { enabled: true, parentRefs: [{ name: 'gateway' }], hostnames: ['flags.example.com'] },
    grpcRoute: { enabled: true, parentRefs: [{ name: 'gateway' }] },
    networkPolicy: {
      from: [{ namespaceSelector: { matchLabels: { flags: 'yes' } } }],
      egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }],
    },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true },
    dashboard: { enabled: true },
  },
  'with as little as there can be': {
    reader: { autoscaling: { enabled: false }, podDisruptionBudget: { enabled: false } },
    networkPolicy: { enabled: false },
  },
};

describeWithPrograms(['helm'], 'the chart', () => {
  it('has what a usual installation needs, and nothing that a cluster may not know', () => {
    expect([...namesOf(chart.render())].sort()).toEqual([
      ...['Deployment/pennon-reader', 'Deployment/pennon-writer', 'HorizontalPodAutoscaler/pennon-reader'],
      ...['NetworkPolicy/pennon', 'PodDisruptionBudget/pennon-reader'],
      ...['Service/pennon-reader', 'Service/pennon-writer'],
      ...['ServiceAccount/pennon-reader', 'ServiceAccount/pennon-writer'],
    ]);
  });

  it('has all of it where it is asked for', () => {
    expect(namesOf(chart.render(installations['with everything']))).toEqual(
      expect.arrayContaining([
        ...['CronJob/pennon-exporter', 'ServiceAccount/pennon-exporter', 'Ingress/pennon'],
        ...['ServiceMonitor/pennon', 'ClusterRoleBinding/pennon:flags:pennon:token-review'],
      ]),
    );
  });

  describe.each(Object.entries(installations))('%s', (_, values) => {
    const manifests = chart.renderAll(values);

    it('is by the schemas of Kubernetes', () => {
      expect(problemsOf(manifests)).toEqual([]);
    });

    it('names each thing once', () => {
      expect(new Set(namesOf(manifests)).size).toBe(manifests.length);
    });

    it('leaves no container any rights', () => {
      const containers = containersOf(manifests);
      expect(containers.length).toBeGreaterThanOrEqual(2);
      for (const { pod, container } of containers) {
        expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.limits.memory).toBeDefined();
      }
    });

    it('gives settings that there are, with values that are accepted', () => {
      for (const { container } of containersOf(manifests)) {
        const env = { HOME: '/nonexistent', ...variablesOf(container) };
        expect(loadConfig({ env, root: '/nonexistent' }).ignored).toEqual([]);
      }
    });

    it('has secrets from secrets alone', () => {
      for (const { container } of containersOf(manifests))
        for (const { name, value } of container.env ?? [])
          if (/URL|KEY|TOKEN$/.test(name)) expect([name, value]).toEqual([name, undefined]);
    });
  });

  it('scales the readers, or has so many of them', () => {
    const replicasOf = (values: object): unknown =>
      chart
        .render({ reader: values })
        .find((manifest) => namesOf([manifest])[0] === 'Deployment/pennon-reader');
    expect(replicasOf({})).not.toHaveProperty('spec.replicas');
    expect(replicasOf({ replicaCount: 4, autoscaling: { enabled: false } })).toHaveProperty(
      'spec.replicas',
      4,
    );
  });

  it('mounts the token of a service account in the writer, where workloads log in, and nowhere else', () => {
    const mounting = chart
      .render(installations['with everything'])
      .filter((manifest) => JSON.stringify(manifest).includes('"automountServiceAccountToken":true'));
    expect(namesOf(mounting)).toEqual(['Deployment/pennon-writer']);
  });

  it('mounts files of the operator in every workload, and gives each service account a role', () => {
    const manifests = chart.render(installations['with everything']);
    const containers = containersOf(manifests);
    expect(containers.map(({ container }) => container.name).sort()).toEqual([
      'exporter',
      'reader',
      'writer',
    ]);
    for (const { pod, container } of containers) {
      expect(pod).toHaveProperty('volumes', expect.arrayContaining(authority.extraVolumes));
      expect(container).toHaveProperty('volumeMounts', expect.arrayContaining(authority.extraVolumeMounts));
      const account = manifests.find(
        (manifest) => namesOf([manifest])[0] === `ServiceAccount/pennon-${container.name}`,
      );
      expect(account).toHaveProperty('metadata.annotations', {
        'eks.amazonaws.com/role-arn': `arn:aws:iam::1:role/${container.name}`,
      });
    }
  });

  it('has readers send their counts to the writer, which lets them in, where evaluations are counted', () => {
    const counting = installations['with everything'];
    const [reader, writer] = ['reader', 'writer'].map((tier) =>
      containersOf(chart.render(counting)).find(({ container }) => container.name === tier),
    );
    expect(reader?.container.env).toEqual(
      expect.arrayContaining([
        { name: 'PENNON_ANALYTICS_ENABLED', value: 'true' },
        { name: 'PENNON_ANALYTICS_WRITER_ADDRESS', value: 'http://pennon-writer:8080/flags' },
        {
          name: 'PENNON_ANALYTICS_WRITER_TOKEN',
          valueFrom: { secretKeyRef: { name: 'pennon-counter', key: 'token' } },
        },
      ]),
    );
    expect(writer?.container.env?.filter(({ name }) => name.startsWith('PENNON_ANALYTICS'))).toEqual([
      { name: 'PENNON_ANALYTICS_ENABLED', value: 'true' },
    ]);
    const [policy] = chart.renderFiles(counting)['network-policy.yaml'] ?? [];
    expect(policy).toHaveProperty('spec.ingress.0.from.1.podSelector.matchLabels', {
      'app.kubernetes.io/name': 'pennon',
      'app.kubernetes.io/instance': 'pennon',
      'app.kubernetes.io/component': 'reader',
    });
    const open = { authentication: { required: false }, analytics: { enabled: true } };
    expect(JSON.stringify(chart.render(open))).not.toContain('PENNON_ANALYTICS_WRITER_TOKEN');
  });

  it.each(['', '/', '/flags'])(
    'lets the outside have every file of the dashboard, and no metrics, below "%s"',
    (basePath) => {
      const below = basePath.replace(/\/$/, '');
      const [ingress] = chart.renderFiles({ ...plainValues, basePath })['ingress.yaml'] as readonly [
        { spec: { rules: readonly [{ http: { paths: readonly { path: string; pathType: string }[] } }] } },
      ];
      const { paths } = ingress.spec.rules[0].http;
      const isLetIn = (asked: string): boolean =>
        paths.some(
          ({ path, pathType }) => asked === path || (pathType === 'Prefix' && asked.startsWith(`${path}/`)),
        );
      for (const file of ['', ...readdirSync('web/public'), 'assets/index.js', 'openapi.json'])
        expect([file, isLetIn(`${below}/${file}`)]).toEqual([file, true]);
      expect(isLetIn(`${below}/metrics`)).toBe(false);
      expect(paths.every(({ path }) => path === below || path.startsWith(`${below}/`))).toBe(true);
    },
  );

  it('tells everybody of the base path', () => {
    const manifests = chart.render({ basePath: '/flags/', serviceMonitor: { enabled: true } });
    const containers = containersOf(manifests);
    expect(containers).toHaveLength(2);
    for (const { container } of containers) {
      expect(variablesOf(container)).toMatchObject({ PENNON_SERVER_BASE_PATH: '/flags/' });
      // Probes ask the pod itself.
      expect(container).toMatchObject({ readinessProbe: { httpGet: { path: '/health' } } });
    }
    expect(JSON.stringify(manifests)).toContain('"path":"/flags/metrics"');
  });

  it.each([
    [{}, "logs deployment/pennon-writer | grep 'access token created'"],
    [{ authentication: { bootstrap: { existingSecret: 'first' } } }, 'get secret first'],
    [{ authentication: { required: false } }, 'WARNING: authentication.required is off'],
    [{ writer: { service: { httpPort: 80 } } }, 'port-forward service/pennon-writer 8080:80'],
  ])('says after the installation where the tiers are, and how to sign in: %j', (values, text) => {
    const notes = chart.notes(values);
    expect(notes).toContain('pennon-writer:8');
    expect(notes).toContain(text);
  });

  it('has the version of the program', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    expect(parse(readFileSync('deploy/helm/pennon/Chart.yaml', 'utf8'))).toMatchObject({
      version,
      appVersion: version,
    });
  });

  it('says what the plain manifests say', () => {
    const { 'monitoring.yaml': monitoring = [], ...files } = chart.renderFiles(plainValues);
    for (const [file, manifests] of Object.entries({ ...files, 'service-monitor.yaml': monitoring }))
      expect([file, manifestsIn('kubernetes')[file]]).toEqual([file, withoutHelm(manifests)]);
  });
});
