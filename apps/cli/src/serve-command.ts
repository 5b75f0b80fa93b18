import { type Tier } from '@pennon/api';
import { configFileOf, type Command } from './command';

/** A command that runs an instance of a tier until it is stopped. */
export function serveCommand(
  tier: () => Promise<Tier>,
  words: Pick<Command, 'name' | 'summary' | 'details' | 'examples'>,
): Command {
  return {
    ...words,
    options: {},
    stopsItself: () => true,
    async run(given) {
      const [{ serve }, { loadConfigFromProcess }] = await Promise.all([
        import('@pennon/api'),
        import('@pennon/config'),
      ]);
      await serve(await tier(), loadConfigFromProcess(configFileOf(given)));
      return 0;
    },
  };
}
