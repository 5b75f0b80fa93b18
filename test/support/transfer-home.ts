import { type NamespaceDocument } from '@pennon/document';
import { type Clock } from '@pennon/domain';
import { DatabaseSnapshotSource, type Stores } from '@pennon/storage';
import { Changes, Importer, NamespaceExports } from '@pennon/changes';
import { openTemporaryDatabase, type TemporaryDatabase } from './temporary-database';

/** A database of a test's own, and the ways into it and out of it. */
export class TransferHome {
  readonly importer: Importer;
  readonly exports: NamespaceExports;
  readonly source: DatabaseSnapshotSource;
  private readonly changes: Changes;

  private constructor(readonly temporary: TemporaryDatabase) {
    const { database, unitOfWork } = temporary;
    this.changes = new Changes(unitOfWork);
    this.importer = new Importer(unitOfWork, this.changes);
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
    const found = await this.temporary.unitOfWork.read(({ namespaces }) =>
      namespaces.revisionOf(namespaceKey),
    );
    return found?.revision;
  }

  /** Changes something of the namespace `shop` without any import. */
  async change(act: (stores: Stores) => Promise<void>): Promise<void> {
    await this.temporary.unitOfWork.change('shop', act);
  }

  /** An importer that goes by another clock. */
  importerAt(clock: Clock): Importer {
    return new Importer(this.temporary.unitOfWork, this.changes, undefined, clock);
  }

  /** An importer that somebody overtakes: the act comes after the plan was made, before the transaction begins. */
  overtakenImporter(act: (stores: Stores) => Promise<void>): Importer {
    const { changes } = this;
    return new Importer(this.temporary.unitOfWork, {
      assertWritable: () => {
        changes.assertWritable();
      },
      change: async (...asked) => {
        await this.change(act);
        return changes.change(...asked);
      },
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
