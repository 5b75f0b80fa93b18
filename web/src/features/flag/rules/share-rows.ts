import { VARIANT_BUCKETS } from '@pennon/domain';
import { type DistributionState } from '@pennon/state';
import { type Flag } from '@/lib/model';

/** One row of the share editor. */
export interface ShareRow {
  readonly variantId: string;
  /** Percent, 0–100; null while the field is empty. */
  readonly rollout: number | null;
  /** Stays what it is when others are split or moved. */
  readonly isLocked: boolean;
}

/** The shares of a rule as rows. */
export function rowsOf(
  distributions: readonly DistributionState[],
  { variants }: Pick<Flag, 'variants'>,
): readonly ShareRow[] {
  return distributions.map(({ variantKey, rolloutPercent: rollout }) => {
    const variantId = variants.find(({ key }) => key === variantKey)?.id ?? variantKey;
    return { variantId, rollout, isLocked: false };
  });
}

/** Rows as the shares of a rule; a variant that is gone is known by its id alone. */
export function sharesOfRows(
  rows: readonly Pick<ShareRow, 'variantId' | 'rollout'>[],
  { variants }: Pick<Flag, 'variants'>,
): readonly DistributionState[] {
  return rows.map(({ variantId, rollout }) => ({
    variantKey: variants.find(({ id }) => id === variantId)?.key ?? variantId,
    rolloutPercent: rollout ?? 0,
  }));
}

/** Percent as forms write it: what binary arithmetic leaves behind is no decimal anybody entered. */
const tidy = (percent: number): number => Math.round(percent * 1e4) / 1e4;

/** What the rows add up to, in percent. */
export function totalOf(rows: readonly ShareRow[]): number {
  return tidy(rows.reduce((sum, { rollout }) => sum + (rollout ?? 0), 0));
}

/**
 * Gives the rows that are not locked the same share of what the locked ones leave, in whole buckets, the remainder to
 * the first rows.
 */
export function splitRows(rows: readonly ShareRow[]): readonly ShareRow[] {
  const free = rows.filter(({ isLocked }) => !isLocked);
  if (free.length === 0) return rows;
  const locked = totalOf(rows.filter(({ isLocked }) => isLocked));
  const buckets = Math.max(0, Math.floor(tidy(VARIANT_BUCKETS - locked * 10)));
  const each = Math.floor(buckets / free.length);
  const remainder = buckets % free.length;
  return rows.map((row) => {
    if (row.isLocked) return row;
    return { ...row, rollout: (each + (free.indexOf(row) < remainder ? 1 : 0)) / 10 };
  });
}

/** Adds what is missing to 100 % to one row. */
export function giveRest(rows: readonly ShareRow[], index: number): readonly ShareRow[] {
  const rest = Math.max(0, tidy(100 - totalOf(rows)));
  return rows.map((row, at) => (at === index ? { ...row, rollout: tidy((row.rollout ?? 0) + rest) } : row));
}

/**
 * Moves the end of a row to a position on the bar; the next row gives or takes what that changes, and after the last
 * one it is what nobody has. The boundary of a locked row stays.
 */
export function moveBoundary(
  rows: readonly ShareRow[],
  index: number,
  position: number,
): readonly ShareRow[] {
  const next = rows[index + 1];
  if (rows[index]?.isLocked === true || next?.isLocked === true) return rows;
  const start = totalOf(rows.slice(0, index));
  const end = totalOf(rows.slice(0, index + 2));
  return rows.map((row, at) => {
    if (at === index) return { ...row, rollout: tidy(position - start) };
    return at === index + 1 ? { ...row, rollout: tidy(end - position) } : row;
  });
}

/**
 * Adds a variant without a share of the buckets yet. One whose share is stored returns to its place among the stored
 * ones, because the place decides who gets it.
 */
export function addRow(
  rows: readonly ShareRow[],
  variantId: string,
  stored: readonly ShareRow[],
): readonly ShareRow[] {
  const added = [...rows, { variantId, rollout: 0, isLocked: false }];
  const places = new Map(stored.map((share, place) => [share.variantId, place]));
  const placeOf = (row: ShareRow): number => places.get(row.variantId) ?? stored.length;
  return added.toSorted((left, right) => placeOf(left) - placeOf(right));
}
