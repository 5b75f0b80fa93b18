import { type ImportMode, type NamespaceDocument } from '@pennon/document';
import { NotFoundError, quote, type TokenStore } from '@pennon/domain';
import { type UnitOfWork } from '@pennon/storage';
import { Importer, NamespaceExports, type ApplyChange } from '@pennon/transfer';
import { type ExportedNamespace, type ImportReport, type ImportSteps, type Target } from './target';

/** The database, without a server in between. */
export class DatabaseTarget implements Target {
  private readonly exports: NamespaceExports;
  private readonly importer: Importer;

  /**
   * @param apply Changes a namespace, and tells running servers.
   * @param close Closes the database.
   */
  constructor(
    readonly name: string,
    unitOfWork: UnitOfWork,
    apply: ApplyChange,
    readonly tokens: TokenStore,
    readonly close: () => Promise<void>,
  ) {
    this.exports = new NamespaceExports(unitOfWork);
    this.importer = new Importer(unitOfWork, apply);
  }

  async namespaceKeys(): Promise<readonly string[]> {
    return (await this.exports.list()).map(({ namespaceKey }) => namespaceKey);
  }

  async export(namespaceKey: string): Promise<ExportedNamespace> {
    const exported = await this.exports.read(namespaceKey);
    if (exported !== undefined) return exported;
    throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
  }

  async preview(document: NamespaceDocument, mode: ImportMode): Promise<ImportReport> {
    return { ...(await this.importer.preview(document, mode)), warnings: [] };
  }

  async import(
    document: NamespaceDocument,
    mode: ImportMode,
    { maxDeletions, onProgress }: ImportSteps,
  ): Promise<ImportReport> {
    const options = { onProgress, ...(maxDeletions !== undefined && { maxDeletions }) };
    return { ...(await this.importer.import(document, mode, options)), warnings: [] };
  }
}
