import { bypassOption, messageOption, whenOptions } from '../changes/change-options';
import { type Command, serverOptions } from '../command-line/command';
import { formatOption } from '../documents/document-file';

/** Makes namespaces what documents say. */
export const importCommand: Command = {
  name: 'import',
  summary: 'make flags and segments what documents say',
  details: [
    'Creates what is missing, and makes what is there what the documents say: running it again changes nothing. Several',
    'files are one import; a hyphen is standard input. All of it is read and checked before anything is changed, and each',
    'namespace is one transaction. What the documents lack is left alone, unless --prune is given; namespaces are never',
    'deleted. Changes the database that the settings name, or a running server.',
    'With --at, --propose or --message, imports each namespace as a change, which needs a running server. Flags and segments',
    'in the documents must then be complete. The exit code is 2 if the change waits because approval is required.',
  ],
  takes: { placeholder: 'FILE', min: 0, max: Number.POSITIVE_INFINITY },
  options: {
    'dry-run': {
      type: 'boolean',
      help: 'print the differences, and change nothing; the exit code is 2 if there are any',
    },
    'skip-existing': { type: 'boolean', help: 'leave flags and segments that exist as they are' },
    prune: { type: 'boolean', help: 'delete flags, segments and variants that the documents lack' },
    namespace: {
      type: 'string',
      short: 'n',
      placeholder: 'KEY',
      help: 'the namespace of documents that name none; default, unless given',
    },
    yes: { type: 'boolean', short: 'y', help: 'do not ask before something is deleted' },
    ...messageOption,
    ...whenOptions,
    ...bypassOption,
    format: formatOption('of all files; unless given, by their names, and YAML on standard input'),
    stdin: { type: 'boolean', help: 'read standard input, as the hyphen does' },
    'from-database': {
      type: 'string',
      placeholder: 'URL',
      help: 'import all of a database of Flipt, in place of files, by a URL as db.url has it',
    },
    'from-database-file': {
      type: 'string',
      placeholder: 'FILE',
      help: 'read that URL from this file: others on this machine may see what is on the command line',
    },
    tokens: { type: 'boolean', help: 'bring along its client tokens, which go on to be good' },
    'allow-omissions': { type: 'boolean', help: 'import although something of it cannot be brought along' },
    json: { type: 'boolean', help: 'print one JSON object per namespace and line' },
    ...serverOptions,
  },
  examples: [
    'pennon import shop.yaml',
    'pennon import --dry-run --prune flags/*.yaml',
    'pennon import --from-database file:/var/opt/flipt/flipt.db --tokens',
    'pennon import shop.yaml --at 2026-12-01T09:00:00Z --address https://flags.example.com',
    'pennon export --namespace shop | pennon import - --address https://flags.example.com',
  ],
  run: async (given) => (await import('./run-import.js')).runImport(given),
};
