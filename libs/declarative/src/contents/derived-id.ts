import { createHash } from 'node:crypto';

/**
 * The id of something that has none where it comes from: a name-based UUID (version 8, RFC 9562), the same for the same
 * name on every instance and at every start.
 *
 * @param name What tells it from everything else: its namespace, kind, keys and position.
 */
export function derivedId(...name: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(name)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
