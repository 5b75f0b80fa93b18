import { type Command } from './command-line/command';

/** Brings the schema of the database up to date, or says how far it is. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the schema of the database up to date',
  details: [
    'Runs the migrations that are pending, and names them. Of several processes that migrate at once, one does and',
    'the others wait. Back up the database before.',
    'In an upgrade without an interruption, old instances go on beside new ones. When the last old one is gone, --finish',
    'releases what only the new version understands; until then its use is refused.',
  ],
  options: {
    status: {
      type: 'boolean',
      help: 'list the migrations, and change nothing; the exit code is 2 if any is pending, or the database is for others',
    },
    finish: {
      type: 'boolean',
      help: 'release what is new in this version, once every instance is upgraded',
    },
    'dry-run': { type: 'boolean', help: 'name the migrations that would be run, and change nothing' },
  },
  examples: ['pennon migrate --status || pennon migrate'],
  run: async (given) => (await import('./run-migrate.js')).runMigrate(given),
};
