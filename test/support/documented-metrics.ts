import { readFileSync } from 'node:fs';

/** A series as docs/metrics.md describes it. */
export interface DocumentedSeries {
  readonly type: string;
  /** Sorted; undefined for those of prom-client, whose labels come and go with what there is. */
  readonly labels: readonly string[] | undefined;
}

/** The rows of the tables of docs/metrics.md that begin with the name of a series. */
export function documentedMetrics(): ReadonlyMap<string, DocumentedSeries> {
  const rows = readFileSync('docs/metrics.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `[a-z0-9_]+` +\| (counter|gauge|histogram) /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows.map(([, name = '', type = '', labels = '', meaning]) => [
      name.replaceAll('`', ''),
      {
        type,
        // The tables of the process have no column of labels.
        labels: meaning === '' ? undefined : (labels.match(/[a-z_]+/g) ?? []).sort(),
      },
    ]),
  );
}
