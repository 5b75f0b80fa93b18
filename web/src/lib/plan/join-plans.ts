import { type Plan } from './plan';

/** What a joined plan is called. */
interface Frame {
  readonly title: string;
  readonly namespaceKey: string;
}

/** Several plans as one, in their order; its inverse runs theirs from the last to the first, if all have one. */
export function joinPlans({ title, namespaceKey }: Frame, plans: readonly Plan[]): Plan {
  const joined: Plan = {
    title,
    namespaceKey,
    changes: plans.flatMap(({ changes }) => changes),
    steps: plans.flatMap(({ steps }) => steps),
  };
  const inverses = plans.flatMap(({ inverse }) => (inverse === undefined ? [] : [inverse]));
  if (inverses.length < plans.length) return joined;
  const backwards = inverses.toReversed();
  return {
    ...joined,
    inverse: {
      title,
      namespaceKey,
      changes: backwards.flatMap(({ changes }) => changes),
      steps: backwards.flatMap(({ steps }) => steps),
    },
  };
}
