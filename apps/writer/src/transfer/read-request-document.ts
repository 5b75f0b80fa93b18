import {
  describeProblem,
  DocumentError,
  mergeDocuments,
  readDocuments,
  type NamespaceDocument,
  type Problem,
} from '@pennon/document';
import { invalidField, quote, type InvalidFieldError } from '@pennon/domain';

/** Most problems that a refusal tells: it travels in headers, which have a limit that nobody knows. */
const MAX_PROBLEMS_TOLD = 10;

/** Longest line about one problem, in UTF-16 units. */
const MAX_PROBLEM_LENGTH = 300;

/** The document of a request, and what is odd about it. */
export interface RequestDocument {
  readonly document: NamespaceDocument;
  /** Lines for people, with line, column and path. */
  readonly warnings: readonly string[];
}

/**
 * Reads the text of a request: a document in JSON, or several of one namespace, one after another. Segments that it
 * lacks may be there already.
 *
 * @param namespaceKey That of the request: what a document that names none is about.
 * @throws InvalidFieldError with the places of what is wrong.
 */
export function readRequestDocument(text: string, namespaceKey: string): RequestDocument {
  if (text === '') throw invalidField('document', 'must not be empty');
  try {
    const options = { format: 'json', mayLackSegments: true, unnamedNamespace: namespaceKey } as const;
    const read = [...readDocuments(text, options)];
    const merged = mergeDocuments(read.map((one) => one.document));
    const [document] = merged;
    if (document === undefined || merged.length > 1) throw severalNamespaces(merged);
    return { document, warnings: read.flatMap(({ warnings }) => warnings.map(lineOf)) };
  } catch (error) {
    throw error instanceof DocumentError ? refusalOf(error) : error;
  }
}

function severalNamespaces(documents: readonly NamespaceDocument[]): InvalidFieldError {
  const keys = documents.slice(0, 2).map(({ namespace }) => quote(namespace.key));
  return invalidField('document', `must be about one namespace, and is about ${keys.join(' and ')}`);
}

function refusalOf({ problems, isComplete }: DocumentError): InvalidFieldError {
  const told = problems.slice(0, MAX_PROBLEMS_TOLD).map(lineOf);
  const left = problems.length - told.length;
  if (left > 0) told.push(`and ${isComplete ? '' : 'at least '}${left} more`);
  // One problem on the line of the field; several below it, each on a line of its own.
  return invalidField('document', told.length === 1 ? told.join('') : ['', ...told].join('\n'));
}

function lineOf(problem: Problem): string {
  const line = describeProblem(problem);
  return line.length <= MAX_PROBLEM_LENGTH ? line : `${line.slice(0, MAX_PROBLEM_LENGTH).toWellFormed()}…`;
}

/**
 * A caller may do something in one namespace and not in another, so a document cannot choose.
 *
 * @param field The name that an error says.
 * @throws InvalidFieldError if the document is about another namespace than the request.
 */
export function assertAbout(field: string, namespaceKey: string, documentKey: string): void {
  if (documentKey === namespaceKey) return;
  throw invalidField(
    field,
    `namespace.key is ${quote(documentKey)}, and the request is about ${quote(namespaceKey)}`,
  );
}
