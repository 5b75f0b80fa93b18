#!/usr/bin/env node
import 'reflect-metadata';
import { commandHelp, groupHelp, programHelp } from './command-line/help';
import { parseCommandLine, type CommandLine } from './command-line/parse-command-line';
import { commands } from './commands';
import { exitCodes, exitOnSignals } from './terminal/exit';
import { endWhenUnwritable } from './terminal/print';

async function main(): Promise<void> {
  const asked = parseCommandLine(process.argv.slice(2), commands);
  const isServer = asked.kind === 'run' && asked.command.stopsItself?.(asked.given) === true;
  if (!isServer) endWhenUnwritable();
  switch (asked.kind) {
    case 'version':
      process.stdout.write(`${await version()}\n`);
      break;
    case 'help':
      process.stdout.write(await helpOn(asked));
      break;
    case 'run':
      if (!isServer) exitOnSignals();
      process.exitCode = await asked.command.run(asked.given);
  }
}

async function helpOn({ topic }: Extract<CommandLine, { kind: 'help' }>): Promise<string> {
  if (topic === undefined) return programHelp(commands, await version());
  return 'word' in topic ? groupHelp(topic) : commandHelp(topic);
}

async function version(): Promise<string> {
  return (await import('@pennon/platform')).VERSION;
}

main().catch(async (error: unknown) => {
  try {
    (await import('@pennon/process')).fail(error);
  } catch {
    // A module that could not be loaded is missing here again; the first error says which.
    process.stderr.write(`pennon: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = exitCodes.failed;
  }
});
