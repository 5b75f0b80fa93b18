import { type Findings } from '../findings';
import { median } from '../statistics';
import { figuresOf, type Figure } from './figures';
import { figure, table } from './table';

/** Runs of one shape may be compared: same options, same machine. */
export function shapeOf({ options, machine }: Findings): string {
  const { sizes, rounds, seconds, underWay } = options;
  const { node, cpu, cores } = machine;
  return JSON.stringify({ sizes, rounds, seconds, underWay, node, cpu, cores });
}

/** What changed since an earlier run, in Markdown: first what lies beyond noise. */
export function comparison(earlier: Findings, present: Findings): string {
  const before = new Map(figuresOf(earlier).map((found) => [nameOf(found), found]));
  const pairs = figuresOf(present).flatMap((now) => {
    const then = before.get(nameOf(now));
    return then === undefined ? [] : [{ then, now, isBeyondNoise: areApart(then.values, now.values) }];
  });
  const rows = [...pairs]
    .sort((one, other) => Number(other.isBeyondNoise) - Number(one.isBeyondNoise))
    .map(({ then, now, isBeyondNoise }) => {
      const change = median(now.values) / median(then.values);
      const verdict = change > 1 === now.isMoreBetter ? 'better' : 'WORSE';
      return [
        now.name,
        now.unit,
        figure(median(then.values), 2),
        figure(median(now.values), 2),
        `× ${figure(change, 2)}`,
        isBeyondNoise ? verdict : 'within noise',
      ];
    });
  return table(['what', 'unit', 'then', 'now', 'change', ''], rows);
}

/** True when no round of one run gave what a round of the other gave; never where each has but one. */
export function areApart(some: readonly number[], others: readonly number[]): boolean {
  if (some.length < 2 || others.length < 2) return false;
  return Math.min(...some) > Math.max(...others) || Math.min(...others) > Math.max(...some);
}

function nameOf({ name, unit }: Figure): string {
  return `${name}, ${unit}`;
}
