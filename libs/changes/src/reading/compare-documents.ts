import type { NamespaceDocument } from '@pennon/document';
import { isSameState, nameOf, type SubjectState } from '@pennon/state';
import {
  compareSubjects,
  type NamespaceDifference,
  type StateChange,
  type SubjectPage,
} from '../history/namespace-history';

/** The flags and segments in which two namespaces differ; what they are called is not compared. */
export function compareDocuments(
  from: NamespaceDocument,
  to: NamespaceDocument,
  { limit, after }: SubjectPage,
): NamespaceDifference {
  const [before, states] = [statesOf(from), statesOf(to)];
  const differences = [...new Map([...before, ...states]).entries()]
    .map(([name, { kind, key }]): StateChange => {
      return { kind, key, before: before.get(name), after: states.get(name) };
    })
    .filter((item) => !isSameState(item.before, item.after))
    .sort(compareSubjects)
    .filter((item) => after === undefined || compareSubjects(item, after) > 0);
  const items = differences.slice(0, limit);
  return { items, next: differences.length > limit ? items.at(-1) : undefined };
}

function statesOf({ flags, segments }: NamespaceDocument): ReadonlyMap<string, SubjectState> {
  const states = [
    ...flags.map((value): SubjectState => ({ kind: 'flag', key: value.key, createdAt: 0, value })),
    ...segments.map((value): SubjectState => ({ kind: 'segment', key: value.key, createdAt: 0, value })),
  ];
  return new Map(states.map((state) => [nameOf(state), state]));
}
