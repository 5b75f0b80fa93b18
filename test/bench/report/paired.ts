import { contenderName, ratiosOf } from '../contender';
import { type Machine } from '../findings';
import { type Pair } from '../measure/paired';
import { type BenchOptions } from '../options';
import { median } from '../statistics';
import { areApart } from './compare';
import { figure, table } from './table';
import { list, section } from './render';

/** What a comparison of two builds found. */
export interface PairedFindings {
  /** When it began: RFC 3339. */
  readonly date: string;
  readonly machine: Machine;
  readonly options: BenchOptions;
  /** The `dist` folder of the old build. */
  readonly oldBuild: string;
  readonly notes: readonly string[];
  readonly pairs: readonly Pair[];
}

/** The report of two builds: Markdown that also reads well on a terminal. */
export function renderPaired({ date, machine, options, oldBuild, notes, pairs }: PairedFindings): string {
  const headings = ['request', 'old CPU µs', 'new CPU µs', 'new / old', 'range', 'new / new', 'range', ''];
  const rows = pairs.map((pair) => {
    const { present, old, again } = pair;
    const change = ratiosOf(present, old, 'cpuPerRequest');
    const noise = ratiosOf(present, again, 'cpuPerRequest');
    return [
      contenderName(pair),
      ...[old, present].map((samples) => figure(median(samples.map((each) => each.cpuPerRequest)), 1)),
      ...[change, noise].flatMap((ratios) => [figure(median(ratios), 3), rangeOf(ratios)]),
      verdictOf(change, noise),
    ];
  });
  return [
    `# Two builds of Pennon, ${date}`,
    `New: this checkout. Old: ${oldBuild}.`,
    `Node ${machine.node}, ${machine.cpu}, ${machine.cores} cores; ${machine.pinned}.`,
    ...section('Notes', notes.length > 0, () => list(notes)),
    ...section(
      `CPU time a request: ${options.underWay} requests under way, ${options.rounds} rounds of ${options.seconds} s each, by turns`,
      true,
      () => table(headings, rows),
    ),
    'Medians of the rounds and their range. "new / new" compares two servers of this build: what differs there is noise.',
  ]
    .join('\n\n')
    .concat('\n');
}

/** Beyond noise is what no round of two equal builds gave. */
function verdictOf(change: readonly number[], noise: readonly number[]): string {
  // Which of the two servers of this build is the first is chance.
  const eitherWay = [...noise, ...noise.map((ratio) => 1 / ratio)];
  if (!areApart(change, eitherWay)) return 'within noise';
  return median(change) < 1 ? 'better' : 'WORSE';
}

function rangeOf(ratios: readonly number[]): string {
  return `${figure(Math.min(...ratios), 3)}–${figure(Math.max(...ratios), 3)}`;
}
