import { describeWithPrograms } from '../../support/describe-with-programs';
import { Chart, RefusedValuesError } from '../../support/helm/chart';
import { valuesOf } from './values-of';

const chart = new Chart();

/** What Helm says of values, in one sentence for each that is wrong. */
function refusalOf(values: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    chart.render(values);
    return [];
  } catch (error) {
    if (!(error instanceof RefusedValuesError)) throw error;
    const lines = error.message
      .split('\n')
      .map((line) => line.replace(/^(Error: execution error at \([^)]+\): |- )/, ''));
    return lines.filter(
      (line) => line !== '' && !/^(Error: values don't meet|pennon:$|Use --debug|level=INFO)/.test(line),
    );
  }
}

/** Values by path, and what is said of them. */
const wrong: readonly (readonly [path: string, value: unknown, refusal: string])[] = [
  ['reader.replica', 5, "at '/reader': additional properties 'replica' not allowed"],
  ['reader.autoscaling.enabled', 'maybe', "at '/reader/autoscaling/enabled': got string, want boolean"],
  [
    'reader.resources.limit.memory',
    '1Gi',
    "at '/reader/resources': additional properties 'limit' not allowed",
  ],
  ['image.tag', 1.1, "at '/image/tag': got number, want string"],
  ['image', 'foo:1', "at '/image': got string, want object"],
  ['settings.PENNON_SERVER_WORKRES', 2, 'settings.PENNON_SERVER_WORKRES: there is no such setting'],
  ['reader.settings.PENNON_X', 2, 'reader.settings.PENNON_X: there is no such setting'],
  [
    'secretSettings.PENNON_SECRET',
    { secret: 'a', key: 'b' },
    'secretSettings.PENNON_SECRET: there is no such setting',
  ],
  [
    'reader.autoscaling.minReplicas',
    20,
    'reader.autoscaling.minReplicas: is 20, which is more than maxReplicas, 10',
  ],
  [
    'reader.autoscaling.targetCPUUtilizationPercentage',
    0,
    'reader.autoscaling: needs a target for CPU or memory, or metrics',
  ],
  ['basePath', 'flags', "at '/basePath': 'flags' does not match pattern '^(/.*)?$'"],
  [
    'writer.startupProbe.failureThreshold',
    3,
    'writer.startupProbe: gives up after 6 seconds, and a start that waits for migrations may take 60',
  ],
  ['writer.replicaCount', -1, "at '/writer/replicaCount': minimum: got -1, want 0"],
  [
    'writer.service.type',
    'Balancer',
    "at '/writer/service/type': value must be one of 'ClusterIP', 'NodePort', 'LoadBalancer'",
  ],
  ['writer.service.httpPort', 70_000, "at '/writer/service/httpPort': maximum: got 70,000, want 65,535"],
  [
    'image.pullPolicy',
    'Sometimes',
    "at '/image/pullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never'",
  ],
  [
    'image.digest',
    'sha256:1',
    "at '/image/digest': 'sha256:1' does not match pattern '^(sha256:[0-9a-f]{64})?$'",
  ],
  ['writer.extraEnv', { TZ: 'UTC' }, "at '/writer/extraEnv': got object, want array"],
  [
    'writer.extraVolumes',
    [{ name: 'x', size: 1 }],
    "at '/writer/extraVolumes/0': additional properties 'size' not allowed",
  ],
  ['settings.TZ', ['UTC'], "at '/settings/TZ': got array, want boolean or number or string"],
  ['secretSettings.TOKEN', { secret: 'a' }, "at '/secretSettings/TOKEN': missing property 'key'"],
  [
    'database.existingSecret',
    '',
    'database.existingSecret: must name the secret with the URL of a database server',
  ],
  [
    'analytics.enabled',
    true,
    'analytics.existingSecret: must name the secret with the client token that readers show to the writer',
  ],
  ['exporter.enabled', true, 'exporter.to: must name a bucket, as s3://bucket/prefix'],
  ['ingress.enabled', true, 'ingress.hosts: must name at least one'],
  ['httpRoute.enabled', true, 'httpRoute.parentRefs: must name at least one'],
  ['grpcRoute.enabled', true, 'grpcRoute.parentRefs: must name at least one'],
  [
    'serviceMonitor.interval',
    '30',
    "at '/serviceMonitor/interval': '30' does not match pattern '^([0-9]+(ms|s|m|h))+$'",
  ],
  [
    'writer.podDisruptionBudget',
    { enabled: true, maxUnavailable: '' },
    'writer.podDisruptionBudget: needs minAvailable or maxUnavailable',
  ],
  [
    'serviceAccountLogin',
    { enabled: true, audiences: '' },
    'serviceAccountLogin.audiences: must name an audience',
  ],
  ['fullname', 'flags', "at '': additional properties 'fullname' not allowed"],
];

describeWithPrograms(['helm'], 'a wrong value', () => {
  it.each(wrong)('%s: %j', (path, value, refusal) => {
    expect(refusalOf(valuesOf(new Map([[path, value]])))).toEqual([refusal]);
  });

  it('is refused also where only one tier is there', () => {
    const values = { writer: { enabled: false }, ingress: { enabled: true, hosts: [{ host: 'a' }] } };
    expect(refusalOf(values)).toEqual(['ingress.enabled: needs both tiers']);
    const nothing = { writer: { enabled: false }, reader: { enabled: false } };
    expect(refusalOf(nothing)).toEqual([
      'writer.enabled: one of writer, reader and exporter must be enabled',
    ]);
  });
});
