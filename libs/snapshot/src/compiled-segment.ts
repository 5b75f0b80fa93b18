import { type MatchType } from '@pennon/domain';
import { type CompiledConstraint } from './compiled-constraint';

/**
 * A named group of entities. It has room for what was found out last, because to look that up elsewhere takes as long
 * as to find it out again.
 */
export class CompiledSegment {
  /** Of which question the {@link lastVerdict} is; 0 for none. */
  lastQuestion = 0;
  /** Whether the entity in question is in the segment. */
  lastVerdict = false;

  constructor(
    readonly key: string,
    readonly matchType: MatchType,
    readonly constraints: readonly CompiledConstraint[],
  ) {}
}
