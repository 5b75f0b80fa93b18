import { quote } from '@pennon/domain';
import { type FliptRows } from '../rows/namespace-rows';
import { type Omissions } from './omissions';

/** Tells of rows that belong to a flag or segment that is not there: no document can say them. */
export function reportOrphans(rows: FliptRows, omissions: Omissions): void {
  const flagKeys = new Set(rows.flags.map(({ key }) => key));
  const segmentKeys = new Set(rows.segments.map(({ key }) => key));
  const ofFlags = { variant: rows.variants, rule: rows.rules, rollout: rows.rollouts };
  for (const [noun, owned] of Object.entries(ofFlags)) {
    for (const { flag_key: key } of owned.filter((row) => !flagKeys.has(row.flag_key))) {
      omissions.add(`a ${noun} of flag ${quote(key)} is left out: there is no such flag`);
    }
  }
  for (const { segment_key: key } of rows.constraints.filter((row) => !segmentKeys.has(row.segment_key))) {
    omissions.add(`a constraint of segment ${quote(key)} is left out: there is no such segment`);
  }
}
