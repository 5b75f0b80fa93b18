import { parseArgs } from 'node:util';
import { loadConfigFromProcess } from '@pennon/config';
import { VERSION } from '@pennon/executable';
import { fail } from './failure';
import { serve } from './serve';
import { type Tier } from './tier';

/** Runs a tier as the program of this process, with the options that stand on its command line. */
export function runTier(tier: Tier, help: string): void {
  run(tier, help).catch(fail);
}

async function run(tier: Tier, help: string): Promise<void> {
  const { values } = parseArgs({
    options: {
      config: { type: 'string' },
      version: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) process.stdout.write(help);
  else if (values.version === true) process.stdout.write(`${VERSION}\n`);
  else await serve(tier, loadConfigFromProcess(values.config));
}
