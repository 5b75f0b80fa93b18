import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Labels } from './targets';

const run = promisify(execFile);

/** Seconds between two values in the file for promtool: scrapes lie at multiples of it. */
export const STEP_S = 10;

/** One series over time. */
export interface TimeSeries {
  readonly name: string;
  readonly labels: Labels;
  /** Seconds after the begin of each interval at which its target is scraped, a multiple of `STEP_S`; 0 if absent. */
  readonly scrapedAtS?: number;
  /** Its value by the minute; undefined where it is not scraped any more. */
  readonly value: (minute: number) => number | undefined;
}

/** What a query answers at a moment. */
export interface Expectation {
  readonly query: string;
  readonly minute: number;
  /** Labels of the samples; each has the value 1. */
  readonly samples: readonly Labels[];
}

/** An alert as it is sent. */
export interface SentAlert {
  readonly alert: string;
  readonly minute: number;
  readonly labels: Labels;
  readonly annotations: Labels;
}

/** What promtool evaluates. */
export interface RuleTest {
  readonly series: readonly TimeSeries[];
  readonly queries?: readonly Expectation[];
  readonly sent?: readonly SentAlert[];
  /** How often Prometheus scrapes and evaluates rules, in seconds. */
  readonly intervalS: number;
}

/**
 * Has promtool evaluate rules over the series. @throws Error with its output unless queries answer what is expected.
 */
export async function testRules(
  rules: string,
  { series, queries = [], sent = [], intervalS }: RuleTest,
): Promise<void> {
  const length = Math.max(...[...queries, ...sent].map(({ minute }) => minute));
  const test = {
    interval: `${STEP_S}s`,
    input_series: series.map((one) => ({
      series: selectorOf(one),
      values: valuesOf(one, length, intervalS),
    })),
    promql_expr_test: queries.map(({ query, minute, samples }) => ({
      expr: query,
      eval_time: `${minute * 60}s`,
      exp_samples: samples.map((labels) => ({ labels: selectorOf({ name: '', labels }), value: 1 })),
    })),
    alert_rule_test: sent.map(({ alert, minute, labels, annotations }) => ({
      alertname: alert,
      eval_time: `${minute * 60}s`,
      exp_alerts: [{ exp_labels: labels, exp_annotations: annotations }],
    })),
  };
  await promtool({ rule_files: [resolve(rules)], evaluation_interval: `${intervalS}s`, tests: [test] });
}

async function promtool(file: unknown): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'pennon-rules-'));
  try {
    const path = join(directory, 'test.yaml');
    // JSON is YAML.
    await writeFile(path, JSON.stringify(file));
    await run('promtool', ['test', 'rules', path]);
  } catch (error) {
    throw new Error((error as { readonly stderr?: string }).stderr ?? String(error), { cause: error });
  } finally {
    await rm(directory, { recursive: true });
  }
}

function selectorOf({ name, labels }: Pick<TimeSeries, 'name' | 'labels'>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return `${name}{${pairs.join(', ')}}`;
}

function valuesOf({ value, scrapedAtS = 0 }: TimeSeries, minutes: number, intervalS: number): string {
  const words: string[] = [];
  // No value before the first scrape, and between two.
  if (scrapedAtS > 0) words.push(`_x${scrapedAtS / STEP_S}`);
  for (let second = scrapedAtS; second <= minutes * 60; second += intervalS) {
    // A target that is gone, or does not answer, leaves a mark of staleness.
    words.push(`${value(second / 60) ?? 'stale'}`, `_x${intervalS / STEP_S - 1}`);
  }
  return words.join(' ');
}
