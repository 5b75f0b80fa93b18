import { type NamespaceState, namespaceParts, partNames } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Namespace, type Segment } from '../model';
import { createNamespaceCall, deleteNamespaceCall, type NamespaceDraft, updateNamespaceCall } from './calls';
import { listed } from './lines';
import { partChanges, type StateWords, valueWords } from './part-changes';
import { type Plan } from './plan';
import { segmentText } from './segment-part-words';
import { creation, deletion } from './words';

const namespacePartWords: StateWords<NamespaceState> = {
  name: valueWords(copy.subjects.name),
  description: valueWords(copy.subjects.description),
};

/** Creates a namespace. */
export function planNamespaceCreate(draft: NamespaceDraft): Plan {
  const { key } = draft;
  const subject = copy.namespace(key);
  return {
    title: copy.create(subject),
    namespaceKey: key,
    changes: [creation(subject, namespaceText(draft))],
    steps: [{ title: copy.create(subject), call: createNamespaceCall(draft) }],
    inverse: {
      title: copy.delete(subject),
      namespaceKey: key,
      changes: [deletion(subject, namespaceText(draft))],
      steps: [{ title: copy.delete(subject), call: deleteNamespaceCall(key, false) }],
    },
  };
}

/** Changes name and description of a namespace. */
export function planNamespaceUpdate(namespace: Namespace, values: NamespaceState): Plan {
  const { key } = namespace;
  const subject = copy.namespace(key);
  const planOf = (title: string, from: NamespaceState, to: NamespaceState): Plan => {
    const changes = partChanges(namespaceParts, namespacePartWords, subject, from, to);
    const step = { title: copy.update(subject), call: updateNamespaceCall(key, to) };
    return { title, namespaceKey: key, changes, steps: changes.length === 0 ? [] : [step] };
  };
  return {
    ...planOf(copy.update(subject), namespace, values),
    inverse: planOf(copy.restore(subject), values, namespace),
  };
}

/** Deletes a namespace without flags; undone with its segments. */
export function planNamespaceDelete(namespace: Namespace, segments: readonly Segment[]): Plan {
  const { key } = namespace;
  const subject = copy.namespace(key);
  return {
    ...deletePlan(namespace, segments, false),
    inverse: {
      title: copy.restore(subject),
      namespaceKey: key,
      changes: [
        creation(subject, namespaceText(namespace)),
        ...segments.map((segment) => creation(copy.segment(segment.key), segmentText(segment))),
      ],
      steps: [{ title: copy.create(subject), call: createNamespaceCall(namespace) }],
      ...(segments.length > 0 && {
        wanted: { segments: segments.map((segment) => ({ state: segment })) },
      }),
    },
  };
}

/**
 * Deletes a namespace and all that is in it, for good. Only after its key was typed, and never for a protected one.
 */
export function planNamespaceDestroy(
  namespace: Namespace,
  segments: readonly Segment[],
  flagKeys: readonly string[],
): Plan {
  const plan = deletePlan(namespace, segments, true);
  const flags = flagKeys.map((key) => deletion(copy.flag(key), key));
  return { ...plan, changes: [...plan.changes, ...flags] };
}

function deletePlan(namespace: Namespace, segments: readonly Segment[], force: boolean): Plan {
  const { key } = namespace;
  const subject = copy.namespace(key);
  return {
    title: copy.delete(subject),
    namespaceKey: key,
    changes: [
      deletion(subject, namespaceText(namespace)),
      ...segments.map((segment) => deletion(copy.segment(segment.key), segmentText(segment))),
    ],
    steps: [{ title: copy.delete(subject), call: deleteNamespaceCall(key, force) }],
  };
}

/** A namespace as one line. */
function namespaceText(namespace: NamespaceState): string {
  return listed(partNames(namespaceParts).map((name) => namespace[name]));
}
