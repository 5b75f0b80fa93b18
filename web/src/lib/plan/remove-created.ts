import { plansCopy as copy } from '@/copy/plans';
import { type Call, type Change, type Plan, type Step } from './plan';
import { deletion } from './words';

/** Where flags, segments and namespaces are made; what is below them goes with them. */
const created = /^\/api\/v1\/namespaces(?:\/[^/]+\/(flags|segments))?$/;

/**
 * The plan that removes the flags, segments and namespaces that a plan made before it failed, newest first.
 *
 * @param done How many steps were answered.
 */
export function planRemoveCreated(plan: Plan, done: number): Plan {
  const removals = plan.steps
    .slice(0, done)
    .flatMap(({ call }) => removalOf(call))
    .toReversed();
  return {
    title: copy.removeCopies(plan.namespaceKey),
    namespaceKey: plan.namespaceKey,
    changes: removals.map(({ change }) => change),
    steps: removals.map(({ step }) => step),
  };
}

function removalOf({
  method,
  path,
  body,
}: Call): readonly { readonly step: Step; readonly change: Change }[] {
  const match = created.exec(path);
  if (method !== 'POST' || match === null || typeof body !== 'object' || body === null || !('key' in body))
    return [];
  const { key } = body;
  if (typeof key !== 'string') return [];
  const [, kind] = match;
  const subject =
    kind === 'flags' ? copy.flag(key) : kind === 'segments' ? copy.segment(key) : copy.namespace(key);
  const call: Call = { method: 'DELETE', path: `${path}/${encodeURIComponent(key)}` };
  return [{ step: { title: copy.delete(subject), call }, change: deletion(subject, key) }];
}
