import { ConfigError, loadConfigFromProcess, type EffectiveSetting } from '@pennon/config';
import { configFileOf, type Command } from '../command';
import { exitCodes } from '../exit-codes';
import { printJson, printLines, tell } from '../terminal/print';

const checkCommand: Command = {
  name: 'config check',
  summary: 'say what is wrong with the settings',
  details: [
    'Reads the settings as a server would, from the file and the environment, and names every problem; opens nothing. The',
    'exit code is 2 if they cannot be used.',
  ],
  options: { json: { type: 'boolean', help: 'print the result as JSON' } },
  examples: ['pennon config check --config pennon.yml'],
  async run(given) {
    const isJson = given.isOn('json');
    try {
      const { source, ignored } = loadConfigFromProcess(configFileOf(given));
      if (isJson) await printJson({ ok: true, file: source ?? null, problems: [], ignored });
      else {
        if (ignored.length > 0) tell(`warning: given, and without effect: ${ignored.join(', ')}`);
        await printLines([`ok: ${source ?? 'no file; defaults and the environment'}`]);
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
