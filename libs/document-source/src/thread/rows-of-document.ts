import { createHash } from 'node:crypto';
import type { NamespaceDocument } from '@pennon/document';
import type { NamespaceRows } from '@pennon/snapshot';
import { type Adoption, adoptFlag, adoptSegment, ungrouped } from '@pennon/state';

/**
 * The id of something that has none where it comes from: a name-based UUID (version 8, RFC 9562), the same for the same
 * name on every instance and at every start.
 *
 * @param name What tells it from everything else: its namespace, kind, keys and position.
 */
function derivedId(...name: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(name)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * The rows that a document stands for, in the order of the document. Ids are derived from what they belong to: keys,
 * and positions where there are none. The revision is for others to tell.
 *
 * Documents say nothing of times. A moment that is made up would differ between instances, or change with every save of
 * a file, and a flag that has not changed must look the same.
 *
 * @throws InvalidArgumentError if a flag names a variant that it lacks, which no document does that was read.
 */
export function rowsOfDocument({ namespace: { key }, flags, segments }: NamespaceDocument): NamespaceRows {
  const adoption: Adoption = {
    id: (noun, ...name) => derivedId(key, noun, ...name),
    now: () => 0,
    author: '',
    isComplete: true,
    attachmentOf: (stored) => stored,
  };
  return {
    namespace: { key, revision: 0 },
    ...ungrouped({
      flags: flags.map((flag) => adoptFlag(key, undefined, flag, adoption)),
      segments: segments.map((segment) => adoptSegment(key, undefined, segment, adoption)),
    }),
  };
}
