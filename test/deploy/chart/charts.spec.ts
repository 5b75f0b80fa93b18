import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describeWithPrograms } from '../../support/describe-with-programs';
import { Chart, helm, renderApplication } from '../../support/helm/chart';
import { problemsOf } from '../../support/kubernetes/problems-of';
import { sized } from '../../support/size';
import { manifestsIn } from '../plain-manifests';
import { containersOf, namesOf } from '../workload';
import { valuesOf } from './values-of';

jest.setTimeout(120_000);

const CHARTS = 'deploy/helm';

/** Of the pairs of parts, one in so many is tried. Each part is in several pairs. */
const ONE_IN = sized({ small: 3, whole: 1 });

/** Parts of the chart that can be switched on, each with what it needs. */
const parts: Readonly<Record<string, object>> = {
  'without a writer': { writer: { enabled: false } },
  'without a reader': { reader: { enabled: false } },
  'a base path': { basePath: '/flags' },
  'a Redis': { redis: { existingSecret: 'redis' } },
  replicas: { database: { readUrlsKey: 'replicas' } },
  counts: { analytics: { enabled: true, existingSecret: 'counter' } },
  'logins of workloads': { serviceAccountLogin: { enabled: true, tokenReview: true } },
  'an exporter': { exporter: { enabled: true, to: 's3://acme-flags' } },
  migrations: { migration: { enabled: true } },
  'an ingress': { ingress: { enabled: true, hosts: [{ host: 'a.example.com' }] } },
  routes: {
    httpRoute: { enabled: true, parentRefs: [{ name: 'gateway' }] },
    grpcRoute: { enabled: true, parentRefs: [{ name: 'gateway' }] },
  },
  egress: { networkPolicy: { egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] } },
  monitoring: {
    serviceMonitor: { enabled: true },
    prometheusRule: { enabled: true },
    dashboard: { enabled: true },
  },
  'an uid of the cluster': valuesOf(
    new Map(['writer', 'reader'].flatMap((tier) => uid(tier).map((path) => [path, null]))),
  ),
};

function uid(tier: string): readonly string[] {
  return ['runAsUser', 'runAsGroup', 'fsGroup'].map((name) => `${tier}.podSecurityContext.${name}`);
}

const pairs = Object.entries(parts).flatMap(([left, one], index) =>
  Object.entries(parts)
    .slice(index + 1)
    .map(([right, other]) => [left, right, { ...one, ...other }] as const),
);

/** What goes only with both tiers. */
function isRefused(names: string): boolean {
  return (
    names.includes('without a') &&
    (/an ingress|routes/.test(names) || names === 'without a writer, without a reader')
  );
}

it('has in it what is made of something else, as it is now', () => {
  const { status, stderr } = spawnSync('node', [`${CHARTS}/generate/generate.mjs`, '--check'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});

describeWithPrograms(['helm'], 'the charts', () => {
  it.each(['pennon', 'pennon-sidecar'])('%s passes the strict look of Helm', (name) => {
    expect(helm(['lint', '--strict', join(CHARTS, name)])).toContain('0 chart(s) failed');
  });

  it.each(pairs.filter(([left, right], index) => !isRefused(`${left}, ${right}`) && index % ONE_IN === 0))(
    'has %s and %s together',
    (_, __, values) => {
      const manifests = new Chart().renderAll(values);
      const names = namesOf(manifests);
      expect(names).toEqual([...new Set(names)]);
      expect(JSON.stringify(manifests)).not.toMatch(/%!|<no value>|map\[/);
    },
  );

  it('has names that Kubernetes takes, however long the release is called, and of each release its own', () => {
    const long = `a-${'very-'.repeat(10)}l`;
    const namesFor = (release: string): readonly string[] =>
      namesOf(new Chart(undefined, release).render({ exporter: { enabled: true, to: 's3://b' } }));
    for (const name of namesFor(long)) expect(name.split('/')[1]?.length).toBeLessThanOrEqual(52);
    expect(namesFor('live').some((name) => namesFor('trial').includes(name))).toBe(false);
  });

  it('tells releases apart whose long names begin alike', () => {
    const alike = `feature-flags-of-the-web-shop-in-production-${'x'.repeat(5)}`;
    const namesFor = (release: string): readonly string[] =>
      namesOf(new Chart(undefined, release).render({}));
    expect(namesFor(`${alike}-1`).filter((name) => namesFor(`${alike}-2`).includes(name))).toEqual([]);
  });

  it('refuses a release whose name cannot begin the name of a Service, unless given another one', () => {
    const chart = new Chart(undefined, '1flags');
    expect(() => chart.render({})).toThrow(
      'fullnameOverride: must be given for this release, since names of Services begin with a letter and have lower-case ' +
        'letters, digits and hyphens only; without it they begin with 1flags-pennon',
    );
    expect(namesOf(chart.render({ fullnameOverride: 'flags' }))).toContain('Service/flags-writer');
  });

  it('asks no tier for its health where there is none', () => {
    const exporter = { exporter: { enabled: true, to: 's3://b' } };
    const alone = { ...exporter, writer: { enabled: false }, reader: { enabled: false } };
    const tests = namesOf(new Chart().renderAll(exporter)).filter((name) => name.startsWith('Pod/'));
    expect(tests).toEqual(['Pod/pennon-test']);
    expect(namesOf(new Chart().renderAll(alone)).filter((name) => name.startsWith('Pod/'))).toEqual([]);
  });

  it('migrates in a service account that is there, also without a writer', () => {
    const migrating = { migration: { enabled: true }, writer: { enabled: false } };
    const [{ spec }] = new Chart()
      .renderAll(migrating)
      .filter((manifest) => (manifest as { kind: string }).kind === 'Job') as [
      { spec: { template: { spec: { serviceAccountName: string } } } },
    ];
    expect(spec.template.spec.serviceAccountName).toBe('default');
  });

  it('migrates before an upgrade where that is wanted, and ends every upgrade after it', () => {
    const hooksOf = (values: Readonly<Record<string, unknown>>): readonly unknown[] =>
      new Chart()
        .renderAll(values)
        .filter((manifest) => (manifest as { kind: string }).kind === 'Job')
        .map((manifest) => (manifest as { metadata: { annotations: object } }).metadata.annotations);
    const deleted = { 'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded' };
    const after = { 'helm.sh/hook': 'post-upgrade', ...deleted };
    expect(hooksOf({})).toEqual([after]);
    expect(hooksOf({ migration: { enabled: true } })).toEqual([
      { 'helm.sh/hook': 'pre-upgrade', ...deleted },
      after,
    ]);
    expect(hooksOf({ migration: { finish: false } })).toEqual([]);
    expect(hooksOf({ writer: { enabled: false } })).toEqual([]);
  });

  it('opens both ports of DNS to pods that may not go everywhere', () => {
    const manifests = new Chart().renderAll({ networkPolicy: { egress: [{}] } });
    const egress = manifests.find((manifest) => namesOf([manifest])[0] === 'NetworkPolicy/pennon-egress');
    const [dns] = (egress as { spec: { egress: readonly [object] } }).spec.egress;
    expect(dns).toEqual({
      ports: [53, 5353].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ port, protocol }))),
    });
  });

  describe('beside an application', () => {
    let manifests: readonly unknown[];

    beforeAll(() => {
      manifests = renderApplication();
    });

    it('the sidecar needs nothing else of Pennon, and is by the schemas of Kubernetes', () => {
      expect(namesOf(manifests)).toEqual(['Deployment/shop']);
      expect(problemsOf(manifests)).toEqual([]);
    });

    it('it is the one of the recipe', () => {
      const [pod] = manifestsIn('sidecar')['kubernetes.yaml'] as readonly [
        { readonly spec: { readonly initContainers: readonly [{ readonly env: readonly object[] }] } },
      ];
      const [{ container }] = containersOf(manifests) as unknown as readonly [
        { container: { env: readonly object[] } },
      ];
      const names = (env: readonly object[]): readonly unknown[] =>
        env.map((entry) => (entry as { name: string }).name);
      const [{ env, ...recipe }] = pod.spec.initContainers;
      expect(names(container.env)).toEqual(names(env));
      expect(container).toMatchObject({ ...recipe, image: 'pennon:0.1.0' });
    });

    // https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
    it('every container is admitted where Pod Security is restricted, whatever the pod says', () => {
      for (const { container } of containersOf(manifests)) {
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
      }
    });
  });
});
