import { createHash } from 'node:crypto';
import type { DocumentFormat } from '@pennon/document';

/** A file of documents, as it goes to the thread that reads it. */
export interface FileText {
  /** For messages: the path, and where it is told, the place of the tree. */
  readonly name: string;
  readonly format: DocumentFormat;
  /** In UTF-8. */
  readonly body: Uint8Array;
  /** When it was changed last, in milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
  /** True where the file must not hold more than one document. */
  readonly isSingle: boolean;
}

/** Bounds of reading. */
export interface ReadLimits {
  /** Longest document, in UTF-16 units. */
  readonly maxDocumentLength: Readonly<Record<DocumentFormat, number>>;
}

/**
 * What was read of a namespace, without the lines themselves: digests of them, by which whoever has the lines already
 * need not have them again.
 */
export interface NamespaceContents {
  readonly namespaceKey: string;
  /** Of all that follows: SHA-256 in hexadecimal. */
  readonly digest: string;
  /** When the newest of its files was changed, in milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
  /** Digests of the encoded segments and flags, each in the order of the snapshot document. */
  readonly segments: readonly string[];
  readonly flags: readonly string[];
}

/** What a file speaks of. */
export interface FileOutline {
  readonly name: string;
  /** Of a file that was refused, as far as that can be told: empty when it cannot. */
  readonly namespaceKeys: readonly string[];
  /** Why nothing of the file was taken, with file and place; undefined for a file that was read. */
  readonly refusal: string | undefined;
}

/** What was read of some files. */
export interface FileContents {
  /** What the files that were read say. */
  readonly namespaces: readonly NamespaceContents[];
  /** Of every file, in order. */
  readonly files: readonly FileOutline[];
}

/** A part of a snapshot document. */
export type Part = 'segments' | 'flags';

/** What the thread is asked, one thing after another. */
export type Request =
  | { readonly kind: 'read'; readonly files: readonly FileText[]; readonly limits: ReadLimits }
  /** The first of these encoded segments or flags of what was read last, as many as make up one answer. */
  | {
      readonly kind: 'lines';
      readonly namespaceKey: string;
      readonly part: Part;
      readonly positions: Uint32Array;
    };

/** What the thread answers. */
export type Response =
  | ({ readonly kind: 'contents' } & FileContents)
  /** At least one, where at least one was asked for. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] };

/** How much of a digest tells lines from one another: 132 bits. */
const DIGEST_LENGTH = 22;

/** A name for a line by which it is known again: no two lines have the same. */
export function digestOfLine(line: string): string {
  return createHash('sha256').update(line).digest('base64url').slice(0, DIGEST_LENGTH);
}

/** SHA-256 in hexadecimal of all that a namespace holds, by the digests of its segments and flags. */
export function digestOfContents(segments: readonly string[], flags: readonly string[]): string {
  return createHash('sha256')
    .update(`${segments.join('\n')}\n\n${flags.join('\n')}`)
    .digest('hex');
}
