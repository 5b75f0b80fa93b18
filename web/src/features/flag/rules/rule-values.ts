import { type SegmentSelection } from '@pennon/domain';
import { type DistributionState, type RuleState } from '@pennon/state';
import { type FieldTexts } from '@/changes/editing';
import { rulesCopy as copy } from '@/copy/rules';
import { validationCopy } from '@/copy/validation';
import { shareTotal } from '@/lib/audience';
import { type Flag } from '@/lib/model';
import * as z from '@/lib/zod';
import { choiceSchema, choiceText, noSegments, selectionOf } from '../targeting/segment-choice';
import { type Problems, type StepValues } from '../targeting/step-kind';
import { addRow, rowsOf, type ShareRow, sharesOfRows, splitRows } from './share-rows';

/** How a rule serves. */
export type ServeMode = 'default' | 'single' | 'multi';

/** What a rule serves, with what the modes that are not chosen would serve. */
export interface Serving {
  readonly mode: ServeMode;
  /** Of a single variant; undefined until chosen. */
  readonly variantId: string | undefined;
  readonly rows: readonly ShareRow[];
}

/** What the form of a rule holds. */
export interface RuleValues extends StepValues {
  readonly choice: SegmentSelection;
  readonly serving: Serving;
}

export const newRule: RuleValues = {
  index: undefined,
  choice: noSegments,
  serving: { mode: 'default', variantId: undefined, rows: [] },
};

const rowSchema: z.ZodMiniType<ShareRow> = z.object({
  variantId: z.string(),
  rollout: z.nullable(z.number()),
  isLocked: z.boolean(),
});

/** JSON leaves out what is undefined. */
const servingSchema = z.pipe(
  z.object({
    mode: z.enum(['default', 'single', 'multi']),
    variantId: z.exactOptional(z.string()),
    rows: z.array(rowSchema),
  }),
  z.transform(({ variantId, ...serving }): Serving => ({ variantId, ...serving })),
);

/** Any of the fields, as a draft keeps them. */
export const ruleFields = z.object({
  index: z.exactOptional(z.number()),
  choice: z.exactOptional(choiceSchema),
  serving: z.exactOptional(servingSchema),
});

/** Forms know variants by id: somebody may give one another key meanwhile. */
export function ruleValuesOf(
  { segmentKeys, segmentOperator, distributions }: RuleState,
  flag: Flag,
): RuleValues {
  return { ...newRule, choice: { segmentKeys, segmentOperator }, serving: servingOf(distributions, flag) };
}

function servingOf(distributions: readonly DistributionState[], flag: Flag): Serving {
  const rows = rowsOf(distributions, flag);
  const [first, ...others] = rows;
  if (first === undefined) return { mode: 'default', variantId: undefined, rows };
  const isSingle = others.length === 0 && first.rollout === 100;
  return { mode: isSingle ? 'single' : 'multi', variantId: first.variantId, rows };
}

/** The same rule in another mode; several variants begin with all of them, split evenly. */
export function withMode(
  serving: Serving,
  mode: ServeMode,
  flag: Flag,
  stored: readonly DistributionState[],
): Serving {
  if (mode !== 'multi' || serving.rows.length > 1) return { ...serving, mode };
  const missing = flag.variants.filter(({ id }) => !serving.rows.some(({ variantId }) => variantId === id));
  const places = rowsOf(stored, flag);
  const rows = missing.reduce<readonly ShareRow[]>((all, { id }) => addRow(all, id, places), serving.rows);
  return { ...serving, mode, rows: splitRows(rows) };
}

/** The rule as it is to be saved. Where something is missing yet it counts as nothing: {@link ruleProblems} tells. */
export function ruleDraftOf({ choice, serving }: RuleValues, flag: Flag): RuleState {
  return { ...selectionOf(choice), distributions: sharesOf(serving, flag) };
}

function sharesOf({ mode, variantId, rows }: Serving, flag: Flag): readonly DistributionState[] {
  if (mode === 'multi') return sharesOfRows(rows, flag);
  if (mode === 'default' || variantId === undefined) return [];
  return sharesOfRows([{ variantId, rollout: 100 }], flag);
}

export function ruleProblems({ choice, serving }: RuleValues, { variants }: Flag): Problems {
  const isGone = ({ variantId }: Pick<ShareRow, 'variantId'>): boolean =>
    variants.every(({ id }) => id !== variantId);
  const sharesProblem = serving.mode === 'multi' ? problemOfShares(serving.rows, isGone) : undefined;
  const variantProblem = serving.mode === 'single' ? problemOfVariant(serving, isGone) : undefined;
  return {
    ...(choice.segmentKeys.length === 0 && { segments: validationCopy.ruleSegments }),
    ...(variantProblem !== undefined && { variant: variantProblem }),
    ...(sharesProblem !== undefined && { shares: sharesProblem }),
  };
}

/** True for a share that may be saved. */
export function isShare(rollout: number | null): rollout is number {
  return rollout !== null && rollout >= 0 && rollout <= 100;
}

function problemOfVariant(
  { variantId }: Serving,
  isGone: (share: { readonly variantId: string }) => boolean,
): string | undefined {
  if (variantId === undefined) return copy.chooseVariant;
  return isGone({ variantId }) ? copy.variantGone : undefined;
}

function problemOfShares(
  rows: readonly ShareRow[],
  isGone: (share: ShareRow) => boolean,
): string | undefined {
  if (rows.some(isGone)) return copy.shares.gone;
  if (!rows.every(({ rollout }) => isShare(rollout))) return validationCopy.share;
  const total = shareTotal(
    rows.map(({ rollout }) => rollout ?? 0),
    { kind: 'nothing' },
  );
  return total.verdict === 'over' ? validationCopy.shareTotal : undefined;
}

/** How the fields of a rule are written, to compare two and to show both in a conflict. */
export function ruleTexts({ variants }: Flag): FieldTexts<RuleValues> {
  const nameOf = (id: string | undefined): string =>
    variants.find((each) => each.id === id)?.key ?? (id === undefined ? '' : copy.deletedVariant);
  return {
    index: String,
    choice: choiceText,
    serving: ({ mode, variantId, rows }) => {
      if (mode === 'default') return copy.modes.default;
      if (mode === 'single') return `${nameOf(variantId)} 100 %`;
      return rows.map((row) => `${nameOf(row.variantId)} ${row.rollout ?? ''} %`).join(', ');
    },
  };
}
