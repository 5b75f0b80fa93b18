import { type ImportMode, type NamespaceDocument } from '@pennon/document';
import { NotFoundError, quote } from '@pennon/domain';
import { type RemoteServer } from '../remote/remote-server';
import { type ExportedNamespace, type ImportReport, type ImportSteps, type Target } from './target';

/** A running server. */
export class ServerTarget implements Target {
  readonly tokens = undefined;

  constructor(private readonly server: RemoteServer) {}

  get name(): string {
    return this.server.address;
  }

  async namespaceKeys(): Promise<readonly string[]> {
    return this.server.listNamespaces();
  }

  async export(namespaceKey: string): Promise<ExportedNamespace> {
    const exported = await this.server.exportNamespace(namespaceKey);
    if (exported !== undefined) return exported;
    throw new NotFoundError(`${this.name} has no namespace ${quote(namespaceKey)}`);
  }

  async preview(document: NamespaceDocument, mode: ImportMode): Promise<ImportReport> {
    return this.server.importNamespace(document, mode, { dryRun: true });
  }

  async import(
    document: NamespaceDocument,
    mode: ImportMode,
    { maxDeletions }: ImportSteps,
  ): Promise<ImportReport> {
    return this.server.importNamespace(document, mode, maxDeletions === undefined ? {} : { maxDeletions });
  }

  async close(): Promise<void> {
    return Promise.resolve();
  }
}
