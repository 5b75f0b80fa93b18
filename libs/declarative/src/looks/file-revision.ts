/** How many revisions fit into a second, so that contents tell apart what was changed within one. */
const PER_SECOND = 2 ** 20;
const HEX_DIGITS = 5;

/** Latest second that leaves a revision exact in a double: in the year 2106. */
const MAX_SECOND = 2 ** 32;

/**
 * The revision of a namespace whose files know none: the second in which the newest of them was changed, and 20 bits of
 * the digest of its contents. So instances that read the same files show the same revision.
 *
 * @param modifiedAt In milliseconds since the Unix epoch.
 * @param digest In hexadecimal.
 */
export function fileRevision(modifiedAt: number, digest: string): number {
  const second = Math.min(Math.max(Math.floor(modifiedAt / 1000), 0), MAX_SECOND);
  return second * PER_SECOND + Number.parseInt(digest.slice(0, HEX_DIGITS), 16);
}
