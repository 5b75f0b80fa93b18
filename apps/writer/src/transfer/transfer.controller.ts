import { performance } from 'node:perf_hooks';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { callerOf, Rpc, type RpcCall } from '@pennon/api';
import { EnumWords, pennonTransfer } from '@pennon/proto';
import { type ImportMode, type NamespaceDocument, writeDocuments } from '@pennon/document';
import {
  invalidField,
  NotFoundError,
  quote,
  readRevision,
  resolveNamespaceKey,
  type Revision,
  revisionText,
} from '@pennon/domain';
import { Importer, type ImportOutcome, type NamespaceExport, NamespaceExports } from '@pennon/changes';
import { DocumentReaderThread } from './document-reader-thread';
import { assertAbout } from './read-request-document';

/** The outcome of an import on the wire. @param warnings What is odd about the document. */
function presentOutcome(
  namespaceKey: string,
  { summary, lines, linesLeftOut, revision }: ImportOutcome,
  warnings: readonly string[],
): pennonTransfer.ImportNamespaceResponse {
  return create(pennonTransfer.ImportNamespaceResponseSchema, {
    namespaceKey,
    ...(revision !== undefined && { revision: revisionText(revision) }),
    summary,
    lines: lines.map((line) => create(pennonTransfer.PlanLineSchema, line)),
    linesLeftOut,
    warnings: [...warnings],
  });
}

const { ExistingMode } = pennonTransfer;

/** What an import does with what is there, on the wire. */
const existingWords = new EnumWords<ImportMode['existing'], pennonTransfer.ExistingMode>({
  update: ExistingMode.UPDATE_EXISTING,
  skip: ExistingMode.SKIP_EXISTING,
});

/** @throws InvalidArgumentError if the word for what is there means nothing, or excludes that things are deleted. */
function importModeOf(request: pennonTransfer.ImportNamespaceRequest): ImportMode {
  const existing = existingWords.fromWire('existing', request.existing);
  if (existing === 'skip' && request.prune) {
    throw invalidField('prune', 'must not be given together with existing SKIP_EXISTING');
  }
  return { existing, prune: request.prune };
}

/** Longest time to work on end while evaluations wait, in milliseconds. */
const SLICE_MS = 5;

/**
 * The document as JSON text, written flag by flag, with a turn for others in between.
 *
 * @throws DocumentWriteError if an attachment cannot be written.
 */
async function writeDocumentText(document: NamespaceDocument, sortByKey: boolean): Promise<string> {
  const chunks: string[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const chunk of writeDocuments([document], { format: 'json', sortByKey })) {
    chunks.push(chunk);
    if (performance.now() < sliceEnd) continue;
    await turnOfOthers();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return chunks.join('');
}

const { method } = pennonTransfer.TransferService;

/** RPCs that move whole namespaces. */
@Controller()
export class TransferController {
  constructor(
    private readonly namespaceExports: NamespaceExports,
    private readonly importer: Importer,
    private readonly documents: DocumentReaderThread,
  ) {}

  @Rpc(method.exportNamespace)
  async export(
    request: pennonTransfer.ExportNamespaceRequest,
  ): Promise<pennonTransfer.ExportNamespaceResponse> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const asked = request.revision === undefined ? undefined : readRevision('revision', request.revision);
    const exported = await this.read(namespaceKey, asked);
    const { revision, document, omissions } = exported;
    return create(pennonTransfer.ExportNamespaceResponseSchema, {
      namespaceKey,
      revision: revisionText(revision),
      document: await writeDocumentText(document, request.sortByKey),
      omissions: [...omissions],
    });
  }

  /**
   * @param revision Undefined for what it is now.
   * @throws NotFoundError if there is, or was then, no such namespace.
   */
  private async read(namespaceKey: string, revision: Revision | undefined): Promise<NamespaceExport> {
    const found =
      revision === undefined
        ? await this.namespaceExports.read(namespaceKey)
        : await this.namespaceExports.readAt(namespaceKey, revision);
    if (found !== undefined) return found;
    const then = revision === undefined ? '' : ` at revision ${revisionText(revision)}`;
    throw new NotFoundError(`namespace ${quote(namespaceKey)} not found${then}`);
  }

  @Rpc(method.importNamespace)
  async import(
    request: pennonTransfer.ImportNamespaceRequest,
    call: RpcCall,
  ): Promise<pennonTransfer.ImportNamespaceResponse> {
    const mode = importModeOf(request);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const { document, warnings } = await this.documents.read(request.document, namespaceKey);
    assertAbout('document', namespaceKey, document.namespace.key);
    const outcome = request.dryRun
      ? await this.importer.preview(document, mode, {
          author: callerOf(call).origin.actor,
          rights: call.namespaceRights,
        })
      : await this.importer.import(document, mode, {
          caller: callerOf(call),
          rights: call.namespaceRights,
          ...(request.maxDeletions !== undefined && { maxDeletions: request.maxDeletions }),
        });
    return presentOutcome(namespaceKey, outcome, warnings);
  }
}
