import { setImmediate as nextTurn } from 'node:timers/promises';
import { create, type JsonObject, type MessageInitShape } from '@bufbuild/protobuf';
import { comparisonTypeWords } from '@pennon/api';
import type { WantedState } from '@pennon/changes';
import { AT_ONCE, segmentText, wantedFlagText, type NamespaceDocument } from '@pennon/document';
import { pennonChanges } from '@pennon/proto';
import type { ConstraintsEdit, FlagEdit, NamespaceEdits, SegmentEdit } from '@pennon/state';
import { segmentOperatorWords } from '../segments/segment-selection';

const { ChangeSourceSchema, DocumentSourceSchema, EditsSourceSchema, FlagEdit_Rest: Rest } = pennonChanges;

/** What a change wants, as a request that edits it gives it; others have their turn in between. */
export async function presentSource(wanted: WantedState): Promise<pennonChanges.ChangeSource> {
  const { document, deletions, edits } = wanted;
  if (edits !== undefined)
    return create(ChangeSourceSchema, { source: { case: 'edits', value: presentEdits(edits) } });
  const { flags, segments } = deletions;
  const value = create(DocumentSourceSchema, {
    document: await documentText(document),
    ...(flags.length + segments.length > 0 && {
      deletions: create(pennonChanges.DeletionsSchema, { flags: [...flags], segments: [...segments] }),
    }),
  });
  return create(ChangeSourceSchema, { source: { case: 'document', value } });
}

/** The text of a document; empty for one that says nothing. */
async function documentText({ namespace, flags, segments }: NamespaceDocument): Promise<string> {
  const members = [
    ...(namespace.name === undefined && namespace.description === undefined
      ? []
      : [`"namespace":${JSON.stringify(namespace)}`]),
    ...(await listText('flags', flags, wantedFlagText)),
    ...(await listText('segments', segments, segmentText)),
  ];
  return members.length === 0 ? '' : `{${members.join(',')}}`;
}

async function listText<T>(
  name: string,
  states: readonly T[],
  textOf: (state: T) => string,
): Promise<readonly string[]> {
  if (states.length === 0) return [];
  const texts: string[] = [];
  for (const state of states) {
    texts.push(textOf(state));
    if (texts.length % AT_ONCE === 0) await nextTurn();
  }
  return [`"${name}":[${texts.join(',')}]`];
}

/** What each kind of edit says in a message; as edits are read. */
type Writers<Edit, Message> = {
  readonly [M in Exclude<keyof Edit, 'key'>]-?: (edit: NonNullable<Edit[M]>) => Message;
};

type FlagMembers = Omit<MessageInitShape<typeof pennonChanges.FlagEditSchema>, '$typeName' | 'key'>;
type ConstraintMembers = Omit<MessageInitShape<typeof pennonChanges.ConstraintEditSchema>, '$typeName'>;
type SegmentMembers = Omit<MessageInitShape<typeof pennonChanges.SegmentEditSchema>, '$typeName' | 'key'>;

const flagWriters: Writers<FlagEdit, FlagMembers> = {
  off: (off) => (off === false ? { off } : { off: true, reason: off.reason }),
  enabled: (enabled) => ({ enabled }),
  defaultVariant: (defaultVariant) => ({ defaultVariant }),
  percentage: ({ percent, rank, value }) => ({ percentage: percent, rank, value }),
  weights: ({ percents, rank, isRestNothing, selection }) => ({
    ...{ weights: percents, rank },
    rest: isRestNothing ? Rest.NOTHING : Rest.REST_UNSPECIFIED,
    ...(selection && {
      segments: [...selection.segmentKeys],
      segmentOperator: segmentOperatorWords.toWire(selection.segmentOperator),
    }),
  }),
  name: (name) => ({ name }),
  description: (description) => ({ description }),
  metadata: ({ set, remove }) => ({ metadata: set as JsonObject, removeMetadata: [...remove] }),
};

const segmentWriters: Writers<SegmentEdit, SegmentMembers> = {
  name: (name) => ({ name }),
  description: (description) => ({ description }),
  constraints: ({ add, remove }) => ({
    addConstraints: add.map(presentConstraint),
    removeConstraints: remove.map(presentConstraint),
  }),
};

function presentEdits({ flags, segments }: NamespaceEdits): pennonChanges.EditsSource {
  return create(EditsSourceSchema, {
    flags: flags.map((edit) => ({ key: edit.key, ...written<FlagEdit, FlagMembers>(flagWriters, edit) })),
    segments: segments.map((edit) => ({
      key: edit.key,
      ...written<SegmentEdit, SegmentMembers>(segmentWriters, edit),
    })),
  });
}

function written<Edit extends { readonly key: string }, Message>(
  writers: Writers<Edit, Message>,
  edit: Edit,
): Message {
  const { key: _, ...given } = edit;
  const all = writers as Readonly<Record<string, (value: unknown) => Message>>;
  const members = Object.entries<unknown>(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => all[name]?.(value));
  return Object.assign({}, ...members) as Message;
}

function presentConstraint({ type, ...others }: ConstraintsEdit['remove'][number]): ConstraintMembers {
  return { ...others, ...(type !== undefined && { type: comparisonTypeWords.toWire(type) }) };
}
