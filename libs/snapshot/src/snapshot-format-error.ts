/** A text that is no snapshot document, or not all of one; the message says where and why. */
export class SnapshotFormatError extends Error {
  override readonly name = 'SnapshotFormatError';
}
