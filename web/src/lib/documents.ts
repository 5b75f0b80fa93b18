import {
  type DocumentFormat,
  formatOfFile,
  mergeDocuments,
  type NamespaceDocument,
  partText,
  readDocuments,
  writeDocuments,
} from '@pennon/document';
import { type RolloutState, type RuleState, segmentsUsedBy } from '@pennon/state';
import { transferCopy } from '@/copy/transfer';
import { validationCopy } from '@/copy/validation';
import { isExact } from './exact-numbers';
import { laidOutJson } from './json-layout';

/** Reads and writes the exchange format. It is heavy: pages load it once it is needed. */

/** Flags and segments of one namespace, without ids and dates. */
export type NamespaceStates = Pick<NamespaceDocument, 'flags' | 'segments'>;

/**
 * A namespace as the server exports it.
 *
 * @param text JSON. A flag without `off` is not off.
 */
export function readExport(text: string): NamespaceStates {
  const read = [...readDocuments(text, { format: 'json', mayLackSegments: true })];
  return {
    flags: read.flatMap(({ document }) =>
      document.flags.map((flag) => ({ ...flag, off: flag.off ?? false })),
    ),
    segments: read.flatMap(({ document }) => document.segments),
  };
}

/**
 * Flags and segments from a file, as they are wanted in the namespace.
 *
 * @param fileName Its ending says the format; without a known ending the file is YAML, which includes JSON.
 * @throws DocumentError for a file that cannot be read, with line, column and path.
 * @throws Error for a file with several namespaces.
 */
export function readFile(text: string, fileName: string, namespaceKey: string): NamespaceStates {
  const read = readDocuments(text, {
    format: formatOfFile(fileName) ?? 'yaml',
    unnamedNamespace: namespaceKey,
    mayLackSegments: true,
    refuseNumber: (digits) => (isExact(digits) ? undefined : validationCopy.numberInexact),
  });
  const [document, ...others] = mergeDocuments([...read].map((one) => one.document));
  if (document === undefined || others.length > 0) throw new Error(transferCopy.importing.severalNamespaces);
  return document;
}

/**
 * The text of a file that `pennon import` reads.
 *
 * @param exported A namespace as the server exports it, in JSON.
 * @param flagKeys Only these flags, with the segments that they use; the whole namespace unless given.
 */
export function fileText(exported: string, format: DocumentFormat, flagKeys?: readonly string[]): string {
  if (format === 'json' && flagKeys === undefined) return laidOutJson(exported);
  const read = [...readDocuments(exported, { format: 'json', mayLackSegments: true })];
  const documents = read.map(({ document }) =>
    flagKeys ? onlyFlags(document, new Set(flagKeys)) : document,
  );
  const text = [...writeDocuments(documents, { format })].join('');
  return format === 'json' ? laidOutJson(text) : text;
}

function onlyFlags(document: NamespaceDocument, chosen: ReadonlySet<string>): NamespaceDocument {
  const flags = document.flags.filter(({ key }) => chosen.has(key));
  const used = new Set(flags.flatMap(segmentsUsedBy));
  const { key } = document.namespace;
  return {
    // A part of a namespace says nothing of the namespace itself.
    namespace: { key, name: undefined, description: undefined },
    flags,
    segments: document.segments.filter((segment) => used.has(segment.key)),
  };
}

/** A rule or a rollout as documents have it. */
export function stepJson(part: 'rules' | 'rollouts', step: RuleState | RolloutState): string {
  return laidOutJson(partText({ kind: 'flag', key: '', part, item: '' }, step) ?? '');
}
