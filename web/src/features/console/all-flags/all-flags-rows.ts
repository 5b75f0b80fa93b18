import { consoleCopy } from '@/copy/console';
import { type NamespaceIndex } from '@/index';
import { type Context } from '@/lib/evaluation/context-text';
import { type Flag } from '@/lib/model';
import { valueText } from '../answers';
import { type FlagAnswer } from './use-all-answers';

/** What one flag answers. */
export interface FlagRow {
  readonly flag: Flag;
  readonly answer: FlagAnswer;
  /** True when it is not what the flag gives by default. */
  readonly isDiffering: boolean;
}

/** A row for every flag with an answer: of the server where there is one, else found out here. */
export function rowsOf(
  flags: readonly Flag[],
  index: NamespaceIndex | undefined,
  entityId: string,
  context: Context | undefined,
  answers: ReadonlyMap<string, FlagAnswer> | undefined,
): readonly FlagRow[] {
  if (entityId === '' || context === undefined) return [];
  return flags.flatMap((flag): readonly FlagRow[] => {
    const answer = answers?.get(flag.key) ?? localAnswer(flag.key);
    return answer === undefined ? [] : [{ flag, answer, isDiffering: isDiffering(flag, answer) }];
  });

  function localAnswer(flagKey: string): FlagAnswer | undefined {
    const finding = index?.evaluate(flagKey, entityId, context ?? {});
    return finding === undefined ? undefined : { kind: 'finding', finding };
  }
}

/** The words that rows are filtered by. */
export function valueNameOf({ answer }: FlagRow): string {
  return answer.kind === 'error' ? consoleCopy.all.error : valueText(answer.finding.value);
}

function isDiffering({ type, isEnabled, defaultVariantKey = '' }: Flag, answer: FlagAnswer): boolean {
  if (answer.kind === 'error') return true;
  return answer.finding.value !== (type === 'boolean' ? isEnabled : defaultVariantKey);
}
