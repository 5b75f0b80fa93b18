import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Chart } from '../../support/helm/chart';
import { operatorTargets, type Labels, type Target } from '../../support/prometheus/targets';
import { manifestsIn, plainValues } from '../plain-manifests';

/** Two installations that one Prometheus scrapes. */
export interface Pair {
  readonly production: readonly Target[];
  readonly staging: readonly Target[];
  /** The label that tells them apart, with its values. */
  readonly label: string;
  readonly inProduction: string;
  /** How often they are scraped, in seconds. */
  readonly intervalS: number;
}

/** As the chart asks for; a scrape configuration that says nothing has a minute. */
const intervalS = 30;

const pods = { writer: 1, reader: 2 };

/** What the chart renders, by the release: each is rendered once. */
const rendered = new Map<string, readonly unknown[]>();

function chartTargets(namespace: string, release = 'pennon'): readonly Target[] {
  const manifests = rendered.get(release) ?? new Chart(undefined, release).render(plainValues);
  rendered.set(release, manifests);
  return operatorTargets(manifests, namespace, pods);
}

function manifestTargets(namespace: string): readonly Target[] {
  return operatorTargets(Object.values(manifestsIn('kubernetes')).flat(), namespace, pods);
}

function inCluster(targets: readonly Target[], cluster: string): readonly Target[] {
  return targets.map(({ tier, labels }) => ({ tier, labels: { ...labels, cluster } }));
}

/** Targets of the scrape configuration in docs/metrics.md, where the job has that name. */
function scrapeConfigTargets(job = jobInDocs()): readonly Target[] {
  return ['writer', 'reader', 'reader'].map((tier, index) => ({
    tier,
    labels: { job, instance: `${job}-${index}:8080` },
  }));
}

function jobInDocs(): string {
  const [, block = ''] =
    /```yaml\n(scrape_configs:[\s\S]*?)```/.exec(readFileSync('docs/metrics.md', 'utf8')) ?? [];
  const { scrape_configs: configs } = parse(block) as { scrape_configs: readonly [{ job_name: string }] };
  return configs[0].job_name;
}

/** Each way to install Pennon twice; the chart is rendered when it is asked for. */
export const pairs: Readonly<Record<string, Pair>> = {
  get 'the chart in two namespaces of Kubernetes'() {
    return {
      ...{ production: chartTargets('flags'), staging: chartTargets('flags-staging') },
      ...{ label: 'namespace', inProduction: 'flags', intervalS },
    };
  },
  get 'two releases of the chart in one namespace'() {
    return {
      ...{ production: chartTargets('flags', 'live'), staging: chartTargets('flags', 'trial') },
      ...{ label: 'app_kubernetes_io_instance', inProduction: 'live', intervalS },
    };
  },
  get 'the chart in two clusters'() {
    return {
      production: inCluster(chartTargets('flags'), 'eu-1'),
      staging: inCluster(chartTargets('flags'), 'eu-2'),
      ...{ label: 'cluster', inProduction: 'eu-1', intervalS },
    };
  },
  get 'the plain manifests in two namespaces of Kubernetes'() {
    return {
      ...{ production: manifestTargets('flags'), staging: manifestTargets('flags-staging') },
      ...{ label: 'namespace', inProduction: 'flags', intervalS },
    };
  },
  get 'two scrape configurations'() {
    return {
      production: scrapeConfigTargets(),
      staging: scrapeConfigTargets(`${jobInDocs()}-staging`),
      ...{ label: 'job', inProduction: jobInDocs(), intervalS: 60 },
    };
  },
};

/** Labels of production that its alerts about all instances have. */
export function labelOf({ label, inProduction }: Pair): Labels {
  return { [label]: inProduction };
}
