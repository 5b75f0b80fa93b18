import {
  ConfigError,
  type EffectiveSetting,
  givenForOtherTier,
  loadConfigFromProcess,
  type LoadedConfig,
  problemsOfTier,
  type TierName,
  tierNames,
  warningsOf,
} from '@pennon/config';
import { type Command, configFileOf, type Given } from '../command-line/command';
import { exitCodes } from '../terminal/exit';
import { printJson, printLines, tell } from '../terminal/print';

/** Names the variables of Flipt that count, each with the variable to write in its place; never what they hold. */
export function warnOfRenamed(renamed: LoadedConfig['renamed']): void {
  tell(...[...renamed].map(([name, variable]) => `warning: ${name} is read as ${variable}; rename it`));
}

const checkCommand: Command = {
  name: 'config check',
  summary: 'say what is wrong with the settings',
  details: [
    'Reads the settings as `pennon serve` would, from the file and the environment, and names every problem, and warns',
    'of what the start warns of; opens nothing. With --tier reader, as `pennon reader` would. The exit code is 2 if the',
    'settings cannot be used.',
  ],
  options: {
    tier: {
      type: 'string',
      placeholder: 'writer|reader',
      values: ['writer', 'reader'],
      help: 'check for pennon serve, the default, or for pennon reader',
    },
    json: { type: 'boolean', help: 'print the result as JSON' },
  },
  examples: ['pennon config check --config pennon.yml', 'pennon config check --tier reader'],
  async run(given) {
    const isJson = given.isOn('json');
    try {
      const tier = tierOf(given);
      const loaded = loadConfigFromProcess(configFileOf(given), tier);
      const ofOtherTier = givenForOtherTier(loaded.settings, tier);
      const warnings = warningsOf(loaded.config, tier);
      if (isJson) await printJson(resultOf(loaded, ofOtherTier, warnings));
      else {
        const { source, ignored, renamed, config } = loaded;
        warnOfRenamed(renamed);
        if (ignored.length > 0) tell(`warning: given, and without effect: ${ignored.join(', ')}`);
        if (ofOtherTier.length > 0)
          tell(`warning: not used by ${commandOf[tier]}: ${ofOtherTier.join(', ')}`);
        tell(...warnings.map((warning) => `warning: ${warning}`));
        const servers = tiersOf(config).map((tier) => commandOf[tier]);
        await printLines([
          `ok: ${source ?? 'no file; defaults and the environment'} (for ${servers.join(' and ')})`,
        ]);
      }
      return exitCodes.done;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      if (isJson) await printJson({ ok: false, problems: error.problems });
      else await printLines(error.message.split('\n'));
      return exitCodes.found;
    }
  },
};

const commandOf: Readonly<Record<TierName, string>> = { writer: 'pennon serve', reader: 'pennon reader' };

function tierOf(given: Given): TierName {
  return tierNames.find((name) => name === given.text('tier')) ?? 'writer';
}

function tiersOf(config: LoadedConfig['config']): readonly TierName[] {
  return tierNames.filter((tier) => problemsOfTier(config, tier).length === 0);
}

function resultOf(
  { config, source, ignored, renamed }: LoadedConfig,
  ofOtherTier: readonly string[],
  warnings: readonly string[],
): object {
  return {
    ok: true,
    file: source ?? null,
    tiers: tiersOf(config),
    problems: [],
    renamed: Object.fromEntries(renamed),
    ignored,
    ofOtherTier,
    warnings,
  };
}

const printCommand: Command = {
  name: 'config print',
  summary: 'print the settings in effect',
  details: [
    'Every setting, with its value and where it comes from: the file, a variable, or the default. Secrets are not shown.',
  ],
  options: { json: { type: 'boolean', help: 'print the settings as JSON' } },
  examples: ['pennon config print | grep -v default'],
  async run(given) {
    const { settings, source } = loadConfigFromProcess(configFileOf(given));
    if (given.isOn('json')) {
      const shown = settings.map(({ key, value, source }) => ({
        key,
        value: value ?? null,
        source: source ?? 'default',
      }));
      await printJson({ file: source ?? null, settings: shown });
    } else await printLines(settings.map(lineOf));
    return exitCodes.done;
  },
};

/** Commands on settings. */
export const configCommands: readonly Command[] = [checkCommand, printCommand];

/** `server.http_port = 8181  (PENNON_SERVER_HTTP_PORT)` */
function lineOf({ key, value, source }: EffectiveSetting): string {
  return `${key} = ${value ?? '(none)'}  (${source ?? 'default'})`;
}
