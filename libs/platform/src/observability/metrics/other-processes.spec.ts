import { DurationHistogram, type ProcessMetrics, type Series } from './series';
import { Metrics } from './metrics';
import { sumOfProcesses } from './other-processes';

const config = { enabled: true, exporter: 'prometheus' as const, maxFlags: 1, maxNamespaces: 1 };

/** What a process tells that has these series, after it was sent to a peer. */
async function toldBy(...series: readonly Series[]): Promise<ProcessMetrics> {
  const metrics = new Metrics(config);
  metrics.add(...series);
  return JSON.parse(JSON.stringify(await metrics.collect())) as ProcessMetrics;
}

function one(type: 'counter' | 'gauge', value: number, changes: Partial<Series> = {}): Series {
  const collect = (): Iterable<{ labels: object; value: number }> => [{ labels: {}, value }];
  return { name: 'x_total', help: 'x', type, ...changes, collect: collect as Series['collect'] };
}

test('one process is told as it is', async () => {
  const told = await toldBy(one('counter', 1));
  expect(await sumOfProcesses([told])).toBe(told);
});

test('counters are added up, and so are gauges that say nothing else', async () => {
  const processes = await Promise.all([toldBy(one('counter', 1)), toldBy(one('counter', 2))]);
  expect(await sumOfProcesses(processes)).toEqual([
    expect.objectContaining({
      name: 'x_total',
      help: 'x',
      type: 'counter',
      values: [{ labels: {}, value: 3 }],
    }),
  ]);
});

test('of a gauge that says so the greatest counts', async () => {
  const highest = { aggregator: 'max' } as const;
  const processes = await Promise.all([toldBy(one('gauge', 7, highest)), toldBy(one('gauge', 5, highest))]);
  expect((await sumOfProcesses(processes))[0]?.values).toEqual([{ labels: {}, value: 7 }]);
});

test('labels that only one of them has are kept', async () => {
  const withLabel = (flag: string, value: number): Series => ({
    name: 'x_total',
    help: 'x',
    type: 'counter',
    collect: () => [{ labels: { flag }, value }],
  });
  const processes = await Promise.all([
    toldBy(withLabel('a', 1)),
    toldBy(withLabel('b', 2)),
    toldBy(withLabel('a', 4)),
  ]);
  expect((await sumOfProcesses(processes))[0]?.values).toEqual([
    { labels: { flag: 'a' }, value: 5 },
    { labels: { flag: 'b' }, value: 2 },
  ]);
});

test('histograms are added bucket by bucket', async () => {
  const told = async (duration: number): Promise<ProcessMetrics> => {
    const histogram = new DurationHistogram([1]);
    histogram.observe(duration);
    return toldBy({ name: 'x', help: 'x', type: 'histogram', collect: () => histogram.samples('x', {}) });
  };
  const [sum] = await sumOfProcesses(await Promise.all([told(0.5), told(2)]));
  expect(sum?.values).toEqual([
    { metricName: 'x_bucket', labels: { le: 1 }, value: 1 },
    { metricName: 'x_bucket', labels: { le: '+Inf' }, value: 2 },
    { metricName: 'x_sum', labels: {}, value: 2.5 },
    { metricName: 'x_count', labels: {}, value: 2 },
  ]);
});

test('two series of one name are a mistake', () => {
  const metrics = new Metrics(config);
  expect(() => {
    metrics.add(one('counter', 1), one('gauge', 1));
  }).toThrow('two metrics are called x_total');
});

test('switched off, only what is shown always is taken', async () => {
  const metrics = new Metrics({ ...config, enabled: false });
  metrics.add(one('counter', 1));
  metrics.addAlways(one('counter', 1, { name: 'y_total' }));
  expect((await metrics.collect()).map(({ name }) => name)).toEqual(['y_total']);
});
