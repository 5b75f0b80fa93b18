import { SERVICE_CALLER, type ChangeStep } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { changeLife } from '../life/change-life';
import { keepBlocks } from './edited-step';
import { heldMarks, marked } from '../approvals/policy-on';
import { requestFact } from '../life/request-facts';
import { holdSeriesOf } from '../life/series-steps';

/**
 * Has a change wait for the approvals that it turned out to lack, unless it was applied or edited meanwhile.
 *
 * @param isMerged True to make the approvals that it has void, because others have changed what it changes since.
 */
export async function lackApprovals(
  stores: Stores,
  request: ChangeStep,
  { isMerged }: { readonly isMerged: boolean },
): Promise<void> {
  const { changeRequests, audit, time } = stores;
  await holdSeriesOf(stores, request);
  const at = await time.now();
  const { to: state, told } = changeLife.lack;
  const version = request.version + (isMerged ? 1 : 0);
  const marks = marked(request, version, { ...heldMarks(request), exempt: false });
  const held = { state, version, dueAt: undefined, ...marks };
  if (!(await changeRequests.edit(request, held, at))) return;
  if (isMerged) await keepBlocks(stores, request, await changeRequests.reviews([request.id]), version);
  if (request.state === state) return;
  const facts = [requestFact(told, { ...request, ...held })];
  await audit.append({ origin: SERVICE_CALLER.origin, at, facts });
}
