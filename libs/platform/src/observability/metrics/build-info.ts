import type { TierName } from '@pennon/config';
import { COMMIT, VERSION } from '../../executable/executable';
import type { Series } from './series';

/** Which build runs, as labels of a 1: to be joined with other series, and to show a rollout. */
export function buildInfo(tier: TierName): Series {
  return {
    name: 'pennon_build_info',
    help: 'The build that runs: always 1. The commit is empty when the build did not know it.',
    type: 'gauge',
    // The processes of an instance are one build.
    aggregator: 'max',
    collect: () => [{ labels: { version: VERSION, commit: COMMIT, tier }, value: 1 }],
  };
}
