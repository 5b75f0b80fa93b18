import { type BooleanAnswer, type VariantAnswer } from '@/api/evaluation';
import { consoleCopy } from '@/copy/console';
import { type FlagExplanation } from '@/index';

/** What an entity gets, from the server or found out here. */
export interface Finding {
  /** Key of the variant, `''` for none; true or false of a boolean flag. */
  readonly value: string | boolean;
  /** Of variant flags only. */
  readonly match: boolean | undefined;
  readonly reason: string;
  readonly segmentKeys: readonly string[];
  /** JSON text, or `''`. */
  readonly attachment: string;
}

/** The reasons of the server in the words of the evaluator. */
const reasonNames: Readonly<Record<string, string>> = {
  MATCH_EVALUATION_REASON: 'match',
  DEFAULT_EVALUATION_REASON: 'default',
  FLAG_DISABLED_EVALUATION_REASON: 'flag-disabled',
  UNKNOWN_EVALUATION_REASON: 'unknown',
};

export function findingOfAnswer(answer: BooleanAnswer | VariantAnswer): Finding {
  const { reason, segmentKeys } = answer;
  const common = { reason: reasonNames[reason] ?? reason, segmentKeys };
  return answer.kind === 'boolean'
    ? { value: answer.enabled, match: undefined, attachment: '', ...common }
    : {
        value: answer.variantKey,
        match: answer.match,
        attachment: answer.variantAttachment,
        ...common,
      };
}

export function findingOf({ result }: FlagExplanation): Finding {
  const { reason, segmentKeys } = result;
  return 'isEnabled' in result
    ? { value: result.isEnabled, match: undefined, attachment: '', reason, segmentKeys }
    : {
        value: result.variantKey,
        match: result.isMatch,
        attachment: result.attachment,
        reason,
        segmentKeys,
      };
}

/** True when two findings say the same, however their segments are ordered. */
export function isSameFinding(left: Finding, right: Finding): boolean {
  return (
    left.value === right.value &&
    left.match === right.match &&
    left.reason === right.reason &&
    JSON.stringify(left.segmentKeys.toSorted()) === JSON.stringify(right.segmentKeys.toSorted())
  );
}

export function valueText(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? consoleCopy.true : consoleCopy.false;
  return value === '' ? consoleCopy.result.none : value;
}

/** Place of the rule or rollout that decided, from 1; undefined when none did. */
export function decidingPosition(explanation: FlagExplanation): number | undefined {
  const steps = explanation.type === 'variant' ? explanation.rules : explanation.rollouts;
  return steps.find(({ outcome }) => outcome === 'matched')?.rank;
}

/** A reason in words; the explanation tells which rule it was. */
export function reasonText(reason: string, explanation: FlagExplanation | undefined): string {
  if (explanation?.ending === 'off') return consoleCopy.off;
  const position = explanation === undefined ? undefined : decidingPosition(explanation);
  const isBoolean = explanation?.type === 'boolean';
  if (reason === 'match' && position !== undefined) {
    return isBoolean ? consoleCopy.matchedRollout(position) : consoleCopy.matchedRule(position);
  }
  if (reason === 'default' && isBoolean) return consoleCopy.noRollout;
  if (position !== undefined && explanation?.ending === 'uncovered') {
    return reason === 'default' ? consoleCopy.uncovered(position) : consoleCopy.uncoveredNothing(position);
  }
  return consoleCopy.reasons[reason] ?? reason;
}
