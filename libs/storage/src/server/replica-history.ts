import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { inPieces, mayBeRevision, type Revision } from '@pennon/domain';
import type { NamespaceRevision } from '@pennon/snapshot';
import type { Work } from '../database/database';
import { RevisionEntity } from '../entities/history.entity';
import { NamespaceStore } from '../stores/namespace.store';
import { follows } from '../stores/revision';

/**
 * Pause before what looks like another history is looked at again, in milliseconds: where the primary waits for its
 * replicas, one of them may show a commit a moment before it does.
 */
const SECOND_LOOK_MS = 100;

/** How many revisions one statement asks for. */
const AT_ONCE = 100;

/** Runs a read, in a transaction of its own. */
type Read = <T>(work: Work<T>) => Promise<T>;

/**
 * Whether what a replica shows is of the history that the primary has. A replica that lags shows an earlier state; one
 * that was promoted by itself, or follows another primary, shows states that the primary never had.
 */
export class ReplicaHistory {
  private readonly logger = new Logger('database');
  private isForeign = false;
  private timesForeign = 0;

  /**
   * @param location For the log.
   * @param read Reads the replica.
   * @param readPrimary Reads the primary.
   */
  constructor(
    private readonly location: string,
    private readonly read: Read,
    private readonly readPrimary: Read,
  ) {}

  /** True from the moment at which another history was found, until the replica follows the primary. */
  get isOther(): boolean {
    return this.isForeign;
  }

  /** How often another history was found. */
  get found(): number {
    return this.timesForeign;
  }

  /** Compares both. While one of them cannot be read, what was known stays. Never rejects. */
  async compare(): Promise<void> {
    try {
      const seen = await this.read(lastRevisions);
      this.note(!(await this.isPast(seen)));
    } catch {
      // Whoever reads flags from it finds out, and says so.
    }
  }

  private async isPast(seen: ReadonlyMap<string, Revision>): Promise<boolean> {
    const look = async (): Promise<boolean> => this.readPrimary((manager) => hasHad(manager, seen));
    if (await look()) return true;
    await delay(SECOND_LOOK_MS);
    return look();
  }

  private note(isForeign: boolean): void {
    if (this.isForeign === isForeign) return;
    this.isForeign = isForeign;
    const { location: replica } = this;
    if (!isForeign) {
      this.logger.log({ replica }, 'the replica follows the primary again, and is read');
      return;
    }
    this.timesForeign++;
    this.logger.error(
      { replica },
      'the replica has another history than the primary, and is not read until it follows: it was promoted by itself, ' +
        'or follows a server that is not the primary',
    );
  }
}

async function lastRevisions(manager: EntityManager): Promise<ReadonlyMap<string, Revision>> {
  return new NamespaceStore(manager).lastRevisions();
}

/** True unless one of the states is known to be none that the server has, or had. */
async function hasHad(manager: EntityManager, seen: ReadonlyMap<string, Revision>): Promise<boolean> {
  const present = await lastRevisions(manager);
  const earlier: NamespaceRevision[] = [];
  for (const [namespaceKey, revision] of seen) {
    const last = present.get(namespaceKey) ?? { revision: 0 };
    if (last.revision > revision.revision) earlier.push({ namespaceKey, ...revision });
    else if (!mayBeRevision(revision, last)) return false;
  }
  for (const some of inPieces(earlier, AT_ONCE)) {
    const next = await manager.find(RevisionEntity, {
      select: { namespaceKey: true, markBefore: true },
      where: some.map(({ namespaceKey, revision }) => ({ namespaceKey, revision: revision + 1 })),
    });
    const byKey = new Map(next.map((row) => [row.namespaceKey, row]));
    // What is not written down any more speaks against nothing.
    const isUnlike = some.some((held) => {
      const after = byKey.get(held.namespaceKey);
      return after !== undefined && !follows(after, held);
    });
    if (isUnlike) return false;
  }
  return true;
}
