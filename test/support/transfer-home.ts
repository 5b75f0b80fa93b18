import { type NamespaceDocument } from '@pennon/document';
import { type Clock } from '@pennon/domain';
import { DatabaseSnapshotSource, type Stores } from '@pennon/storage';
import { Importer, NamespaceExports, type ApplyChange } from '@pennon/transfer';
import { openTemporaryDatabase, type TemporaryDatabase } from './temporary-database';

/** A database of a test's own, and the ways into it and out of it. */
export class TransferHome {
  readonly importer: Importer;
  readonly exports: NamespaceExports;
  readonly source: DatabaseSnapshotSource;
  private readonly apply: ApplyChange;

  private constructor(readonly temporary: TemporaryDatabase) {
    const { database, unitOfWork } = temporary;
    this.apply = (namespaceKey, work) => unitOfWork.change(namespaceKey, undefined, work);
    this.importer = new Importer(unitOfWork, this.apply);
    this.exports = new NamespaceExports(unitOfWork);
    this.source = new DatabaseSnapshotSource(database);
  }

  static async open(): Promise<TransferHome> {
    return new TransferHome(await openTemporaryDatabase());
  }

  /** What a namespace exports as; undefined when there is none. */
  async exported(namespaceKey = 'shop'): Promise<NamespaceDocument | undefined> {
    return (await this.exports.read(namespaceKey))?.document;
  }

  /** The revision of a namespace; undefined when there is none. */
  async revision(namespaceKey = 'shop'): Promise<number | undefined> {
    return this.temporary.unitOfWork.read(({ namespaces }) => namespaces.revisionOf(namespaceKey));
  }

  /** Changes something of the namespace `shop` without any import. */
  async change(act: (stores: Stores) => Promise<void>): Promise<void> {
    await this.temporary.unitOfWork.change('shop', undefined, act);
  }

  /** An importer that goes by another clock. */
  importerAt(clock: Clock): Importer {
    return new Importer(this.temporary.unitOfWork, this.apply, undefined, clock);
  }

  /** An importer that somebody overtakes: the act comes after the plan was made, before the transaction begins. */
  overtakenImporter(act: (stores: Stores) => Promise<void>): Importer {
    return new Importer(this.temporary.unitOfWork, async (namespaceKey, work) => {
      await this.change(act);
      return this.apply(namespaceKey, work);
    });
  }
}

/** Gives every test of the file a new database. */
export function newTransferHomeForEachTest(): () => TransferHome {
  let home: TransferHome;
  beforeEach(async () => {
    home = await TransferHome.open();
  });
  afterEach(async () => {
    await home.temporary.remove();
  });
  return () => home;
}
