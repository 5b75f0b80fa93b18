import type { Tier } from '@pennon/process';
import { backupCommands } from './backup/backup-commands';
import { changeCommands } from './changes/change-commands';
import { seriesCommands } from './changes/series-commands';
import { type Command, configFileOf } from './command-line/command';
import { completionCommand } from './completion/completion-command';
import { configCommands } from './config/config-commands';
import { validateCommand } from './documents/validate-command';
import { evaluateCommand } from './evaluate/evaluate-command';
import { flagCommands } from './flags/flag-commands';
import { policyCommands } from './policy/policy-commands';
import { rampCommand } from './ramps/ramp-command';
import { migrateCommand } from './migrate-command';
import { tokenCommands } from './tokens/token-commands';
import { historyCommands } from './history/history-commands';
import { transferCommands } from './transfer/transfer-commands';

/** A command that runs an instance of a tier until it is stopped. */
function serveCommand(
  tier: () => Promise<Tier>,
  words: Pick<Command, 'name' | 'summary' | 'details' | 'examples'>,
): Command {
  return {
    ...words,
    options: {},
    stopsItself: () => true,
    async run(given) {
      const { serve } = await import('@pennon/process');
      await serve(await tier(), configFileOf(given));
      return 0;
    },
  };
}

/**
 * Every command, in the order in which help lists them.
 *
 * Here is what they are called and take. What runs is imported when it runs: most of it is large, and a shell that
 * completes a word does not wait.
 */
export const commands: readonly Command[] = [
  serveCommand(async () => (await import('../../writer/src/writer.js')).writer, {
    name: 'serve',
    summary: 'run everything: management, logins and evaluation',
    details: [
      'Opens the database, brings its schema up to date unless db.migrate is off, and serves HTTP and gRPC until',
      'SIGTERM or SIGINT. With evaluation.enabled off it is the write tier alone.',
    ],
    examples: ['pennon serve', 'PENNON_DB_URL=postgres://pennon:secret@db/pennon pennon serve'],
  }),
  serveCommand(async () => (await import('../../reader/src/reader.js')).reader, {
    name: 'reader',
    summary: 'run the read tier: evaluation only',
    details: [
      'Opens the database for reading, waits until it has the schema, and serves evaluation over HTTP and gRPC until',
      'SIGTERM or SIGINT. Never writes.',
    ],
    examples: ['pennon reader --config pennon.yml'],
  }),
  ...transferCommands,
  validateCommand,
  evaluateCommand,
  ...flagCommands,
  rampCommand,
  ...historyCommands,
  ...changeCommands,
  ...seriesCommands,
  ...policyCommands,
  migrateCommand,
  ...backupCommands,
  ...configCommands,
  ...tokenCommands,
  completionCommand(() => commands),
];
