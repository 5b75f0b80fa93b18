import {
  buildDocument,
  flagParts,
  flagText,
  segmentParts,
  segmentText,
  type DocumentFlag,
  type DocumentNamespace,
  type DocumentSegment,
} from '@pennon/document';
import { quote, sortMembers, type Instant, type NamespaceContents, type SubjectKey } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { featuresOf } from './feature-uses';
import { packText, unpackText } from './packed-text';

/** What a subject of a namespace is at one revision. */
export type SubjectState = { readonly key: string; readonly createdAt: Instant } & SubjectValue;

type SubjectValue =
  | { readonly kind: 'flag'; readonly value: DocumentFlag }
  | { readonly kind: 'segment'; readonly value: DocumentSegment }
  | { readonly kind: 'namespace'; readonly value: Omit<DocumentNamespace, 'key'> };

/** The states of the flags and segments among rows, in their order. */
export function statesIn(rows: NamespaceContents): readonly SubjectState[] {
  const namespace = { key: '', name: '', description: '' };
  // An attachment that no document can hold must not keep anybody from changing its flag.
  const { document } = buildDocument({ namespace, ...rows }, { keepsAttachments: true });
  const flags = new Map(rows.flags.map(({ key, createdAt }) => [key, createdAt]));
  const segments = new Map(rows.segments.map(({ key, createdAt }) => [key, createdAt]));
  return [
    ...document.flags.map((value): SubjectState => {
      const { key } = value;
      return { kind: 'flag', key, createdAt: flags.get(key) ?? 0, value };
    }),
    ...document.segments.map((value): SubjectState => {
      const { key } = value;
      return { kind: 'segment', key, createdAt: segments.get(key) ?? 0, value };
    }),
  ];
}

/** What a subject is in the transaction of the stores; undefined when it is not there. */
export async function readState(
  { contents, namespaces }: Stores,
  namespaceKey: string,
  { kind, key }: SubjectKey,
): Promise<SubjectState | undefined> {
  if (kind === 'namespace') {
    const found = await namespaces.find(namespaceKey);
    if (found === undefined) return undefined;
    const { name, description, createdAt } = found;
    return { kind, key, createdAt, value: { name, description } };
  }
  const parts = kind === 'flag' ? flagParts([key]) : segmentParts([key]);
  const [state] = statesIn(await contents.read(namespaceKey, parts));
  return state;
}

/** A state as the history stores it. */
export function packState(state: SubjectState): string {
  return packText(JSON.stringify(state.value), featuresOf(state));
}

/**
 * What {@link packState} has written.
 *
 * @throws NewerVersionError if a newer version wrote it.
 */
export function unpackState({ kind, key }: SubjectKey, createdAt: Instant, packed: string): SubjectState {
  const subject = kind === 'namespace' ? kind : `${kind} ${quote(key)}`;
  const value: unknown = JSON.parse(unpackText(packed, `the past state of ${subject}`));
  if (kind !== 'flag') return { kind, key, createdAt, value } as SubjectState;
  return { kind, key, createdAt, value: wholeFlag(value as DocumentFlag) };
}

/** A flag with the members that JSON leaves out because they are undefined. */
export function wholeFlag(parsed: DocumentFlag): DocumentFlag {
  return { ...{ metadata: undefined, defaultVariantKey: undefined }, ...parsed };
}

/** A subject in one text, for maps. */
export function nameOf({ kind, key }: SubjectKey): string {
  return `${kind} ${key}`;
}

/** A state as documents have it, as JSON text. */
export function stateText(state: SubjectState): string {
  switch (state.kind) {
    case 'flag':
      return flagText(state.value);
    case 'segment':
      return segmentText(state.value);
    case 'namespace':
      return JSON.stringify({ name: state.value.name, description: state.value.description });
  }
}

/** True if both are the same to whoever evaluates or reads: the order of variants and constraints means nothing. */
export function isSameState(one: SubjectState | undefined, other: SubjectState | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return comparable(one) === comparable(other);
}

function comparable(state: SubjectState): string {
  if (state.kind === 'flag') {
    const { variants, metadata = {}, ...flag } = state.value;
    const sorted = variants.toSorted((left, right) => (left.key < right.key ? -1 : 1));
    return JSON.stringify({ ...flag, metadata: sortMembers(metadata), variants: sorted });
  }
  if (state.kind === 'namespace') return JSON.stringify(state.value);
  const { constraints, ...segment } = state.value;
  return JSON.stringify([segment, constraints.map((constraint) => JSON.stringify(constraint)).sort()]);
}
