import type { PartPlace } from '@pennon/domain';
import { flagParts, type FlagState, noneOf, segmentParts, type SegmentState } from '@pennon/state';
import { jsonTextOf, treeOfJsonText } from '../json/json-text';
import { MAX_DEPTH } from '../tree';
import { flagTypeWords, matchTypeWords } from '../words';
import { flagText, segmentText } from './subject-text';

/**
 * What a part of a flag or segment is, or an item of it, as documents have it, as JSON text.
 *
 * @param value As states have it; undefined for nothing, as is the text.
 */
export function partText({ kind, part }: PartPlace, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const textOf = (members: object): string =>
    kind === 'flag'
      ? flagText({ key: '', ...noneOf(flagParts), ...members } as FlagState)
      : segmentText({ key: '', ...noneOf(segmentParts), ...members } as SegmentState);
  if (part === 'whole') return textOf(value as object);
  if (part === 'type') return JSON.stringify(flagTypeWords[value as FlagState['type']]);
  if (part === 'matchType') return JSON.stringify(matchTypeWords[value as SegmentState['matchType']]);
  if (part === 'off') return memberText(textOf({ off: value }), part) ?? 'false';
  if (part === 'condition') {
    const text = textOf(value as object);
    const members = ['match_type', 'constraints'].map((name) => [name, memberText(text, name) ?? '[]']);
    return `{${members.map(([name, member]) => `"${name}":${member}`).join(',')}}`;
  }
  const isList = Array.isArray(value);
  const rows: readonly unknown[] = isList ? value : [value];
  if (!listParts.has(part) || rows.some((row) => typeof row !== 'object')) return JSON.stringify(value);
  const text = memberText(textOf({ [part]: rows }), part);
  return isList ? (text ?? '[]') : text?.slice(1, -1);
}

/** Parts that are lists of rows, or of items. */
const listParts = new Set<string>(['variants', 'rules', 'rollouts', 'constraints']);

/** A member of a JSON object, letter by letter; undefined if there is none. */
function memberText(json: string, name: string): string | undefined {
  const tree = treeOfJsonText(json);
  const node = tree.kind === 'map' ? tree.members.get(name)?.value : undefined;
  return node && jsonTextOf(node, MAX_DEPTH);
}
