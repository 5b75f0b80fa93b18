import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describeWithPrograms } from '../../support/describe-with-programs';
import { documentedMetrics } from '../../support/documented-metrics';
import { testRules, type TimeSeries } from '../../support/prometheus/rule-test';
import { scraped, type Target } from '../../support/prometheus/targets';
import { type Trouble } from './courses';
import { healthySeries, stored } from './healthy-series';
import { labelOf, pairs, type Pair } from './installations';
import { harmless, past } from './silence';
import { troubles } from './troubles';

jest.setTimeout(120_000);

const RULES = 'deploy/monitoring/alerts.yaml';

/** When trouble begins, in minutes. */
const BEGIN = 10;

/** Others in the same Prometheus, whose calls fail and who do not answer. */
const strangers: readonly TimeSeries[] = ['etcd', 'kubernetes-pods'].flatMap((job) => [
  { name: 'up', labels: { job, instance: '10.9.9.9:2379' }, value: () => 0 },
  {
    name: 'grpc_server_handled_total',
    labels: { job, grpc_service: 'etcdserverpb.Watch', grpc_method: 'Watch', grpc_code: 'Unavailable' },
    value: (minute) => 600 * minute,
  },
]);

function inTrouble(targets: readonly Target[], { course }: Trouble): readonly TimeSeries[] {
  return stored(
    healthySeries(targets).map((series) => {
      const changed = course(series);
      if (changed === undefined) return series;
      const value = (minute: number): number | undefined => {
        const healthy = series.value(minute);
        return minute <= BEGIN ? healthy : changed(minute - BEGIN, healthy ?? 0);
      };
      return { ...series, value };
    }),
  );
}

/**
 * Checks that production alone raises the alerts of its trouble, and has raised no other. Those of a trouble that has
 * ended have fired before.
 */
async function expectAlerts(pair: Pair, trouble: Trouble, { hasEnded = false } = {}): Promise<void> {
  const series = [
    ...inTrouble(pair.production, trouble),
    ...stored(healthySeries(pair.staging)),
    ...strangers,
  ];
  const { intervalS, label } = pair;
  const samples = trouble.alerts.map((alertname) => ({ alertname, ...labelOf(pair) }));
  // Trouble is seen with the next scrape, and what it means with the one after that.
  const minute = BEGIN + trouble.after + (2 * (intervalS - 30)) / 60;
  const firing = 'ALERTS{alertstate="firing"}';
  const haveFired = `last_over_time(${firing}[${Math.ceil(minute)}m])`;
  const queries = [
    { query: firing, minute: BEGIN, samples: [] },
    ...[firing, ...(hasEnded ? [] : [haveFired])].map((alerts) => ({
      query: `group by (alertname, ${label}) (${alerts})`,
      ...{ minute, samples },
    })),
  ];
  await testRules(RULES, { series, queries, intervalS });
}

it('has a trouble for each alert', () => {
  const { groups } = parse(readFileSync(RULES, 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
  };
  const raised = new Set(Object.values(troubles).flatMap(({ alerts }) => alerts));
  expect([...raised].sort()).toEqual(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort());
});

describeWithPrograms(['helm'], 'an installation', () => {
  it('has one job for all instances of an installation', () => {
    for (const { production } of Object.values(pairs))
      expect([...new Set(production.map(({ labels }) => labels.job))]).toEqual(['pennon']);
  });

  it('has series as they are documented', () => {
    const documented = documentedMetrics();
    const [pair] = Object.values(pairs);
    for (const { name, labels } of healthySeries(pair?.production ?? [])) {
      if (name === 'up') continue;
      const { labels: known = [] } = documented.get(name.replace(/_bucket$/, '')) ?? fail(name);
      expect([
        name,
        Object.keys(labels)
          .filter((label) => label !== 'le')
          .sort(),
      ]).toEqual([name, known]);
    }
  });
});

function hasTiers({ production }: Pair): boolean {
  return production.every(({ labels }) => 'app_kubernetes_io_component' in labels);
}

/** Those of the troubles that an installation can have. */
function possibleIn(
  pair: Pair,
  found: Readonly<Record<string, Trouble>>,
): readonly (readonly [string, Trouble])[] {
  return Object.entries(found).filter(([, { needsTiers = false }]) => !needsTiers || hasTiers(pair));
}

function fail(name: string): never {
  throw new Error(`there is no ${name}`);
}

describeWithPrograms(['promtool', 'helm'], 'alerts', () => {
  describe.each(Object.entries(pairs))('of %s', (_, pair) => {
    it.each(possibleIn(pair, troubles))('fire when %s, in that installation alone', async (__, trouble) => {
      await expectAlerts(pair, trouble);
    });

    it.each(possibleIn(pair, harmless))('are silent when %s', async (__, trouble) => {
      await expectAlerts(pair, trouble);
    });
  });

  // How long they take depends on how often instances are scraped, and on nothing else of an installation.
  describe.each(['the chart in two namespaces of Kubernetes', 'two scrape configurations'])(
    'of %s',
    (name) => {
      it.each(Object.entries(past))('have stopped when %s no longer', async (_, trouble) => {
        await expectAlerts(pairs[name] ?? fail(name), trouble, { hasEnded: true });
      });
    },
  );

  it.each([
    ['the chart in two namespaces of Kubernetes', 'pennon-reader-1 is behind in the namespace default'],
    ['two scrape configurations', 'pennon-2:8080 is behind in the namespace default'],
  ])('of %s name the instance and the namespace of the flags', async (name, summary) => {
    const { production, intervalS } = pairs[name] ?? fail(name);
    const [target] = production.filter(({ tier }) => tier === 'reader').slice(-1);
    const series = inTrouble(production, troubles['a reader is behind'] ?? fail('trouble'));
    const alert = {
      alert: 'PennonInstanceBehind',
      minute: BEGIN + 6,
      labels: { ...scraped(target?.labels ?? {}, { namespace: 'default' }), severity: 'warning' },
      annotations: {
        summary,
        runbook_url: 'https://example.com/pennon/docs/runbook.md#pennoninstancebehind',
      },
    };
    await testRules(RULES, { series, sent: [alert], intervalS });
  });

  it.each([
    // The clock of promtool begins in 1970, and this is as far back as 1970 is from now.
    [-2e9, 'object storage was never up to date since the writers started'],
    [0, 'object storage was last up to date 12m 0s ago'],
  ])('say how old an export is that was made at %d', async (time, summary) => {
    const labels = { job: 'pennon', namespace: 'flags' };
    const series = [{ name: 'pennon_export_last_success_timestamp_seconds', labels, value: () => time }];
    const alert = {
      ...{ alert: 'PennonExportOld', minute: 12, labels: { ...labels, severity: 'critical' } },
      annotations: { summary, runbook_url: 'https://example.com/pennon/docs/runbook.md#pennonexportold' },
    };
    await testRules(RULES, { series, sent: [alert], intervalS: 60 });
  });

  it('fire when there is no Pennon at all', async () => {
    const query = 'group by (alertname) (ALERTS{alertstate="firing"})';
    const queries = [{ query, minute: 10, samples: [{ alertname: 'PennonGone' }] }];
    await testRules(RULES, { series: strangers, queries, intervalS: 30 });
  });
});
