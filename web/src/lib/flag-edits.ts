import { type AudienceFlag, type AudienceRollout, type AudienceRule } from './audience';
import { type Flag, type FlagContents } from './model';

/** What stands in one form of a flag's page, can be saved, and is not yet. */
export type FlagEdit =
  | { readonly of: 'rule'; readonly id: string; readonly rule: AudienceRule }
  | { readonly of: 'rollout'; readonly id: string; readonly rollout: AudienceRollout }
  /** The default value, or the default variant. */
  | { readonly of: 'flag'; readonly flag: Partial<Pick<Flag, 'enabled' | 'defaultVariant'>> };

/** A flag with edits in the place of what is stored. */
export interface EditedFlag extends AudienceFlag {
  readonly flag: Flag;
  readonly rules: readonly (AudienceRule & { readonly id: string })[];
  readonly rollouts: readonly (AudienceRollout & { readonly id: string })[];
}

/** What a flag will be once all its edits are saved. */
export function withEdits(contents: FlagContents, edits: readonly FlagEdit[]): EditedFlag {
  const rules = new Map(edits.flatMap((edit) => (edit.of === 'rule' ? [[edit.id, edit.rule]] : [])));
  const rollouts = new Map(edits.flatMap((edit) => (edit.of === 'rollout' ? [[edit.id, edit.rollout]] : [])));
  return {
    flag: edits.reduce(
      (flag, edit) => (edit.of === 'flag' ? { ...flag, ...edit.flag } : flag),
      contents.flag,
    ),
    rules: contents.rules.map((rule) => ({ ...(rules.get(rule.id) ?? rule), id: rule.id })),
    rollouts: contents.rollouts.map((rollout) => ({
      ...(rollouts.get(rollout.id) ?? rollout),
      id: rollout.id,
    })),
  };
}
