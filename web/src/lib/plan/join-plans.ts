import { type Keys, type Plan, type Wanted } from './plan';

/** What a joined plan is called. */
interface Frame {
  readonly title: string;
  readonly namespaceKey: string;
}

/** Several plans about different flags and segments as one: one change, which is done as a whole or not at all. */
export function joinPlans({ title, namespaceKey }: Frame, plans: readonly Plan[]): Plan {
  const inverses = plans.flatMap(({ inverse }) => inverse ?? []);
  return {
    title,
    namespaceKey,
    changes: plans.flatMap(({ changes }) => changes),
    steps: plans.flatMap(({ steps = [] }) => steps),
    wanted: joinWanted(plans.flatMap(({ wanted }) => wanted ?? [])),
    ...(inverses.length > 0 && { inverse: joinPlans({ title, namespaceKey }, inverses.toReversed()) }),
  };
}

function joinWanted(all: readonly Wanted[]): Wanted | undefined {
  if (all.length < 2) return all[0];
  const edits = all.flatMap((wanted) => wanted.edits ?? []);
  if (edits.length > 0) return { edits };
  return {
    base: all.find(({ base }) => base !== undefined)?.base,
    flags: all.flatMap(({ flags = [] }) => flags),
    segments: all.flatMap(({ segments = [] }) => segments),
    created: joinKeys(all.map(({ created }) => created)),
    deleted: joinKeys(all.map(({ deleted }) => deleted)),
  };
}

function joinKeys(all: readonly (Keys | undefined)[]): Keys {
  return {
    flags: all.flatMap((keys) => keys?.flags ?? []),
    segments: all.flatMap((keys) => keys?.segments ?? []),
  };
}
