import { type Command } from '../command-line/command';

/** Writes everything in the database as one file. */
const backupCommand: Command = {
  name: 'backup',
  summary: 'write everything in the database as one file',
  details: [
    'Flags, history, policies, changes that wait, audit log, counts and the digests of tokens, in one consistent state, while',
    'servers go on writing. The form is the same whatever the database. The file is written whole or not at all, and only its',
    'owner may read it. Settings and logins under way are not in it.',
  ],
  takes: { placeholder: 'FILE', min: 1, max: 1 },
  options: { overwrite: { type: 'boolean', help: 'replace the file if it exists' } },
  examples: [
    'pennon backup pennon-2026-12-01.backup.gz',
    'pennon backup --config pennon.yml nightly.backup.gz --overwrite',
  ],
  run: async (given) => (await import('./run-backup.js')).runBackup(given),
};

/** Fills an empty database from such a file. */
const restoreCommand: Command = {
  name: 'restore',
  summary: 'restore a backup into an empty database',
  details: [
    'Fills the database that the settings name, of any kind: a SQLite file that is missing or has no tables, or a database',
    'without tables of Pennon. Checks the whole file first; if anything fails, the database is as it was. Servers and clients',
    'that hold the earlier state notice that the database has another history.',
  ],
  takes: { placeholder: 'FILE', min: 1, max: 1 },
  options: {
    'dry-run': { type: 'boolean', help: 'check the file and the database, and change nothing' },
  },
  examples: [
    'pennon restore --dry-run nightly.backup.gz',
    'PENNON_DB_URL=postgres://pennon:secret@db/pennon pennon restore nightly.backup.gz',
  ],
  stopsItself: () => true,
  run: async (given) => (await import('./run-restore.js')).runRestore(given),
};

/** Commands on all that is in a database. */
export const backupCommands: readonly Command[] = [backupCommand, restoreCommand];
