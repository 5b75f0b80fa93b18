import { type SnapshotDocument } from './snapshot-document';

/**
 * The text of a document, line by line, each with its line break: NDJSON, which {@link SnapshotDecoder} reads.
 *
 * The first line says what follows: format version, namespace key, revision with its mark, and how many segments and
 * flags there are. Then comes a line for each segment and one for each flag. Lines are made when they are asked for, so
 * whoever takes them may pause in between.
 */
export function* encodeSnapshotDocument(document: SnapshotDocument): Generator<string, void, undefined> {
  const { segments, flags, ...state } = document;
  const header = { ...state, segments: segments.length, flags: flags.length };
  for (const line of [header, ...segments, ...flags]) yield `${JSON.stringify(line)}\n`;
}
