import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Findings } from '../findings';
import { shapeOf } from './compare';

/** Where results are kept; git knows nothing of it. */
export const RESULTS_DIRECTORY = 'bench-results';

/** Where the README finds the report and the chart. */
const PUBLISHED_DIRECTORY = 'docs/bench';

/** The forms in which a run is told. */
export interface Telling {
  readonly report: string;
  /** Undefined when there is nothing to draw. */
  readonly chart: string | undefined;
}

/** Keeps a run: as JSON for comparisons, and as it is told. Returns the name of the files without their ending. */
export function keep(findings: Findings, { report, chart }: Telling): string {
  mkdirSync(RESULTS_DIRECTORY, { recursive: true });
  const name = join(RESULTS_DIRECTORY, findings.date.replaceAll(':', '-'));
  writeFileSync(`${name}.json`, stringify(findings));
  writeFileSync(`${name}.md`, report);
  if (chart !== undefined) writeFileSync(`${name}.svg`, chart);
  return name;
}

/** Keeps a report that stands alone. Returns the name of its file. @param date RFC 3339. */
export function keepReport(name: string, date: string, report: string): string {
  mkdirSync(RESULTS_DIRECTORY, { recursive: true });
  const file = join(RESULTS_DIRECTORY, `${name}-${date.replaceAll(':', '-')}.md`);
  writeFileSync(file, report);
  return file;
}

/** Puts report and chart where the README shows them. */
export function publish({ report, chart }: Telling): void {
  mkdirSync(PUBLISHED_DIRECTORY, { recursive: true });
  writeFileSync(join(PUBLISHED_DIRECTORY, 'report.md'), report);
  if (chart !== undefined) writeFileSync(join(PUBLISHED_DIRECTORY, 'ratios.svg'), chart);
}

/** Reads what {@link keep} wrote. */
export function readFindings(file: string): Findings {
  return parse(readFileSync(file, 'utf8'));
}

/** The latest run before this one that has its shape; undefined when there is none. */
export function findEarlier(findings: Findings): Findings | undefined {
  return latestFirst()
    .map(readIfPossible)
    .find((earlier) => earlier !== undefined && shapeOf(earlier) === shapeOf(findings));
}

/** Findings as JSON; what is not a number is null. */
export function stringify(findings: Findings): string {
  return `${JSON.stringify(findings, undefined, 1)}\n`;
}

/** The reverse of {@link stringify}. */
export function parse(text: string): Findings {
  return JSON.parse(text, (_, value: unknown) => (value === null ? NaN : value)) as Findings;
}

/** Names begin with the moment, so their order is that of time. */
function latestFirst(): readonly string[] {
  try {
    const names = readdirSync(RESULTS_DIRECTORY).filter((name) => name.endsWith('.json'));
    return names
      .sort()
      .reverse()
      .map((name) => join(RESULTS_DIRECTORY, name));
  } catch {
    return [];
  }
}

/** A file that another version of the benchmark has left may be anything. */
function readIfPossible(file: string): Findings | undefined {
  try {
    const findings = readFindings(file);
    shapeOf(findings);
    return findings;
  } catch {
    return undefined;
  }
}
