import { bareOf, contenderName, ratios } from '../contender';
import { type Findings } from '../findings';

/** One number that a run found, in a form that can be compared with that of another run. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** True when more of it is better. */
  readonly isMoreBetter: boolean;
  /** One value per round, or per try. */
  readonly values: readonly number[];
}

/** The numbers by which a run is compared with another one: ratios, where there is something to divide by. */
export function figuresOf(findings: Findings): readonly Figure[] {
  const { contenders, evaluator, halfLoad, workers, operations, snapshots } = findings;
  const less = (name: string, unit: string, values: readonly number[]): Figure => ({
    ...{ name, unit, values },
    isMoreBetter: false,
  });
  const more = (name: string, unit: string, values: readonly number[]): Figure => ({
    ...{ name, unit, values },
    isMoreBetter: true,
  });
  return [
    ...contenders
      .filter(({ server }) => server !== 'bare')
      .flatMap((contender) => {
        const name = contenderName(contender);
        const bare = bareOf(contender, contenders);
        return [
          more(name, 'requests/s × bare', ratios(contender, bare, 'perSecond')),
          less(name, 'CPU time × bare', ratios(contender, bare, 'cpuPerRequest')),
        ];
      }),
    ...evaluator.map(({ kind, namespace, rates }) =>
      less(
        `evaluator, ${kind}, ${namespace}`,
        'ns',
        rates.map((rate) => 1e9 / rate),
      ),
    ),
    ...(halfLoad === undefined
      ? []
      : [
          less(
            'half the load, flags changing',
            'p99 / p50',
            halfLoad.rounds.map(({ changing }) => changing.p99 / changing.p50),
          ),
        ]),
    ...(workers === undefined
      ? []
      : [
          more(
            'two workers',
            '× one',
            workers.two.map((sample, round) => sample.perSecond / (workers.one[round]?.perSecond ?? NaN)),
          ),
        ]),
    ...operations.flatMap(({ flagCount, startUps, memory }) => [
      less(`start-up, ${flagCount} flags`, 'ms', startUps),
      less(`memory at start, ${flagCount} flags`, 'MiB', memory),
    ]),
    ...snapshots.map(({ flagCount, change }) => less(`change of a flag, ${flagCount} flags`, 'ms', [change])),
  ];
}
