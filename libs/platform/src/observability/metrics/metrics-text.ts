import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Labels, type MetricFamily, type ProcessMetrics, type Sample } from './series';

/** The two forms of the text: Prometheus' own, and OpenMetrics. */
export type MetricsFormat = 'prometheus' | 'openmetrics';

/** The media types of the forms. */
export const contentTypes: Readonly<Record<MetricsFormat, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** How many lines are written in one go: a fraction of a millisecond of work. */
const LINES_AT_ONCE = 500;

/**
 * The text that Prometheus reads.
 *
 * Not prom-client's: that one writes all lines in one go, which evaluations would have to wait for, and once it has
 * written OpenMetrics it leaves out `_total` in the other form as well.
 */
export async function metricsText(metrics: ProcessMetrics, format: MetricsFormat): Promise<string> {
  const lines: string[] = [];
  for (const family of metrics) {
    lines.push(...headOf(family, format));
    for (const sample of family.values) {
      lines.push(lineOf(family, sample));
      if (lines.length % LINES_AT_ONCE === 0) await nextTurn();
    }
  }
  if (format === 'openmetrics') lines.push('# EOF');
  return `${lines.join('\n')}\n`;
}

/** In OpenMetrics a counter is called by its name without `_total`, which only its lines have. */
function headOf({ name, help, type }: MetricFamily, format: MetricsFormat): readonly string[] {
  const title = format === 'openmetrics' && type === 'counter' ? name.replace(/_total$/, '') : name;
  return [`# HELP ${title} ${escapeText(help)}`, `# TYPE ${title} ${type}`];
}

function lineOf({ name }: MetricFamily, { metricName = name, labels, value }: Sample): string {
  return `${metricName}${labelsText(labels)} ${numberText(value)}`;
}

function labelsText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : `${value}`;
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeLabel(text: string): string {
  return /["\\\n]/.test(text) ? escapeText(text).replaceAll('"', '\\"') : text;
}
