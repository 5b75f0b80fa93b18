import { type RolloutState, type RuleState } from '@pennon/state';
import { type Flag, type FlagContents } from './model';

/** What stands in one form of a flag's page, can be saved, and is not yet. */
export type FlagEdit =
  | { readonly of: 'rule'; readonly id: string; readonly rule: RuleState }
  | { readonly of: 'rollout'; readonly id: string; readonly rollout: RolloutState }
  /** The default value, or the default variant. */
  | { readonly of: 'flag'; readonly flag: Partial<Pick<Flag, 'isEnabled' | 'defaultVariantKey'>> };

/** What a flag will be once all its edits are saved. */
export function withEdits(flag: FlagContents, edits: readonly FlagEdit[]): FlagContents {
  const rules = new Map(edits.flatMap((edit) => (edit.of === 'rule' ? [[edit.id, edit.rule]] : [])));
  const rollouts = new Map(edits.flatMap((edit) => (edit.of === 'rollout' ? [[edit.id, edit.rollout]] : [])));
  return {
    ...edits.reduce((edited, edit) => (edit.of === 'flag' ? { ...edited, ...edit.flag } : edited), flag),
    rules: flag.rules.map((rule) => ({ ...rule, ...rules.get(rule.id) })),
    rollouts: flag.rollouts.map((rollout) => ({ ...rollout, ...rollouts.get(rollout.id) })),
  };
}
