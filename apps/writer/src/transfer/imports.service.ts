import { originOf, type RpcCall } from '@pennon/api';
import { type StorageConfig } from '@pennon/config';
import { type ImportMode, type NamespaceDocument } from '@pennon/document';
import { ReadOnlyError, type Namespace } from '@pennon/domain';
import { type UnitOfWork } from '@pennon/storage';
import { Importer, type ApplyChange, type ImportOutcome, type LineLimits } from '@pennon/transfer';
import { type ChangeCall, type Changes } from '../changes/changes';

/** How much of what an import changes is told. Source: proto/pennon/transfer.proto. */
const TOLD: LineLimits = { maxLines: 1000, maxLineLength: 500 };

/** What an import needs of the call that asks for it. */
type ImportCall = ChangeCall & Pick<RpcCall, 'namespaceRights'>;

/** Use cases of imports. */
export class ImportsService {
  constructor(
    private readonly config: Pick<StorageConfig, 'readOnly'>,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: Changes,
  ) {}

  /**
   * What an import would change now.
   *
   * @param call Tells what the caller may do with namespaces themselves.
   * @throws InvalidArgumentError if the document names what neither it nor the namespace has.
   * @throws PermissionDeniedError if the namespace itself would be changed, and the caller must not.
   */
  async preview(call: ImportCall, document: NamespaceDocument, mode: ImportMode): Promise<ImportOutcome> {
    const { key } = document.namespace;
    const namespace = await this.unitOfWork.read(({ namespaces }) => namespaces.find(key));
    assertRights(call, document, namespace, mode);
    return this.importer(call, document, mode).preview(document, mode);
  }

  /**
   * Makes the namespace what the document says, as far as the mode goes; the next evaluation sees it.
   *
   * @param maxDeletions Undefined for any number.
   * @throws ReadOnlyError if this instance must not change anything.
   * @throws InvalidArgumentError, PermissionDeniedError as {@link preview} does, and if more would be deleted.
   */
  async import(
    call: ImportCall,
    document: NamespaceDocument,
    mode: ImportMode,
    maxDeletions: number | undefined,
  ): Promise<ImportOutcome> {
    // Also when there is nothing to change, so that the answer does not depend on what is there.
    if (this.config.readOnly) throw new ReadOnlyError();
    const origin = originOf(call);
    return this.importer(call, document, mode).import(document, mode, {
      origin,
      ...(maxDeletions !== undefined && { maxDeletions }),
    });
  }

  private importer(call: ImportCall, document: NamespaceDocument, mode: ImportMode): Importer {
    return new Importer(this.unitOfWork, this.applying(call, document, mode), TOLD);
  }

  /** Changes that look, in their transaction, whether the caller may do to the namespace what the document asks for. */
  private applying(call: ImportCall, document: NamespaceDocument, mode: ImportMode): ApplyChange {
    return async (namespaceKey, work) =>
      this.changes.change(call, namespaceKey, undefined, async (stores) => {
        assertRights(call, document, await stores.namespaces.find(namespaceKey), mode);
        return work(stores);
      });
  }
}

/** An import creates a namespace that there is not, and updates its name and description with all the rest. */
function assertRights(
  { namespaceRights: rights }: ImportCall,
  { namespace: { key, name, description } }: NamespaceDocument,
  found: Namespace | undefined,
  { existing }: ImportMode,
): void {
  if (rights === undefined) return;
  if (found === undefined) rights.assert('create', key);
  else if (existing === 'update' && (isOther(name, found.name) || isOther(description, found.description)))
    rights.assert('update', key);
}

/** What a document does not say stays as it is. */
function isOther(said: string | undefined, stored: string): boolean {
  return said !== undefined && said !== stored;
}
