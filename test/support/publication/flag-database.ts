import { Changes, NamespaceExports, Importer } from '@pennon/changes';
import type { FlagState } from '@pennon/state';
import { openTemporaryDatabase, type TemporaryDatabase } from '../temporary-database';
import { aFlagState } from '@pennon/testing';

/** A database whose flags a test changes and exports. */
export class FlagDatabase {
  readonly exports: NamespaceExports;
  private readonly importer: Importer;

  private constructor(readonly temporary: TemporaryDatabase) {
    const { unitOfWork } = temporary;
    this.exports = new NamespaceExports(unitOfWork);
    this.importer = new Importer(unitOfWork, new Changes(unitOfWork));
  }

  /** Opens one that has the namespace `default`, without flags. */
  static async open(): Promise<FlagDatabase> {
    return new FlagDatabase(await openTemporaryDatabase());
  }

  /** Has the namespace have these flags and no others, as one change; makes it when there is none. */
  async set(namespaceKey: string, flagKeys: readonly string[]): Promise<void> {
    await this.importer.import(
      {
        namespace: { key: namespaceKey, name: namespaceKey, description: '' },
        flags: flagKeys.map(aBooleanFlag),
        segments: [],
      },
      { existing: 'update', prune: true },
    );
  }

  async revisionOf(namespaceKey: string): Promise<number> {
    const revision = await this.temporary.unitOfWork.read(({ namespaces }) =>
      namespaces.revisionOf(namespaceKey),
    );
    return revision?.revision ?? Number.NaN;
  }

  /** Makes the namespace have another revision and the same flags, as a database that was put back might. */
  async setRevision(namespaceKey: string, revision: number): Promise<void> {
    await this.temporary.database.write(async (manager) => {
      await manager.update('Namespace', { key: namespaceKey }, { revision });
    });
  }

  /** Deletes a namespace with all its flags. */
  async remove(namespaceKey: string): Promise<void> {
    await this.set(namespaceKey, []);
    await this.temporary.unitOfWork.write(async ({ namespaces }) => {
      const namespace = await namespaces.find(namespaceKey);
      if (namespace !== undefined) await namespaces.delete(namespace);
    });
  }

  async close(): Promise<void> {
    await this.temporary.remove();
  }
}

function aBooleanFlag(key: string): FlagState {
  return aFlagState(key, { name: key, type: 'boolean', isEnabled: true });
}
