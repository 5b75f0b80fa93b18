/** The text of one document, and where in the whole text it stands. */
export class DocumentText {
  private lineStarts: readonly number[] | undefined;

  /**
   * @param line Line of the first character in the whole text, 1-based.
   * @param column Column of the first character, 1-based.
   */
  constructor(
    readonly text: string,
    private readonly line = 1,
    private readonly column = 1,
  ) {}

  /** Line and column in the whole text, 1-based, of a place in this one. */
  positionOf(offset: number): { readonly line: number; readonly column: number } {
    this.lineStarts ??= lineStartsOf(this.text);
    const index = lastAtMost(this.lineStarts, offset);
    const column = offset - (this.lineStarts[index] ?? 0);
    return index === 0
      ? { line: this.line, column: this.column + column }
      : { line: this.line + index, column: column + 1 };
  }

  /** A part of this text, up to the end unless told otherwise. */
  slice(start: number, end?: number): DocumentText {
    const { line, column } = this.positionOf(start);
    return new DocumentText(this.text.slice(start, end), line, column);
  }
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) {
    starts.push(index + 1);
  }
  return starts;
}

/** The index of the last element that is not above `wanted`; the elements ascend from one that is not. */
function lastAtMost(ascending: readonly number[], wanted: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ascending[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Cuts a stream of text into its documents, each handed on as soon as it is complete. */
export interface DocumentSplitter {
  /** The documents that the chunk completes. */
  push(chunk: string): Iterable<DocumentText>;
  /** What is left when no more chunks come. */
  end(): Iterable<DocumentText>;
  /** How much is held, in UTF-16 units: grows with one document, not with the stream. */
  readonly pendingLength: number;
}
