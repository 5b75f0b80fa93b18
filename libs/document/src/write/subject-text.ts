import type { FlagState, SegmentState } from '@pennon/state';
import { documentAttachment, jsonTextOf } from '../json/json-text';
import { JsonSyntaxError } from '../json/parse-json';
import { MAX_DEPTH } from '../tree';
import { LATEST_VERSION } from '../version';
import { treeOfFlag, treeOfSegment } from './tree-of-document';

/** A flag as documents have it, as JSON text. An attachment that no document can hold is there as a text. */
export function flagText(flag: FlagState): string {
  const variants = flag.variants.map((variant) => ({ ...variant, attachment: sayable(variant.attachment) }));
  return jsonTextOf(treeOfFlag({ ...flag, variants }, LATEST_VERSION), MAX_DEPTH);
}

/** A segment as documents have it, as JSON text. */
export function segmentText(segment: SegmentState): string {
  return jsonTextOf(treeOfSegment(segment), MAX_DEPTH);
}

function sayable(attachment: string): string {
  try {
    return documentAttachment(attachment);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return JSON.stringify(attachment);
    throw error;
  }
}
