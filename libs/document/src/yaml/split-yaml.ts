import { type DocumentSplitter, DocumentText } from '../document-text';

/** A line that ends one document or begins another. Nothing else in YAML may stand so at the beginning of a line. */
const marker = /^(?:---|\.\.\.)(?=[ \t\r\n]|$)/gm;

/** A line that is neither blank nor a comment nor a directive. */
const contentLine = /^(?![ \t]*(?:#|\r?$)|%)/m;

/** Cuts a YAML stream into its documents. Comments and directives stay with the document that follows them. */
export class YamlSplitter implements DocumentSplitter {
  /** Complete lines of the document under way. */
  private lines: string[] = [];
  private hasContent = false;
  /** The line under way, which may yet turn out a marker. */
  private tail: string[] = [];
  private line = 1;
  pendingLength = 0;

  *push(chunk: string): Generator<DocumentText> {
    this.pendingLength += chunk.length;
    const end = chunk.lastIndexOf('\n') + 1;
    if (end > 0) {
      const text = this.tail.join('') + chunk.slice(0, end);
      this.tail = [];
      yield* this.addLines(text);
    }
    if (end < chunk.length) this.tail.push(chunk.slice(end));
  }

  *end(): Generator<DocumentText> {
    yield* this.addLines(this.tail.join(''));
    this.tail = [];
    if (this.hasContent) yield this.cut();
  }

  private *addLines(text: string): Generator<DocumentText> {
    let start = 0;
    for (const { 0: mark, index } of text.matchAll(marker)) {
      this.add(text.slice(start, index));
      start = index;
      if (mark === '...') {
        const lineEnd = text.indexOf('\n', index);
        start = lineEnd === -1 ? text.length : lineEnd + 1;
        this.add(text.slice(index, start));
      }
      if (this.hasContent) yield this.cut();
    }
    this.add(text.slice(start));
  }

  private add(lines: string): void {
    if (lines === '') return;
    this.lines.push(lines);
    this.hasContent ||= contentLine.test(lines);
  }

  private cut(): DocumentText {
    const document = new DocumentText(this.lines.join(''), this.line);
    ({ line: this.line } = document.positionOf(document.text.length));
    this.pendingLength -= document.text.length;
    this.lines = [];
    this.hasContent = false;
    return document;
  }
}
