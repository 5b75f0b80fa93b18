import { cutLine, type ImportChange, sentenceCount, sentencesOf } from '@pennon/document';
import { MAX_LINE_LENGTH, MAX_LINES_TOLD, type RevisionLines } from '@pennon/domain';

/** Keeps the first lines of what a revision changes, and counts the others without making them. */
export class FirstLines {
  private readonly first: string[] = [];
  private leftOut = 0;

  /** Undefined if there are none. */
  get lines(): RevisionLines | undefined {
    return this.first.length === 0 ? undefined : { first: this.first, leftOut: this.leftOut };
  }

  /** Takes what is changed after all that was added before. */
  add(changes: readonly ImportChange[]): void {
    for (const change of changes) {
      if (this.isFull) this.leftOut += sentenceCount(change);
      else for (const line of sentencesOf(change)) this.tell(line);
    }
  }

  private get isFull(): boolean {
    return this.first.length >= MAX_LINES_TOLD;
  }

  private tell(line: string): void {
    if (this.isFull) this.leftOut++;
    else this.first.push(cutLine(line, MAX_LINE_LENGTH));
  }
}
