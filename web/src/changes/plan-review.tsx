import { type ReactElement, useState } from 'react';
import { changePath } from '@/api/changes';
import { DiffList } from '@/components/diff-list';
import { Tabs } from '@/components/ui/tabs';
import { changesCopy } from '@/copy/changes';
import { type Call, type Plan } from '@/lib/plan/plan';
import { sourceOf } from '@/lib/plan/wanted-text';

type View = 'changes' | 'requests';

/** What a plan changes, in words and as the requests it is made of. */
export function PlanReview({ plan }: { readonly plan: Plan }): ReactElement {
  const copy = changesCopy.review;
  const [view, setView] = useState<View>('changes');
  return (
    <Tabs<View>
      label={copy.title}
      value={view}
      onChange={setView}
      tabs={[
        { value: 'changes', label: copy.changes, content: <DiffList changes={plan.changes} /> },
        { value: 'requests', label: copy.requests, content: <Requests plan={plan} /> },
      ]}
    />
  );
}

function Requests({ plan }: { readonly plan: Plan }): ReactElement {
  return (
    <ol className="space-y-3">
      {requestsOf(plan).map(({ title, call }, index) => (
        <li key={index}>
          <p>{title}</p>
          <pre
            tabIndex={0}
            aria-label={title}
            role="region"
            className="mt-1 overflow-x-auto rounded-control bg-sunken p-3"
          >
            {requestOf(call)}
          </pre>
        </li>
      ))}
    </ol>
  );
}

/** The calls of a plan, and the one that changes flags and segments. */
function requestsOf({ title, namespaceKey, steps = [], wanted }: Plan): NonNullable<Plan['steps']> {
  if (wanted === undefined) return steps;
  const path = changePath(namespaceKey, wanted);
  return [...steps, { title, call: { method: 'POST', path, body: { message: title, ...sourceOf(wanted) } } }];
}

/** The request as the network sees it, without headers. */
function requestOf({ method, path, query, body }: Call): string {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const text = body === undefined ? '' : `\n${JSON.stringify(body, null, 2)}`;
  return `${method} ${path}${search}${text}`;
}
