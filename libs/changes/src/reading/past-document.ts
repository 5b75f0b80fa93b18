import { type NamespaceDocument, type NamespaceOutline } from '@pennon/document';
import type { Instant, SubjectKind } from '@pennon/domain';
import type { FlagState, SegmentState, SubjectState } from '@pennon/state';
import type { PastState } from '../history/past-states';
import { readStates } from '../history/read-states';
import type { NamespaceReading } from './namespace-reading';

/** A flag or segment, and when it was created. */
interface Placed<T> {
  readonly createdAt: Instant;
  readonly value: T;
}

/** Makes a document of states, which come in any order. */
class Assembly {
  private namespace: Extract<SubjectState, { kind: 'namespace' }> | undefined;
  private readonly flags: Placed<FlagState>[] = [];
  private readonly segments: Placed<SegmentState>[] = [];

  take(state: SubjectState): void {
    if (state.kind === 'namespace') this.namespace = state;
    else if (state.kind === 'flag') this.flags.push(state);
    else this.segments.push(state);
  }

  /** Flags and segments in creation order; undefined when there is no namespace. */
  document(key: string): NamespaceDocument | undefined {
    if (this.namespace === undefined) return undefined;
    return {
      namespace: { key, ...this.namespace.value },
      flags: inOrder(this.flags),
      segments: inOrder(this.segments),
    };
  }
}

function inOrder<T extends { readonly key: string }>(placed: readonly Placed<T>[]): readonly T[] {
  return placed
    .toSorted(
      (left, right) => left.createdAt - right.createdAt || (left.value.key < right.value.key ? -1 : 1),
    )
    .map(({ value }) => value);
}

/**
 * What a namespace was; undefined when it was not there.
 *
 * @param past What of it has changed since.
 * @param outline The namespace as it is; undefined when there is none any more.
 */
export async function pastDocument(
  namespaceKey: string,
  past: readonly PastState[],
  reading: Pick<NamespaceReading, 'rows'>,
  outline: NamespaceOutline | undefined,
): Promise<NamespaceDocument | undefined> {
  const assembly = new Assembly();
  for (const { state } of past) if (state !== undefined) assembly.take(state);
  if (outline === undefined) return assembly.document(namespaceKey);
  const keysOf = (kind: SubjectKind): ReadonlySet<string> =>
    new Set(past.filter((one) => one.kind === kind).map(({ key }) => key));
  if (keysOf('namespace').size === 0) {
    const { name, description } = outline.namespace;
    assembly.take({ kind: 'namespace', key: '', createdAt: 0, value: { name, description } });
  }
  const [flags, segments] = [keysOf('flag'), keysOf('segment')];
  const unchanged = {
    flagKeys: outline.flagKeys.filter((key) => !flags.has(key)),
    segmentKeys: outline.segmentKeys.filter((key) => !segments.has(key)),
  };
  for await (const state of readStates(reading, unchanged)) assembly.take(state);
  return assembly.document(namespaceKey);
}
