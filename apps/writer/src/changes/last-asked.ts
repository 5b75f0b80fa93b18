import { create } from '@bufbuild/protobuf';
import { latestAsked, type FlagName } from '@pennon/domain';
import type { FlagEvaluator } from '@pennon/evaluation';
import type { WorkerLink } from '@pennon/process';
import { pennonChanges, timestampOf } from '@pennon/proto';

const { LastAskedSchema, LastAsked_Scope: Scope } = pennonChanges;

/** Tells when flags were last asked, in all processes of this instance. */
export class FlagsLastAsked {
  /**
   * @param evaluator Undefined where evaluation is switched off.
   * @param worker Asks the other workers; undefined where there are none.
   */
  constructor(
    private readonly evaluator: FlagEvaluator | undefined,
    private readonly worker: WorkerLink | undefined,
  ) {}

  /** Takes a second at most, also while a worker does not answer. */
  async of(flag: FlagName): Promise<pennonChanges.LastAsked> {
    if (this.evaluator === undefined) return create(LastAskedSchema, { scope: Scope.READERS });
    const others = (await this.worker?.lastAskedOfOthers(flag)) ?? [];
    const { at, since } = latestAsked([this.evaluator.lastAsked(flag), ...others]);
    return create(LastAskedSchema, {
      scope: Scope.INSTANCE,
      processes: 1 + others.length,
      ...(at !== undefined && { at: timestampOf(at) }),
      ...(since !== undefined && { since: timestampOf(since) }),
    });
  }
}
