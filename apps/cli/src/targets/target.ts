import type { ImportMode, NamespaceDocument, PlanLine, PlanSummary } from '@pennon/document';
import { NotFoundError, quote, readRevision, revisionText, type TokenStore } from '@pennon/domain';
import { DatabaseTokenStore, UnitOfWork } from '@pennon/storage';
import {
  Changes,
  type ImportChanges,
  Importer,
  type ImportOutcome,
  NamespaceChecks,
  NamespaceExports,
} from '@pennon/changes';
import type { Finding } from '@pennon/state';
import type { Given } from '../command-line/command';
import { loadSettings } from '../config/settings';
import { openForReading, openForWriting } from './open-database';
import type { RemoteServer } from './remote-server';
import { serverOf } from './server-of';

/** A namespace as a document. */
interface ExportedNamespace {
  readonly document: NamespaceDocument;
  /** What of it the document cannot say; sentences for people. */
  readonly omissions: readonly string[];
}

/** Something that is wrong or odd about a flag or segment. */
export type TargetFinding = Pick<Finding, 'key' | 'message'> & { readonly check: string };

/** What an import did, or would do. */
export interface ImportReport {
  readonly summary: PlanSummary;
  readonly lines: Iterable<PlanLine>;
  /** How many lines there are beyond those. */
  readonly linesLeftOut: number;
  /** Of the namespace, after it or, of a preview, now; undefined while there is no such namespace. */
  readonly revision: string | undefined;
  /** What a server finds odd about the document; lines for people. */
  readonly warnings: readonly string[];
}

/** What an import may be told. */
interface ImportSteps {
  /** Nouns that were agreed to be deleted, more are refused; undefined for any number. */
  readonly maxDeletions: number | undefined;
  readonly onProgress: (done: number, all: number) => void;
}

/** Where flags live that a command reads or changes: a database, or a running server. */
export interface Target {
  /** For people, without secrets. */
  readonly name: string;
  /** Where client tokens are kept; undefined for a server, which takes none that somebody else has made. */
  readonly tokens: TokenStore | undefined;
  /** In creation order. */
  namespaceKeys(): Promise<readonly string[]>;
  /**
   * What is in a namespace.
   *
   * @param revision What was in it at that revision; now, when undefined.
   * @throws NotFoundError if there is no such namespace, or no such revision of it.
   */
  export(namespaceKey: string, revision?: string): Promise<ExportedNamespace>;
  /** The beginning of what is wrong or odd in a namespace, errors of its rows first. */
  check(namespaceKey: string): Promise<readonly TargetFinding[]>;
  /** What an import would change. */
  preview(document: NamespaceDocument, mode: ImportMode): Promise<ImportReport>;
  /** Makes a namespace what the document says, in one transaction. */
  import(document: NamespaceDocument, mode: ImportMode, steps: ImportSteps): Promise<ImportReport>;
  close(): Promise<void>;
}

/** The database, without a server in between. */
class DatabaseTarget implements Target {
  private readonly exports: NamespaceExports;
  private readonly importer: Importer;

  /**
   * @param changes Tell running servers.
   * @param close Closes the database.
   */
  constructor(
    readonly name: string,
    unitOfWork: UnitOfWork,
    changes: ImportChanges,
    readonly tokens: TokenStore,
    readonly close: () => Promise<void>,
  ) {
    this.exports = new NamespaceExports(unitOfWork);
    this.importer = new Importer(unitOfWork, changes);
  }

  async namespaceKeys(): Promise<readonly string[]> {
    return (await this.exports.list()).map(({ namespaceKey }) => namespaceKey);
  }

  async export(namespaceKey: string, revision?: string): Promise<ExportedNamespace> {
    const exported = await (revision === undefined
      ? this.exports.read(namespaceKey)
      : this.exports.readAt(namespaceKey, readRevision('--revision', revision)));
    if (exported !== undefined) return exported;
    const then = revision === undefined ? '' : ` at revision ${revision}`;
    throw new NotFoundError(`namespace ${quote(namespaceKey)} not found${then}`);
  }

  async check(namespaceKey: string): Promise<readonly TargetFinding[]> {
    return (await new NamespaceChecks(this.exports).check(namespaceKey)).findings;
  }

  async preview(document: NamespaceDocument, mode: ImportMode): Promise<ImportReport> {
    return reportOf(await this.importer.preview(document, mode));
  }

  async import(
    document: NamespaceDocument,
    mode: ImportMode,
    { maxDeletions, onProgress }: ImportSteps,
  ): Promise<ImportReport> {
    const options = { onProgress, ...(maxDeletions !== undefined && { maxDeletions }) };
    return reportOf(await this.importer.import(document, mode, options));
  }
}

function reportOf({ revision, ...outcome }: ImportOutcome): ImportReport {
  return { ...outcome, revision: revision && revisionText(revision), warnings: [] };
}

/** A running server. */
class ServerTarget implements Target {
  readonly tokens = undefined;

  constructor(private readonly server: RemoteServer) {}

  get name(): string {
    return this.server.address;
  }

  async namespaceKeys(): Promise<readonly string[]> {
    return this.server.listNamespaces();
  }

  async export(namespaceKey: string, revision?: string): Promise<ExportedNamespace> {
    const exported = await this.server.exportNamespace(namespaceKey, revision);
    if (exported !== undefined) return exported;
    throw new NotFoundError(`${this.name} has no namespace ${quote(namespaceKey)}`);
  }

  async check(namespaceKey: string): Promise<readonly TargetFinding[]> {
    return this.server.checkNamespace(namespaceKey);
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

/** The running server that the command line names, or else the database of the settings. */
export async function openTarget(given: Given, purpose: 'read' | 'write'): Promise<Target> {
  const server = serverOf(given);
  if (server !== undefined) return new ServerTarget(server);
  const config = loadSettings(given);
  const { database, sink, close } = await (purpose === 'write' ? openForWriting : openForReading)(config);
  const unitOfWork = new UnitOfWork(database);
  return new DatabaseTarget(
    config.db.location,
    unitOfWork,
    new Changes(unitOfWork, { sink, bypassReason: 'written by the command line to the database itself' }),
    new DatabaseTokenStore(database),
    close,
  );
}
