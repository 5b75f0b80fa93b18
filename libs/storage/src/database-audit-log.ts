import { AuditLog, type AuditEntry } from '@pennon/domain';
import { type Database } from './database';
import { AuditStore } from './stores/audit.store';

/** The audit log in the database; what is added has a transaction of its own. */
export class DatabaseAuditLog extends AuditLog {
  constructor(private readonly database: Database) {
    super();
  }

  async append(entry: AuditEntry): Promise<void> {
    await this.database.write((manager) => new AuditStore(manager).append(entry));
  }
}
