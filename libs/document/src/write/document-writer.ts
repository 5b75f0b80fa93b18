import { MICROS_PER_MILLISECOND, quote, type Instant } from '@pennon/domain';
import { jsonTextOf } from '../json/json-text';
import { type NamespaceDocument, sortByKey } from '../document';
import { type DocumentFormat } from '../format';
import { MAX_DEPTH, type TreeNode } from '../tree';
import { isBefore, LATEST_VERSION, type DocumentVersion } from '../version';
import { versionNeededBy } from './version-needed';
import { printYamlItem, printYamlText, printYamlValue } from '../yaml/print-yaml';
import { DocumentWriteError } from '../fields/written-json';
import { treeOfFlag, treeOfNamespace, treeOfSegment } from './tree-of-document';

/** How documents are written. */
export interface WriteOptions {
  readonly format: DocumentFormat;
  /** The latest unless told otherwise. */
  readonly version?: DocumentVersion;
  /** True for the order of keys instead of the order given. */
  readonly sortByKey?: boolean;
  /** A line on top that says who wrote the file; none unless told otherwise. */
  readonly header?: DocumentHeader;
}

/** Who wrote a file, and when. */
export interface DocumentHeader {
  /** Version of the program. */
  readonly programVersion: string;
  readonly at: Instant;
}

/**
 * Writes documents one after another, in chunks of a flag or a segment: the same documents give the same text.
 */
export class DocumentWriter {
  private readonly version: DocumentVersion;
  private isFirst = true;

  constructor(private readonly options: WriteOptions) {
    this.version = options.version ?? LATEST_VERSION;
  }

  /**
   * The text of the next document.
   *
   * @throws DocumentWriteError if the version cannot say what the document says, or an attachment cannot be written.
   */
  *write(document: NamespaceDocument): Generator<string> {
    const { format, header } = this.options;
    const needed = versionNeededBy(document);
    if (isBefore(this.version, needed)) {
      const subject = `document of namespace ${quote(document.namespace.key)}`;
      throw new DocumentWriteError(subject, `needs version ${needed}, and ${this.version} is asked for`);
    }
    if (this.isFirst && header !== undefined) yield headerOf(header);
    const written = this.options.sortByKey === true ? sortByKey(document) : document;
    yield* format === 'json' ? this.json(written) : this.yaml(written);
    this.isFirst = false;
  }

  private *yaml({ namespace, flags, segments }: NamespaceDocument): Generator<string> {
    yield this.isFirst ? `version: ${printYamlText(this.version)}\n` : '---\n';
    yield `namespace:${printYamlValue(treeOfNamespace(namespace, this.version), 0)}`;
    if (flags.length > 0) yield 'flags:\n';
    for (const flag of flags) yield printYamlItem(treeOfFlag(flag, this.version), 2);
    if (segments.length > 0) yield 'segments:\n';
    for (const segment of segments) yield printYamlItem(treeOfSegment(segment), 2);
  }

  private *json({ namespace, flags, segments }: NamespaceDocument): Generator<string> {
    yield this.isFirst ? `{"version":${JSON.stringify(this.version)},` : '{';
    yield `"namespace":${jsonTextOf(treeOfNamespace(namespace, this.version), MAX_DEPTH)}`;
    yield* jsonList('flags', flags, (flag) => treeOfFlag(flag, this.version));
    yield* jsonList('segments', segments, (segment) => treeOfSegment(segment));
    yield '}\n';
  }
}

/**
 * The text of documents, in chunks.
 *
 * @throws DocumentWriteError as {@link DocumentWriter.write} does.
 */
export function* writeDocuments(
  documents: Iterable<NamespaceDocument>,
  options: WriteOptions,
): Generator<string> {
  const writer = new DocumentWriter(options);
  for (const document of documents) yield* writer.write(document);
}

function* jsonList<T>(name: string, items: readonly T[], treeOf: (item: T) => TreeNode): Generator<string> {
  if (items.length === 0) return;
  for (const [index, item] of items.entries()) {
    yield `${index === 0 ? `,${JSON.stringify(name)}:[` : ','}${jsonTextOf(treeOf(item), MAX_DEPTH)}`;
  }
  yield ']';
}

function headerOf({ programVersion, at }: DocumentHeader): string {
  const time = new Date(at / MICROS_PER_MILLISECOND).toISOString().replace(/\.\d+/, '');
  return `# exported by Pennon (${programVersion.replace(/\s+/g, ' ')}) on ${time}\n\n`;
}
