import { type ChangeConflict, type MergedPart, type PartPlace } from '@/api/changes';
import { changesCopy } from '@/copy/changes';
import { conflictsCopy } from '@/copy/conflicts';
import { plansCopy } from '@/copy/plans';

const { parts, merged } = changesCopy;

/** What of a flag or segment a place is, as in `flag checkout: rule 2 result`. */
export function placeText({ kind, key, part, item }: PartPlace): string {
  const owner = kind === 'segment' ? plansCopy.segment(key) : plansCopy.flag(key);
  if (part === '' || part === 'whole') return owner;
  return plansCopy.field(owner, [parts[part] ?? part, item].filter((text) => text !== '').join(' '));
}

/** What others changed and what was kept, in one sentence; undefined for nothing. */
export function mergedText(places: readonly PartPlace[]): string | undefined {
  const texts = [...new Set(places.map(placeText))];
  return texts.length === 0 ? undefined : merged(texts.join(', '));
}

/** Who made the other change, as far as that is known. */
export function makerText({ author, revision }: Pick<MergedPart, 'author' | 'revision'>): string {
  return conflictsCopy.maker(author, revision.split('.')[0] ?? '');
}

/** A value of a conflict as the server tells it: a text as it is, anything else as JSON. */
export function jsonText(json: ChangeConflict['base']): string {
  if (json === undefined) return '';
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}
