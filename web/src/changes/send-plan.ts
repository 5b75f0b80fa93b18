import { type QueryClient } from '@tanstack/react-query';
import { conflictsOf, type PartPlace, previewChange, sendChange, type SendOptions } from '@/api/changes';
import { asksForReview, type Policy, policyQuery } from '@/api/policy';
import { type Change, type Plan, type PlanOutcome, type Wanted } from '@/lib/plan/plan';
import { asError } from '@/lib/plan/run-plan';
import { makerText, mergedText, placeText, toldText } from './change-words';
import { askConflict } from './questions';
import { inWords } from './refusal';

/** The policy that has a plan reviewed by others; undefined if it may be done at once. */
export async function reviewPolicy(client: QueryClient, plan: Plan): Promise<Policy | undefined> {
  const makesNamespace = (plan.steps ?? []).length > 0;
  if (makesNamespace) return undefined;
  const policy = await client.query(policyQuery(plan.namespaceKey));
  if (policy === null || !asksForReview(policy)) return undefined;
  return !policy.reviewsOff && isTurningOff(plan) ? undefined : policy;
}

/** What became of what a plan wants. */
export type Sent =
  | (Pick<PlanOutcome, 'revision' | 'proposed'> & {
      /** What others changed meanwhile and what was kept, in words. */
      readonly merged?: string | undefined;
      /** True where the values of others were chosen for all that was to be changed. */
      readonly isNothing?: boolean;
    })
  /** The person was told of conflicts, and let it be. */
  | { readonly conflict: Error };

/** Sends what a plan wants; asks whose values to keep where others have changed the same, and sends that. */
export async function sendPlan(
  client: QueryClient,
  plan: Plan,
  wanted: Wanted,
  options: SendOptions = {},
  kept: readonly PartPlace[] = [],
): Promise<Sent> {
  try {
    const { revision, proposed, mergedOver } = await sendChange(plan, wanted, options);
    const merged = mergedText([...kept, ...mergedOver.map(({ place }) => place)]);
    return { revision, proposed, merged };
  } catch (error) {
    const conflicts = conflictsOf(error);
    // What is put back has no values to choose from: its conflicts are told.
    if (conflicts === undefined || wanted.past !== undefined) throw inWords(error);
    const { askToSettle } = await import('./settle');
    const settled = await askToSettle(client, plan, wanted, conflicts);
    if (settled === undefined) return { conflict: asError(error) };
    if (settled.wanted === undefined) return { isNothing: true };
    return sendPlan(client, plan, settled.wanted, options, settled.kept);
  }
}

/** Tells what others have changed as well, where nothing can be chosen; false for an error that is no conflict. */
export async function tellConflict(title: string, error: Error): Promise<boolean> {
  const conflicts = conflictsOf(error);
  if (conflicts === undefined) return false;
  const rows = conflicts.map((conflict, index) => ({
    id: String(index),
    label: placeText(conflict.place),
    note: makerText(conflict),
    before: toldText(conflict.base),
    yours: toldText(conflict.mine),
    theirs: toldText(conflict.latest),
  }));
  await askConflict(title, rows, false);
  return true;
}

const kinds: Readonly<Record<string, Change['kind']>> = { '+': 'create', '-': 'delete' };

/**
 * A plan that puts something back, with what that changes now, as the server tells it; undefined where it changes
 * nothing. There is nothing to look at where something stands against it, which is told instead.
 */
export async function previewed(plan: Plan, wanted: Wanted): Promise<Plan | undefined> {
  const { lines, hasConflicts } = await previewChange(plan.namespaceKey, wanted);
  if (hasConflicts) return plan;
  if (lines.length === 0) return undefined;
  const changes = lines.map(({ sign = '~', text = '' }) => ({
    kind: kinds[sign] ?? 'update',
    subject: text,
  }));
  return { ...plan, changes };
}

function isTurningOff({ wanted }: Plan): boolean {
  return wanted?.edits?.every(({ off }) => off === true) === true;
}
