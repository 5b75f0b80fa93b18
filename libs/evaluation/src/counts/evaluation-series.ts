import type { Labels, Sample, Series } from '@pennon/platform';
import { reasonNames } from '../wire/answer-text';
import type { EvaluationCounts, NamedCounts } from './evaluation-counts';

const LATENCY = 'flipt_evaluations_latency_milliseconds';

/**
 * What there is to tell of evaluations.
 *
 * @param exists Whether there is such a flag. Flags that are no more lose their series.
 */
export function evaluationSeries(
  evaluations: EvaluationCounts,
  exists: (namespaceKey: string, flagKey: string) => boolean,
): readonly Series[] {
  const perFlag = (samples: (counts: NamedCounts) => Iterable<Sample>) =>
    function* (): Iterable<Sample> {
      for (const counts of evaluations.present(exists)) yield* samples(counts);
    };
  return [
    {
      name: 'flipt_evaluations_requests_total',
      help: 'Evaluations of flags that exist.',
      type: 'counter',
      collect: perFlag((named) => [{ labels: labelsOf(named), value: named.counts.requests }]),
    },
    {
      name: 'flipt_evaluations_errors_total',
      help: 'Evaluations that failed after the flag was found.',
      type: 'counter',
      collect: perFlag((named) => [{ labels: labelsOf(named), value: named.counts.errors }]),
    },
    {
      name: 'flipt_evaluations_results_total',
      help: 'Evaluations by what they answered.',
      type: 'counter',
      collect: perFlag(results),
    },
    {
      name: LATENCY,
      help: 'Time an evaluation took, in milliseconds; without the transport.',
      type: 'histogram',
      collect: perFlag((named) => named.counts.durations.samples(LATENCY, labelsOf(named))),
    },
  ];
}

function labelsOf({ namespaceKey, flagKey }: NamedCounts): Labels {
  return { namespace: namespaceKey, flag: flagKey };
}

function* results(named: NamedCounts): Iterable<Sample> {
  const labels = labelsOf(named);
  for (const [index, value] of named.counts.booleans.entries()) {
    const reason = reasonNames[index < 2 ? 'match' : 'default'];
    const outcome = { type: 'boolean', reason, value: index % 2 === 1 ? 'true' : 'false' };
    if (value > 0) yield { labels: { ...labels, ...outcome }, value };
  }
  for (const { reason, value, segment, count } of named.counts.variants.all()) {
    const match = reason === 'match' ? 'true' : 'false';
    const outcome = { type: 'variant', reason: reasonNames[reason], match, segment, value };
    yield { labels: { ...labels, ...outcome }, value: count };
  }
}
