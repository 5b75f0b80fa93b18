import type { AuditFact, AuditOrigin, ChangeSeries } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { maySeries, seriesLife, type SeriesEvent } from './change-life';
import { seriesFact } from './request-facts';

/**
 * Writes down where the event leads. It does nothing to a series to which that cannot happen.
 *
 * @param reason Why; `''` for nothing.
 * @param by Who; undefined for what follows from something else.
 * @returns What is told of it.
 */
export async function moveSeries(
  event: Exclude<SeriesEvent, 'edit'>,
  { changeSeries, time }: Stores,
  series: ChangeSeries,
  reason: string,
  { by, rest }: { readonly by?: AuditOrigin; readonly rest?: number | undefined } = {},
): Promise<AuditFact | undefined> {
  if (!maySeries(event, series)) return undefined;
  const { to: state, told } = seriesLife[event];
  await changeSeries.edit(series, { state, reason, changedBy: by, rest }, await time.now());
  return told && seriesFact(told, { ...series, state }, reason);
}
