import { type DocumentSplitter, DocumentText } from '../document-text';

/** What decides where an object ends: quotes, brackets, and an escaped character, which is none of them. */
const landmark = /["{}[\]]|\\./gs;

/**
 * Cuts a stream of JSON objects, which stand one after another, into one text each. A first line that begins with `#`
 * is passed over. From where no object begins, all the rest is one text, for the parser
 * to refuse.
 */
export class JsonSplitter implements DocumentSplitter {
  /** The document under way. */
  private parts: string[] = [];
  private line = 1;
  private column = 1;
  /** The first line, as long as it is not complete; undefined when it is done with. */
  private firstLine: string | undefined = '';
  private isLost = false;
  private depth = 0;
  private isInText = false;
  private isEscaping = false;
  pendingLength = 0;

  *push(chunk: string): Generator<DocumentText> {
    let rest = this.withoutHeader(chunk);
    this.pendingLength += rest.length;
    while (rest !== '') {
      if (this.parts.length === 0) rest = this.withoutSpace(rest);
      if (this.parts.length === 0) this.isLost ||= rest !== '' && !rest.startsWith('{');
      const end = this.isLost ? rest.length : this.endOfObject(rest);
      if (end > 0) this.parts.push(rest.slice(0, end));
      rest = rest.slice(end);
      if (this.depth === 0 && !this.isLost && this.parts.length > 0) yield this.cut();
    }
  }

  *end(): Generator<DocumentText> {
    if (this.firstLine !== undefined) yield* this.push('\n');
    if (this.parts.length > 0) yield this.cut();
  }

  /** The chunk, from its second line on when the first one is a header. */
  private withoutHeader(chunk: string): string {
    if (this.firstLine === undefined) return chunk;
    const held = this.firstLine + chunk;
    const lineEnd = held.indexOf('\n') + 1;
    const mayBeHeader = /^\uFEFF?(?:#|$)/.test(held);
    if (mayBeHeader && lineEnd === 0) {
      this.firstLine = held;
      return '';
    }
    this.firstLine = undefined;
    if (!mayBeHeader) return held.replace(/^\uFEFF/, '');
    this.line++;
    return held.slice(lineEnd);
  }

  private withoutSpace(text: string): string {
    const length = /^[ \t\r\n]*/.exec(text)?.[0].length ?? 0;
    this.advance(text.slice(0, length));
    return text.slice(length);
  }

  /** Where the object under way ends in the text; the text's length when it goes on. */
  private endOfObject(text: string): number {
    landmark.lastIndex = this.isEscaping ? 1 : 0;
    let scanned = landmark.lastIndex;
    this.isEscaping = false;
    for (let found = landmark.exec(text); found !== null; found = landmark.exec(text)) {
      scanned = landmark.lastIndex;
      this.pass(found[0]);
      if (this.depth === 0) return scanned;
    }
    this.isEscaping = scanned < text.length && text.endsWith('\\');
    return text.length;
  }

  private pass(mark: string): void {
    if (mark === '"') this.isInText = !this.isInText;
    else if (this.isInText || mark.startsWith('\\')) return;
    else this.depth += mark === '{' || mark === '[' ? 1 : -1;
  }

  private cut(): DocumentText {
    const document = new DocumentText(this.parts.join(''), this.line, this.column);
    this.advance(document.text);
    this.parts = [];
    return document;
  }

  private advance(text: string): void {
    const passed = new DocumentText(text, this.line, this.column);
    ({ line: this.line, column: this.column } = passed.positionOf(text.length));
    this.pendingLength -= text.length;
  }
}
