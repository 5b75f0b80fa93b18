import { buildingOf, type NamespaceDocument } from '@pennon/document';
import { type Revision } from '@pennon/domain';
import { type UnitOfWork } from '@pennon/storage';
import { inTurns } from './in-turns';
import { readState } from './read-state';

/** A namespace that there is. */
export interface ListedNamespace extends Revision {
  readonly namespaceKey: string;
}

/** A namespace at one revision. */
export interface NamespaceExport {
  readonly revision: Revision;
  readonly document: NamespaceDocument;
  /** What of the rows no document can say, in sentences for people. */
  readonly omissions: readonly string[];
}

/** Namespaces out of the database, each as a document. */
export class NamespaceExports {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Keys and revisions of all namespaces, in creation order. */
  async list(): Promise<readonly ListedNamespace[]> {
    return this.unitOfWork.read(({ namespaces }) => namespaces.revisions());
  }

  /**
   * One consistent state; undefined when there is no such namespace.
   *
   * @throws DocumentWriteError if a stored attachment is no JSON or nested too deeply.
   */
  async read(namespaceKey: string): Promise<NamespaceExport | undefined> {
    const read = await this.unitOfWork.read((stores) => readState(stores, namespaceKey));
    // Not while the transaction is open, which keeps others from reading.
    return read && { revision: read.revision, ...(await inTurns(buildingOf(read.state))) };
  }
}
