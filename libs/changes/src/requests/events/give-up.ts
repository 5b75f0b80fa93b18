import { SERVICE_CALLER, type ChangeStep } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { abandon } from './advance';
import { changeLife, nextOf } from '../life/change-life';
import { OvertakenChangeError } from './held-request';
import { moveSeries } from '../life/move-series';
import { requestFact } from '../life/request-facts';
import { holdSeriesOf, stepsAfter, stepsOf } from '../life/series-steps';

/** What ended a step, for the reason of those after it. */
const words = {
  rejected: 'rejected',
  cancelled: 'cancelled',
  conflicted: 'in conflict with another change',
  failed: 'not valid any more',
} as const;

/**
 * Ends a change without applying it, and the steps after it. Its series ends too, unless steps before it wait.
 *
 * @throws OvertakenChangeError if it was applied or edited meanwhile.
 */
export async function giveUp(
  event: 'reject' | 'cancel' | 'conflict' | 'fail',
  stores: Stores,
  request: ChangeStep,
  reason: string,
  origin = SERVICE_CALLER.origin,
): Promise<void> {
  const at = await stores.time.now();
  const { to: state, told } = changeLife[event];
  const series = await holdSeriesOf(stores, request);
  if (!(await stores.changeRequests.edit(request, { state, reason }, at))) throw new OvertakenChangeError();
  const facts = [requestFact(told, { ...request, state }, { reason })];
  const steps = await stepsOf(stores, request);
  const because = `step ${request.step} was ${words[state]}`;
  // The steps before it do not build on it: the series goes on with those that wait.
  const goesOn = (nextOf(steps)?.step ?? Infinity) < request.step;
  if (series !== undefined && !goesOn) {
    const fact = await moveSeries(event === 'conflict' ? 'suspend' : 'end', stores, series, because);
    if (fact !== undefined) facts.push(fact);
  }
  // The steps of a series that is suspended wait.
  const given = event === 'conflict' && series !== undefined ? [] : stepsAfter(request, steps);
  facts.push(...(await abandon(stores, given, because, at)));
  await stores.audit.append({ origin, at, facts });
}
