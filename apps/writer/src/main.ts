import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { VERSION } from '@pennon/api';
import { ConfigError, loadConfigFromProcess, type LoadedConfig } from '@pennon/config';
import { startWriter, type Writer } from './start-writer';

const help = `Pennon ${VERSION}: feature flags over HTTP and gRPC, on an embedded database.

Usage: npm start -- [options]

  --config FILE  read settings from this YAML file (all settings: docs/settings.md)
  --version      print the version and exit
  --help         print this and exit
`;

/** Exit code for a command line or a configuration that cannot be used, and for a start that failed. */
const FAILURE = 1;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      config: { type: 'string' },
      version: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) process.stdout.write(help);
  else if (values.version === true) process.stdout.write(`${VERSION}\n`);
  else await serve(loadConfigFromProcess(values.config));
}

async function serve(loaded: LoadedConfig): Promise<void> {
  const starting = startWriter(loaded.config);
  stopOnSignals(starting);
  announce(await starting, loaded);
}

/** Says what was chosen and how to go on: to a person in plain lines, to a machine in one log line. */
function announce({ url, grpcAddress, logger }: Writer, { config, source, ignored }: LoadedConfig): void {
  if (ignored.length > 0) logger.warn({ keys: ignored }, 'settings without effect in this version');
  if (config.log.encoding === 'json') {
    logger.log(
      { version: VERSION, url, grpc: grpcAddress, database: config.db.file, config: source },
      'pennon is listening',
    );
    return;
  }
  process.stdout.write(`
Pennon ${VERSION}
  listening  ${url}
  gRPC       ${grpcAddress}
  database   ${config.db.file}
  settings   ${source ?? 'built-in defaults and environment'}

Try it:
  curl ${url}/api/v1/namespaces/default/flags -d '{"key":"hello","name":"Hello","type":"BOOLEAN_FLAG_TYPE","enabled":true}'
  curl ${url}/evaluate/v1/boolean -d '{"flagKey":"hello","entityId":"me"}'

`);
}

/** The first signal stops in good order, once the start is through; a second one stops at once. */
function stopOnSignals(starting: Promise<Writer>): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) process.exit(FAILURE);
    isStopping = true;
    const writer = await starting;
    writer.logger.log({ signal }, 'stopping');
    await writer.stop();
    writer.logger.log('stopped');
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop(signal).catch(fail));
}

main().catch(fail);

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(FAILURE);
}

/** What a person needs to mend it: the problems of the configuration, or the reason the start failed. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return `pennon: the configuration cannot be used\n${error.message}`;
  if (!(error instanceof Error)) return `pennon: ${String(error)}`;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `pennon: ${error.message}${cause}`;
}
