import type { AuditFact, ChangeStep, Instant, ReviewPolicy } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { isForAll } from '../../commit/policy-scope';
import { isApproved } from '../approvals/approvals';
import { changeLife } from '../life/change-life';
import { eachPage } from '../events/each-page';
import { advance } from '../events/advance';
import { stepsOf } from '../life/series-steps';
import { holdsForStored } from '../new-changes/policy-holds';
import { heldMarks, marked } from '../approvals/policy-on';
import { requestFact } from '../life/request-facts';

/** Changes that are read at once. */
const AT_ONCE = 100;

/** What a new policy makes of the changes that wait. */
export interface PolicyEffect {
  /** How many lack no approval any more. */
  readonly released: number;
  readonly facts: readonly AuditFact[];
}

/** Holds the changes that wait to a new policy: some have all approvals now, and others lack some. */
export async function holdWaiting(
  stores: Stores,
  namespaceKey: string,
  policy: ReviewPolicy,
): Promise<PolicyEffect> {
  // Series before their steps.
  await stores.changeSeries.holdUnfinished(namespaceKey);
  const now = await stores.time.now();
  const facts: AuditFact[] = [];
  let released = 0;
  const marks = new ScopeMarks(stores, policy, now);
  const pages = eachPage(AT_ONCE, (...page) => stores.changeRequests.open(namespaceKey, ...page));
  for await (const waiting of pages)
    for (const found of waiting) {
      const steps = await stepsOf(stores, found);
      const request = await marks.mark(found, steps);
      const isHeld = request.state === 'scheduled';
      if (isHeld && isApproved(request, await stores.changeRequests.reviews([request.id]), policy)) continue;
      const event = isHeld ? 'tighten' : 'relax';
      const moved = await advance(event, stores, request, { steps, policy, now });
      if (moved.state === request.state) continue;
      facts.push(requestFact(changeLife[event].told, moved));
      if (!isHeld) released++;
    }
  return { released, facts };
}

/** Marks the changes that wait, and that a policy does not hold for. */
class ScopeMarks {
  /** Whether it holds for a series, by its id: each is read once. */
  private readonly ofSeries = new Map<string, boolean>();

  constructor(
    private readonly stores: Stores,
    private readonly policy: ReviewPolicy,
    private readonly now: Instant,
  ) {}

  /** @param steps Those of its series, or the change alone. */
  async mark(request: ChangeStep, steps: readonly ChangeStep[]): Promise<ChangeStep> {
    const { requiredApprovals, appliesTo } = this.policy;
    if (requiredApprovals === 0 || isForAll(appliesTo)) return request;
    const { seriesId, version } = request;
    const holds = this.ofSeries.get(seriesId) ?? (await holdsForStored(this.stores, steps, this.policy));
    if (seriesId !== '') this.ofSeries.set(seriesId, holds);
    const marks = marked(request, version, { ...heldMarks(request), exempt: !holds });
    if (marks.exemptVersion === request.exemptVersion) return request;
    await this.stores.changeRequests.edit(request, marks, this.now);
    return { ...request, ...marks };
  }
}
