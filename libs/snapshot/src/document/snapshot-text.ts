import { lackedFeatures, namedFeatures, quote } from '@pennon/domain';
import { decodeFlag, decodeSegment } from './decode-contents';
import { Members, SnapshotFormatError } from './members';
import {
  type FlagDocument,
  type SegmentDocument,
  SNAPSHOT_FORMAT_VERSION,
  type SnapshotDocument,
  type SnapshotState,
} from './snapshot-document';

/**
 * The text of a document, line by line, each with its line break: NDJSON, which {@link SnapshotDecoder} reads.
 *
 * The first line says what follows: format version, namespace key, revision with its mark, features, and how many
 * segments and flags there are. Then comes a line for each segment and one for each flag. Lines are made when they are
 * asked for, so whoever takes them may pause in between.
 */
export function* encodeSnapshotDocument(document: SnapshotDocument): Generator<string, void, undefined> {
  const { segments, flags, ...state } = document;
  const header = { ...state, segments: segments.length, flags: flags.length };
  for (const line of [header, ...segments, ...flags]) yield `${JSON.stringify(line)}\n`;
}

/** What the first line says. */
interface Header extends SnapshotState {
  readonly namespaceKey: string;
  /** How many segments and flags there are. */
  readonly segments: number;
  readonly flags: number;
}

/**
 * Reads the lines that `encodeSnapshotDocument` wrote. It trusts none of them: a text that was damaged, cut off or made
 * up is refused, so that whatever gets through can be compiled and evaluated.
 */
export class SnapshotDecoder {
  private header: Header | undefined;
  private lines = 0;
  private readonly segments: SegmentDocument[] = [];
  private readonly flags: FlagDocument[] = [];
  private readonly segmentKeys = new Set<string>();
  private readonly flagKeys = new Set<string>();
  private readonly variantIds = new Set<string>();

  /**
   * Takes the next line, without its line break.
   *
   * @throws SnapshotFormatError if it is not what has to come here, or of a newer format; it says which line and why.
   */
  line(text: string): void {
    this.lines++;
    try {
      this.take(parse(text));
    } catch (error) {
      if (!(error instanceof SnapshotFormatError)) throw error;
      throw new SnapshotFormatError(`line ${this.lines}: ${error.message}`, { cause: error });
    }
  }

  /** The document. @throws SnapshotFormatError if lines are missing. */
  end(): SnapshotDocument {
    const { header, segments, flags } = this;
    if (header === undefined) throw new SnapshotFormatError('the text is empty');
    if (!this.isComplete(header)) {
      const expected = 1 + header.segments + header.flags;
      throw new SnapshotFormatError(`the text ends after ${this.lines} of ${expected} lines`);
    }
    return { formatVersion: SNAPSHOT_FORMAT_VERSION, ...header, segments, flags };
  }

  private take(json: unknown): void {
    const { header } = this;
    if (header === undefined) this.header = decodeHeader(json);
    else if (this.segments.length < header.segments) this.takeSegment(decodeSegment(json));
    else if (this.flags.length < header.flags) this.takeFlag(decodeFlag(json));
    else throw new SnapshotFormatError('the text should have ended before it');
  }

  private takeSegment(segment: SegmentDocument): void {
    takeName(this.segmentKeys, segment.key, 'segment');
    this.segments.push(segment);
  }

  private takeFlag(flag: FlagDocument): void {
    takeName(this.flagKeys, flag.key, 'flag');
    for (const { id } of flag.variants) takeName(this.variantIds, id, 'variant');
    this.flags.push(flag);
  }

  private isComplete(header: Header): boolean {
    return this.segments.length === header.segments && this.flags.length === header.flags;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new SnapshotFormatError('must be JSON', { cause });
  }
}

function decodeHeader(json: unknown): Header {
  const members = Members.of(json);
  const formatVersion = members.integer('formatVersion');
  if (formatVersion !== SNAPSHOT_FORMAT_VERSION) {
    members.fail(
      'formatVersion',
      `is ${formatVersion}, and ${SNAPSHOT_FORMAT_VERSION} is what this version reads`,
    );
  }
  // First of all: what comes with a feature is unknown, too.
  const features = members.optionalTexts('features');
  const lacked = lackedFeatures(features ?? []);
  if (lacked.length > 0) members.fail('features', `this version lacks ${namedFeatures(lacked)}`);
  const mark = members.optionalText('mark');
  members.only(['formatVersion', 'namespaceKey', 'revision', 'mark', 'features', 'segments', 'flags']);
  return {
    namespaceKey: members.text('namespaceKey'),
    revision: members.count('revision'),
    ...(mark !== undefined && { mark }),
    ...(features !== undefined && { features }),
    segments: members.count('segments'),
    flags: members.count('flags'),
  };
}

/** @throws SnapshotFormatError if the name was taken before. */
function takeName(taken: Set<string>, name: string, what: string): void {
  if (taken.has(name)) throw new SnapshotFormatError(`there is another ${what} ${quote(name)}`);
  taken.add(name);
}
