import {
  subjectMark,
  WorkOfTokens,
  type AuditFact,
  type AuditOrigin,
  type ChangeStep,
  type HeldWork,
  type PersonMarks,
} from '@pennon/domain';
import { subjectOf } from '@pennon/platform';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { changeLife } from '../life/change-life';
import { eachPage } from '../events/each-page';
import { abandon } from '../events/advance';
import { moveSeries } from '../life/move-series';
import { policyFact, requestFact } from '../life/request-facts';
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
  for (const series of await changeSeries.holdUnfinished(namespaceKey))
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

/** What waits as a token that is deleted has it: what was written with it, and what was edited with it. */
export class ChangesOfTokens extends WorkOfTokens {
  constructor(private readonly unitOfWork: UnitOfWork) {
    super();
  }

  /**
   * Has what was scheduled or edited with a token wait for an editor: series are suspended, and changes lose their
   * time. What waits for review goes on waiting for that.
   *
   * @param authenticationId The record of the token.
   * @param origin Who deletes it.
   * @returns What was held, also series that stood still already.
   */
  async hold(authenticationId: string, origin: AuditOrigin): Promise<readonly HeldWork[]> {
    const marks = marksOfToken(authenticationId);
    return this.unitOfWork.write(async (stores) => {
      const at = await stores.time.now();
      const steps: ChangeStep[] = [];
      const pages = eachPage(AT_ONCE, (...page) => stores.changeRequests.openOf(marks, ...page));
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

const REASON = 'a token that wrote or edited it was deleted';

/** What a token is recognised by, also among callers whose subject an earlier version did not store. */
function marksOfToken(id: string): PersonMarks {
  const subject = subjectOf({ id, method: 'token', metadata: {} });
  return [...(subject === undefined ? [] : [subjectMark(subject)]), `token:${id}`];
}

async function holdSeriesOf(
  stores: Stores,
  { namespaceKey, id }: HeldWork,
  origin: AuditOrigin,
): Promise<AuditFact | undefined> {
  const held = await holdSeries(stores, namespaceKey, id);
  const { state, reason, rest } = held.series;
  if (state === 'running') return stopSeries('hold', stores, held, REASON, origin);
  // It stands still already: the next editor who resumes it has to know both reasons.
  if (reason.endsWith(REASON)) return undefined;
  const both = reason === '' ? REASON : `${reason}; ${REASON}`;
  return moveSeries('hold', stores, held.series, both, { by: origin, rest });
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
