import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildDocument, partsOf, type NamespaceDocument } from '@pennon/document';
import { FailedPreconditionError, InvalidArgumentError, TooLargeError, type Revision } from '@pennon/domain';
import type { Finding, FlagState, SegmentState } from '@pennon/state';
import { type UnitOfWork } from '@pennon/storage';
import { pastDocument } from './past-document';
import { readConsistently, type NamespaceReading, type RevisionOutline } from './namespace-reading';

/** A namespace that there is. */
export interface ListedNamespace extends Revision {
  readonly namespaceKey: string;
}

/** A namespace at one revision. */
export interface NamespaceExport {
  readonly revision: Revision;
  readonly document: NamespaceDocument;
  /** What of the rows the document says otherwise or not at all, in sentences for people. */
  readonly omissions: readonly string[];
  /** Errors of the rows that the document does not show. */
  readonly findings: readonly Finding[];
}

/**
 * True if the fault is the namespace's, and others can be exported: a document that cannot be written, a feature that
 * this version lacks.
 */
export function isRefusal(error: unknown): error is Error {
  const refusals = [InvalidArgumentError, TooLargeError, FailedPreconditionError];
  return refusals.some((type) => error instanceof type);
}

/**
 * Namespaces out of the database, each as a document. What is in memory at once is the document and the rows of a few
 * flags; others have their turn every few milliseconds.
 */
export class NamespaceExports {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Keys and revisions of all namespaces, in creation order. */
  async list(): Promise<readonly ListedNamespace[]> {
    return this.unitOfWork.read(({ namespaces }) => namespaces.revisions());
  }

  /**
   * What a namespace was at a revision; undefined when it was not there then. It may have been deleted since.
   *
   * @throws NotFoundError if the state of that revision is not known, or there never was such a namespace.
   * @throws DocumentWriteError as {@link read} does.
   */
  async readAt(namespaceKey: string, asked: Revision): Promise<NamespaceExport | undefined> {
    return readConsistently(this.unitOfWork, namespaceKey, async (reading, outline) => {
      const { revision, states } = await reading.past(asked);
      const document = await pastDocument(namespaceKey, states, reading, outline);
      return document && { revision, document, omissions: [], findings: [] };
    });
  }

  /**
   * One consistent state; undefined when there is no such namespace.
   *
   * @throws DocumentWriteError if a stored attachment is no JSON, or it or metadata is nested too deeply.
   */
  async read(namespaceKey: string): Promise<NamespaceExport | undefined> {
    return readConsistently(
      this.unitOfWork,
      namespaceKey,
      async (reading, outline) => outline && build(reading, outline),
    );
  }
}

async function build(reading: NamespaceReading, outline: RevisionOutline): Promise<NamespaceExport> {
  const flags: FlagState[] = [];
  const segments: SegmentState[] = [];
  const omissions: string[] = [];
  const findings: Finding[] = [];
  for (const parts of partsOf(outline)) {
    const built = buildDocument({ namespace: outline.namespace, ...(await reading.rows(parts)) });
    flags.push(...built.document.flags);
    segments.push(...built.document.segments);
    omissions.push(...built.omissions);
    findings.push(...built.findings);
    await nextTurn();
  }
  const { key, name, description } = outline.namespace;
  return {
    revision: outline.revision,
    document: { namespace: { key, name, description }, flags, segments },
    omissions,
    findings,
  };
}
