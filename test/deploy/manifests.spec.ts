import { problemsOf } from '../support/kubernetes/problems-of';
import { manifestsIn } from './plain-manifests';
import { containersOf } from './workload';

jest.setTimeout(120_000);

const files = ['kubernetes', 'sidecar', 'exporter'].flatMap((directory) =>
  Object.entries(manifestsIn(directory)).map(
    ([file, manifests]) => [`${directory}/${file}`, manifests] as const,
  ),
);

it('are these', () => {
  expect(files.map(([file]) => file)).toEqual([
    ...['kubernetes/ingress.yaml', 'kubernetes/network-policy.yaml', 'kubernetes/reader.yaml'],
    ...['kubernetes/service-account-login.yaml', 'kubernetes/service-monitor.yaml', 'kubernetes/writer.yaml'],
    ...['sidecar/kubernetes.yaml', 'exporter/cronjob.yaml'],
  ]);
});

it('are by the schemas of Kubernetes', () => {
  expect(problemsOf(files.flatMap(([, manifests]) => manifests))).toEqual([]);
});

it.each(files)('%s leaves its containers no rights', (_, manifests) => {
  for (const { pod, container } of containersOf(manifests)) {
    // The application of the sidecar's recipe is somebody else's.
    if (!('securityContext' in container)) continue;
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

describe('a manifest is refused', () => {
  const metadata = { name: 'x' };
  const deployment = (container: object): object => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: { selector: {}, template: { spec: { containers: [{ name: 'x', ...container }] } } },
  });

  it.each([
    ['with a field that there is not', deployment({ readinessProb: {} }), /readinessProb\W+does not exist/],
    [
      'with a value of another type',
      deployment({ ports: [{ containerPort: '80' }] }),
      /'string' is not assignable/,
    ],
    [
      'without what is required',
      { apiVersion: 'apps/v1', kind: 'Deployment', spec: {} },
      /missing the following|is missing/,
    ],
    [
      'of a kind that there is not',
      { apiVersion: 'apps/v2', kind: 'Deployment', metadata },
      /Cannot find module/,
    ],
  ])('%s', (_, manifest, problem) => {
    expect(problemsOf([manifest]).join('\n')).toMatch(problem);
  });
});
