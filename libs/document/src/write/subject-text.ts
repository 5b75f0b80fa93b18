import type { FlagState, SegmentState } from '@pennon/state';
import { documentAttachment, jsonTextOf } from '../json/json-text';
import { JsonSyntaxError, parseJson } from '../json/parse-json';
import { Place } from '../place';
import { type MapNode, MAX_DEPTH, type Member } from '../tree';
import { LATEST_VERSION } from '../version';
import { boolean, object } from '../fields/nodes';
import { treeOfFlag, treeOfSegment } from './tree-of-document';

/** A flag as documents have it, as JSON text. An attachment that no document can hold is there as a text. */
export function flagText(flag: FlagState): string {
  return jsonTextOf(sayableTree(flag), MAX_DEPTH);
}

/** The same of a flag that a change wants, which says that the flag is to be turned on. */
export function wantedFlagText(flag: FlagState): string {
  const tree = sayableTree(flag);
  if (flag.off !== false) return jsonTextOf(tree, MAX_DEPTH);
  const { members } = object([['off', boolean(false)]]);
  return jsonTextOf({ ...tree, members: new Map([...tree.members, ...members]) }, MAX_DEPTH);
}

/**
 * A flag or a segment as JSON text, with some members as another text has them. Members that the other text lacks are
 * left out. Values are passed on letter by letter.
 *
 * @throws JsonSyntaxError if a text is not JSON.
 */
export function withMembersOf(json: string, other: string, names: ReadonlySet<string>): string {
  const [kept, taken] = [json, other].map(membersIn);
  const members = new Map([
    ...(kept ?? []).filter(([name]) => !names.has(name)),
    ...(taken ?? []).filter(([name]) => names.has(name)),
  ]);
  return jsonTextOf({ kind: 'map', offset: 0, members }, MAX_DEPTH);
}

function membersIn(json: string): readonly (readonly [string, Member])[] {
  const tree = parseJson(json, Place.root(), () => undefined);
  return tree.kind === 'map' ? [...tree.members] : [];
}

/** A segment as documents have it, as JSON text. */
export function segmentText(segment: SegmentState): string {
  return jsonTextOf(treeOfSegment(segment), MAX_DEPTH);
}

function sayableTree(flag: FlagState): MapNode {
  const variants = flag.variants.map((variant) => ({ ...variant, attachment: sayable(variant.attachment) }));
  return treeOfFlag({ ...flag, variants }, LATEST_VERSION);
}

function sayable(attachment: string): string {
  try {
    return documentAttachment(attachment);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return JSON.stringify(attachment);
    throw error;
  }
}
