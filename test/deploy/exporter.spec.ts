import { readFileSync } from 'node:fs';
import { loadConfig } from '@pennon/config';
import { parseAllDocuments } from 'yaml';

/** As much of the manifests as tests look at. */
interface CronJob {
  readonly kind: string;
  readonly spec: {
    readonly concurrencyPolicy: string;
    readonly jobTemplate: { readonly spec: { readonly template: { readonly spec: Pod } } };
  };
}

interface Pod {
  readonly serviceAccountName: string;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly [
    {
      readonly args: readonly string[];
      readonly env: readonly {
        readonly name: string;
        readonly value?: string;
        readonly valueFrom?: { readonly secretKeyRef: unknown };
      }[];
      readonly securityContext: Readonly<Record<string, unknown>>;
      readonly resources: { readonly limits: { readonly memory: string } };
    },
  ];
}

const [job, account] = parseAllDocuments(readFileSync('deploy/exporter/cronjob.yaml', 'utf8')).map(
  (document) => document.toJS() as unknown,
) as [CronJob, { readonly kind: string; readonly metadata: { readonly name: string } }];
const pod = job.spec.jobTemplate.spec.template.spec;
const [exporter] = pod.containers;

describe('the CronJob of the exporter', () => {
  it('never runs twice at once', () => {
    expect([job.kind, job.spec.concurrencyPolicy]).toEqual(['CronJob', 'Forbid']);
  });

  it('runs a command that is known, to a bucket that is one', () => {
    const [command, option, to] = exporter.args;
    expect([command, option]).toEqual(['export', '--to']);
    const { config } = loadConfig({ env: { PENNON_EXPORT_TO: to ?? '' }, root: '/nonexistent' });
    expect(config.export.to).toEqual({ bucket: 'acme-flags', prefix: 'production' });
  });

  it('has what is secret from secrets, and names settings that are known', () => {
    const reference = readFileSync('docs/settings.md', 'utf8');
    for (const { name, value, valueFrom } of exporter.env) {
      if (name.startsWith('PENNON_')) expect(reference).toContain(`\`${name}\``);
      if (/URL|KEY/.test(name))
        expect([value, typeof valueFrom?.secretKeyRef]).toEqual([undefined, 'object']);
    }
  });

  it('leaves the exporter no rights', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    expect(exporter.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(exporter.resources.limits.memory).toBeDefined();
  });

  it('has the service account that comes with it', () => {
    expect([account.kind, account.metadata.name]).toEqual(['ServiceAccount', pod.serviceAccountName]);
  });
});
