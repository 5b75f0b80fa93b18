import { type Api } from './http';

/** One line of the text of metrics. */
export interface MetricLine {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What `/metrics` says at a moment. */
export class MetricsPage {
  /** Types by the name of the series. */
  readonly types: ReadonlyMap<string, string>;
  readonly lines: readonly MetricLine[];

  constructor(readonly text: string) {
    const lines = text.split('\n').filter((line) => line !== '');
    this.types = new Map(lines.flatMap(typeIn));
    this.lines = lines.filter((line) => !line.startsWith('#')).map(lineIn);
  }

  /** The sum of the lines of that name that have these labels, and maybe others. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number {
    return this.find(name, labels).reduce((sum, { value }) => sum + value, 0);
  }

  find(name: string, labels: Readonly<Record<string, string>> = {}): readonly MetricLine[] {
    return this.lines.filter(
      (line) =>
        line.name === name && Object.entries(labels).every(([label, value]) => line.labels[label] === value),
    );
  }

  /** The labels of a series, but for the bounds of a histogram; sorted. */
  labelsOf(series: string): readonly string[] {
    const name = this.types.get(series) === 'histogram' ? `${series}_count` : series;
    return [...new Set(this.find(name).flatMap(({ labels }) => Object.keys(labels)))].sort();
  }
}

/** Reads `/metrics`. */
export async function metricsOf(api: Api): Promise<MetricsPage> {
  const { status, body } = await api.send({ path: '/metrics' });
  if (status !== 200) throw new Error(`/metrics answers ${status}`);
  return new MetricsPage(body.toString());
}

function typeIn(line: string): readonly (readonly [string, string])[] {
  const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
  return name === undefined || type === undefined ? [] : [[name, type]];
}

function lineIn(line: string): MetricLine {
  const [, name = '', labels = '', value = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === '' || !/^(-?[\d.e+-]+|[+-]Inf)$/.test(value)) throw new Error(`no line of metrics: ${line}`);
  const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)].map(
    ([, label = '', text = '']) => [label, text] as const,
  );
  return { name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) };
}
