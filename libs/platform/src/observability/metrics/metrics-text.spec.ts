import { metricsText } from './metrics-text';
import { type MetricFamily } from './series';

function family(changes: Partial<MetricFamily>): MetricFamily {
  return { name: 'a_total', help: 'Help.', type: 'counter', aggregator: 'sum', values: [], ...changes };
}

test('a series is its head and a line per value', async () => {
  const values = [
    { labels: {}, value: 1 },
    { labels: { a: 'b', n: 0.5 }, value: 2.5 },
  ];
  expect(await metricsText([family({ values })], 'prometheus')).toBe(
    '# HELP a_total Help.\n# TYPE a_total counter\na_total 1\na_total{a="b",n="0.5"} 2.5\n',
  );
});

test('OpenMetrics names a counter without its ending, and says where it ends', async () => {
  const values = [{ labels: {}, value: 1 }];
  const gauge = family({ name: 'b_total', type: 'gauge', values });
  expect(await metricsText([family({ values }), gauge], 'openmetrics')).toBe(
    '# HELP a Help.\n# TYPE a counter\na_total 1\n# HELP b_total Help.\n# TYPE b_total gauge\nb_total 1\n# EOF\n',
  );
});

test('no text breaks out of its place', async () => {
  const values = [{ labels: { a: 'x"} 1\ny\\' }, value: 1 }];
  expect(await metricsText([family({ help: 'a\nb\\', values })], 'prometheus')).toBe(
    '# HELP a_total a\\nb\\\\\n# TYPE a_total counter\na_total{a="x\\"} 1\\ny\\\\"} 1\n',
  );
});

test('what has no end is written as Prometheus has it', async () => {
  const values = [
    { labels: {}, value: Infinity },
    { labels: {}, value: -Infinity },
  ];
  expect(await metricsText([family({ values })], 'prometheus')).toMatch(/a_total \+Inf\na_total -Inf\n$/);
});

test('the lines of a histogram have their own names', async () => {
  const values = [{ metricName: 'a_bucket', labels: { le: '+Inf' }, value: 3 }];
  expect(await metricsText([family({ name: 'a', type: 'histogram', values })], 'openmetrics')).toContain(
    '\n# TYPE a histogram\na_bucket{le="+Inf"} 3\n',
  );
});
