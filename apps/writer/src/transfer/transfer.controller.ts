import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { pennonTransfer, Rpc, type RpcCall } from '@pennon/api';
import { invalidField, NotFoundError, quote, resolveNamespaceKey } from '@pennon/domain';
import { NamespaceExports } from '@pennon/transfer';
import { DocumentIntake } from './document-intake';
import { ImportsService } from './imports.service';
import { presentOutcome } from './transfer.presenter';
import { importModeOf } from './import-mode';
import { writeDocumentText } from './write-document-text';

const { method } = pennonTransfer.TransferService;

/** RPCs that move whole namespaces. */
@Controller()
export class TransferController {
  constructor(
    private readonly namespaceExports: NamespaceExports,
    private readonly imports: ImportsService,
    private readonly intake: DocumentIntake,
  ) {}

  @Rpc(method.exportNamespace)
  async export(
    request: pennonTransfer.ExportNamespaceRequest,
  ): Promise<pennonTransfer.ExportNamespaceResponse> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const exported = await this.namespaceExports.read(namespaceKey);
    if (exported === undefined) throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
    const { revision, document, omissions } = exported;
    return create(pennonTransfer.ExportNamespaceResponseSchema, {
      namespaceKey,
      revision: BigInt(revision.revision),
      document: await writeDocumentText(document, request.sortByKey),
      omissions: [...omissions],
    });
  }

  @Rpc(method.importNamespace)
  async import(
    request: pennonTransfer.ImportNamespaceRequest,
    call: RpcCall,
  ): Promise<pennonTransfer.ImportNamespaceResponse> {
    const mode = importModeOf(request);
    const { document, warnings } = await this.intake.read(request.document);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    assertAbout(namespaceKey, document.namespace.key);
    const outcome = request.dryRun
      ? await this.imports.preview(call, document, mode)
      : await this.imports.import(call, document, mode, request.maxDeletions);
    return presentOutcome(namespaceKey, outcome, warnings);
  }
}

/** A caller may do this in one namespace and not in another, so a document cannot choose. */
function assertAbout(namespaceKey: string, documentKey: string): void {
  if (documentKey === namespaceKey) return;
  throw invalidField(
    'document',
    `namespace.key is ${quote(documentKey)}, and the request is about ${quote(namespaceKey)}`,
  );
}
