import {
  WorkOfTokens,
  type AuditFact,
  type AuditOrigin,
  type ChangeStep,
  type HeldWork,
} from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { changeLife } from './change-life';
import { eachPage } from './each-page';
import { abandon } from './held-request';
import { moveSeries } from './move-series';
import { policyFact, requestFact } from './request-facts';
import { holdSeries, stopSeries } from './series-steering';

/** Changes and series that are dealt with at once. */
const AT_ONCE = 500;

/**
 * Gives up the changes and series that wait for a namespace that is deleted, and its review policy. The policy still
 * holds for the transaction in which that is done.
 *
 * @returns What is told of it.
 */
export async function endWithNamespace(stores: Stores, namespaceKey: string): Promise<readonly AuditFact[]> {
  const { changeRequests, changeSeries, reviewPolicies, time } = stores;
  const reason = 'the namespace was deleted';
  const facts: (AuditFact | undefined)[] = [];
  // Series before their steps.
  for (const series of await changeSeries.unfinished(namespaceKey))
    facts.push(await moveSeries('end', stores, series, reason));
  for (const state of changeLife.abandon.from) {
    const pages = eachPage(AT_ONCE, (...page) => changeRequests.inState(namespaceKey, state, ...page));
    for await (const waiting of pages)
      facts.push(...(await abandon(stores, waiting, reason, await time.now())));
  }
  const policy = await reviewPolicies.delete(namespaceKey);
  if (policy !== undefined) facts.push(policyFact(namespaceKey, policy, undefined));
  return facts.filter((fact) => fact !== undefined);
}

/** What waits in the name of a token that is deleted. */
export class ChangesOfTokens extends WorkOfTokens {
  constructor(private readonly unitOfWork: UnitOfWork) {
    super();
  }

  /**
   * Has what was scheduled with a token wait for an editor: series are suspended, and changes lose their time. What
   * waits for review goes on waiting for that.
   *
   * @param authenticationId The record of the token.
   * @param origin Who deletes it.
   * @returns What was held, also series that stood still already.
   */
  async hold(authenticationId: string, origin: AuditOrigin): Promise<readonly HeldWork[]> {
    return this.unitOfWork.write(async (stores) => {
      const at = await stores.time.now();
      const steps: ChangeStep[] = [];
      const pages = eachPage(AT_ONCE, (...page) => stores.changeRequests.openOf(authenticationId, ...page));
      for await (const found of pages) steps.push(...found);
      const held: HeldWork[] = [];
      const facts: (AuditFact | undefined)[] = [];
      const seen = new Set<string>();
      for (const { namespaceKey, id, seriesId } of steps) {
        if (seen.has(seriesId)) continue;
        const isStep =
          seriesId !== '' && (await stores.changeSeries.find(namespaceKey, seriesId)) !== undefined;
        const thing: HeldWork = isStep
          ? { kind: 'series', namespaceKey, id: seriesId }
          : { kind: 'change', namespaceKey, id };
        seen.add(thing.id);
        const fact = await (isStep ? holdSeriesOf(stores, thing, origin) : holdChange(stores, thing));
        if (isStep || fact !== undefined) held.push(thing);
        facts.push(fact);
      }
      await stores.audit.append({ origin, at, facts: facts.filter((fact) => fact !== undefined) });
      return held;
    });
  }
}

const REASON = 'the token of its author was deleted';

async function holdSeriesOf(
  stores: Stores,
  { namespaceKey, id }: HeldWork,
  origin: AuditOrigin,
): Promise<AuditFact | undefined> {
  return stopSeries('hold', stores, await holdSeries(stores, namespaceKey, id), REASON, origin);
}

async function holdChange(stores: Stores, { namespaceKey, id }: HeldWork): Promise<AuditFact | undefined> {
  const request = await stores.changeRequests.findAndHold(namespaceKey, id);
  const { from, to: state, told } = changeLife.hold;
  if (request === undefined || !from.some((one) => one === request.state)) return undefined;
  await stores.changeRequests.edit(
    request,
    { state, dueAt: undefined, reason: REASON },
    await stores.time.now(),
  );
  return requestFact(told, { ...request, state, dueAt: undefined }, { reason: REASON });
}
