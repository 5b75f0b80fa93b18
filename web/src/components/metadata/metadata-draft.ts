import { type Json, type JsonObject } from '@pennon/domain';
import { hasExactNumbers } from '@/lib/exact-numbers';
import { type MetadataRow, metadataOf, rowProblems, rowsOf } from '@/lib/metadata-rows';
import { tagsOf, withTags } from '@/lib/tags';
import * as z from '@/lib/zod';

/** JsonObject while it is edited: entry by entry, or as one text. */
export type MetadataDraft =
  | { readonly kind: 'rows'; readonly rows: readonly MetadataRow[] }
  | { readonly kind: 'json'; readonly text: string };

/** Reads a draft that was kept. */
export const draftSchema: z.ZodMiniType<MetadataDraft> = z.union([
  z.object({
    kind: z.literal('rows'),
    rows: z.array(
      z.object({
        key: z.string(),
        type: z.enum(['String', 'Number', 'Boolean', 'Object', 'Array', 'Null']),
        value: z.string(),
      }),
    ),
  }),
  z.object({ kind: z.literal('json'), text: z.string() }),
]);

export function draftOf(metadata: JsonObject): MetadataDraft {
  return { kind: 'rows', rows: rowsOf(metadata) };
}

/** What a draft says; undefined while something in it is wrong. */
export function metadataOfDraft(draft: MetadataDraft): JsonObject | undefined {
  if (draft.kind === 'json') return metadataOfText(draft.text);
  return rowProblems(draft.rows).some((problem) => problem !== undefined)
    ? undefined
    : metadataOf(draft.rows);
}

/** One text for all drafts that mean the same. */
export function draftText(draft: MetadataDraft): string {
  return JSON.stringify(metadataOfDraft(draft) ?? draft, undefined, 2);
}

/** The same draft the other way: one text for entries, entries for a text. Undefined while something is wrong. */
export function otherWay(draft: MetadataDraft): MetadataDraft | undefined {
  const metadata = metadataOfDraft(draft);
  if (metadata === undefined) return undefined;
  return draft.kind === 'json'
    ? draftOf(metadata)
    : { kind: 'json', text: JSON.stringify(metadata, undefined, 2) };
}

/** True where tags can be entered: nothing else is kept under their key. */
export function takesTags(draft: MetadataDraft): boolean {
  return (
    draft.kind === 'rows' && (tagsRow(draft) !== undefined || draft.rows.every(({ key }) => key !== 'tags'))
  );
}

/** The row that is shown as tags rather than as an entry. */
export function tagsRow(draft: MetadataDraft): MetadataRow | undefined {
  if (draft.kind === 'json') return undefined;
  return draft.rows.find((row) => row.key === 'tags' && isTags(row));
}

export function tagsOfDraft(draft: MetadataDraft): readonly string[] {
  const row = tagsRow(draft);
  return row === undefined ? [] : tagsOf(metadataOf([row]));
}

/** The draft with these tags, in the form that they had. */
export function draftWithTags(draft: MetadataDraft, tags: readonly string[]): MetadataDraft {
  if (draft.kind === 'json') return draft;
  const row = tagsRow(draft);
  const changed = rowsOf(withTags(row === undefined ? {} : metadataOf([row]), tags));
  if (row === undefined) return { kind: 'rows', rows: [...draft.rows, ...changed] };
  return { kind: 'rows', rows: draft.rows.flatMap((other) => (other === row ? changed : [other])) };
}

function isTags({ type, value }: MetadataRow): boolean {
  if (type === 'String') return true;
  const list = type === 'Array' ? parsed(value) : undefined;
  return Array.isArray(list) && list.every((tag) => typeof tag === 'string');
}

function metadataOfText(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  const value = parsed(text);
  return isObject(value) && hasExactNumbers(text) ? value : undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
