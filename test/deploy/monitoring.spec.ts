import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { documentedMetrics } from '../support/documented-metrics';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const alerts = parse(readFileSync('deploy/monitoring/alerts.yaml', 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = alerts.groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(readFileSync('deploy/monitoring/grafana-dashboard.json', 'utf8')) as {
  readonly panels: readonly Panel[];
};

/** Every query, by the name of its alert or panel. */
const queries: readonly (readonly [string, string])[] = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** What Grafana fills in before it asks. */
function filledIn(query: string): string {
  return query.replaceAll('$__rate_interval', '5m');
}

/** Names of nodes of that type in the tree of a query. */
function nodesOf(query: string, type: string): readonly string[] {
  const found: string[] = [];
  parser.parse(query).iterate({
    enter: ({ name, from, to, type: { isError } }) => {
      if (type === 'error' ? isError : name === type) found.push(query.slice(from, to));
    },
  });
  return found;
}

/** Names of series in the documentation, which a test of its own compares with what servers show. */
const documented = documentedMetrics();

/** Series with a label for the namespace of flags. */
const ofFlags = [...documented].flatMap(([name, { labels = [] }]) =>
  labels.includes('namespace') ? [name] : [],
);

/** `up` is what Prometheus itself knows of whom it scrapes. */
function isKnown(series: string): boolean {
  return (
    series === 'up' || documented.has(series.replace(/_(bucket|sum|count)$/, '')) || documented.has(series)
  );
}

it('there are alerts, panels and documented series', () => {
  expect([rules.length > 10, dashboard.panels.length > 15, documented.size > 50]).toEqual([true, true, true]);
});

describe.each(queries)('the query of %s', (_, query) => {
  it('is PromQL', () => {
    expect(nodesOf(filledIn(query), 'error')).toEqual([]);
  });

  it('asks for series that are documented', () => {
    const series = nodesOf(filledIn(query), 'Identifier').filter((name) => name !== '');
    expect(series).not.toEqual([]);
    expect(series.filter((name) => !isKnown(name))).toEqual([]);
  });

  it('asks for series of Pennon alone', () => {
    for (const selector of nodesOf(filledIn(query), 'VectorSelector'))
      expect(selector).toMatch(/\{.*job=~"(pennon\.\*|\$job)"/);
  });

  // What Kubernetes calls `namespace` takes the place of the namespace of flags, which gets another name.
  it('keeps namespaces of flags apart, also where Kubernetes has namespaces', () => {
    for (const grouping of nodesOf(filledIn(query), 'GroupingLabels')) {
      const isOfFlags = /\bnamespace\b/.test(grouping) && ofFlags.some((name) => query.includes(name));
      if (isOfFlags && !query.includes('exported_namespace!=""'))
        expect(grouping).toContain('exported_namespace');
    }
  });
});

const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
  ([, heading = '']) => heading,
);

describe.each(rules)('the alert $alert', ({ labels, annotations }) => {
  it('says how bad it is and what it is about', () => {
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary).not.toBe('');
  });

  it('has its part of the runbook', () => {
    expect(annotations.runbook_url).toMatch(/^https:\/\/.*\/docs\/runbook\.md#./);
    expect(headings.map(anchorOf)).toContain(new URL(annotations.runbook_url).hash.slice(1));
  });
});

it('the runbook tells of no alert that there is not, in the order of the rules', () => {
  const told = headings.filter((heading) => heading.startsWith('Pennon'));
  const named = rules.map(({ alert }) => alert).filter((alert) => headings.includes(alert));
  expect(told).toEqual(named);
});

/** As code hosts make them. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}
