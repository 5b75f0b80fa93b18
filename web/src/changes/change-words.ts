import { type ChangeConflict, type MergedPart, type PartPlace } from '@/api/changes';
import { changesCopy } from '@/copy/changes';
import { conflictsCopy } from '@/copy/conflicts';
import { plansCopy } from '@/copy/plans';
import { boolText } from '@/lib/plan/words';

const { parts, merged } = changesCopy;

/** What of a flag or segment a place is, as in `flag checkout: rule 2 result`. */
export function placeText({ kind, key, part, item }: PartPlace): string {
  const owner = kind === 'segment' ? plansCopy.segment(key) : plansCopy.flag(key);
  if (part === '' || part === 'whole') return owner;
  // Of steps it is their place and what of them, as `2.result`; of others a key, which may have dots of its own.
  const place = part === 'rules' || part === 'rollouts' ? item.replace('.', ' ') : item;
  return plansCopy.field(owner, [parts[part] ?? part, place].filter((text) => text !== '').join(' '));
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

/** A value of a conflict as the server tells it, without the marks of JSON, as in `variant blue, rollout 50`. */
export function toldText(json: ChangeConflict['base']): string {
  return json === undefined ? '' : plainText(JSON.parse(json));
}

/** Items of a list stand in lines of their own. */
function plainText(value: unknown): string {
  if (typeof value === 'boolean') return boolText(value);
  if (Array.isArray(value)) return value.map(plainText).join('\n');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${plainText(member)}`)
    .join(', ');
}
