import { bypassOption, dryRunOption, messageOption, whenOptions } from '../changes/change-options';
import { type Command, serverOptions } from '../command-line/command';
import { formatOption } from '../documents/document-file';

/** Writes the flags of namespaces as documents. */
const exportCommand: Command = {
  name: 'export',
  summary: 'write flags and segments as YAML or JSON',
  details: [
    'Every namespace, unless some are named. Each is a document in one consistent state; what is in a namespace stands',
    'in the order in which it was created. Reads the database that the settings name, or a running server.',
    'A file is written whole or not at all: until the end, the one that was there stays. A namespace that cannot be',
    'written is named and left out, and the exit code is 1. With --to everything goes to a bucket, from which readers can',
    'live; --watch does so again whenever something has changed, until SIGTERM or SIGINT.',
  ],
  options: {
    output: { type: 'string', short: 'o', placeholder: 'FILE', help: 'write this file, not standard output' },
    namespace: {
      type: 'string',
      short: 'n',
      multiple: true,
      placeholder: 'KEY',
      help: 'only this namespace, or these, with commas between them',
    },
    revision: {
      type: 'string',
      placeholder: 'N',
      help: 'the namespace as it was at this revision; takes one --namespace',
    },
    'all-namespaces': { type: 'boolean', help: 'every namespace, as without this' },
    'sort-by-key': { type: 'boolean', help: 'in the order of keys, for texts that are compared' },
    flipt: {
      type: 'boolean',
      help: 'as Flipt reads it: flags that are off are not enabled, and have no rules and rollouts',
    },
    format: formatOption('unless given: that of the name of the file, or YAML'),
    to: { type: 'string', placeholder: 's3://BUCKET/PREFIX', help: 'export to this bucket' },
    watch: {
      type: 'boolean',
      help: 'go on exporting to the bucket; the one of export.to unless --to is given',
    },
    ...serverOptions,
  },
  examples: [
    'pennon export > flags.yaml',
    'pennon export --namespace shop --output shop.json',
    'pennon export --namespace shop --revision 12 > shop.yaml',
    'pennon export --to s3://flags/production/ --watch',
    'PENNON_TOKEN=... pennon export --address https://flags.example.com --sort-by-key',
  ],
  stopsItself: (given) => given.isOn('watch'),
  run: async (given) => (await import('./run-export.js')).runExport(given),
};

/** Makes namespaces what documents say. */
const importCommand: Command = {
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
    ...dryRunOption,
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

/** Gives flags variants of their own in place of those of other flags. */
const repairCommand: Command = {
  name: 'repair',
  summary: 'give flags that distribute variants of other flags their own',
  details: [
    'Earlier versions let a rule distribute a variant of another flag. Gives each such flag a variant with the same key, name',
    'and attachment, so that nobody gets another answer, and makes one revision per namespace. If the flag has another',
    'variant of that key, it is named, left as it is, and the exit code is 1. Changes the database that the settings name, or',
    'a running server.',
  ],
  options: {
    'dry-run': {
      type: 'boolean',
      help: 'print what would be changed, and change nothing; the exit code is 2 if there is anything',
    },
    namespace: {
      type: 'string',
      short: 'n',
      placeholder: 'KEY',
      help: 'only this namespace; every one, unless given',
    },
    ...serverOptions,
  },
  examples: [
    'pennon repair --dry-run',
    'pennon repair --namespace shop',
    'PENNON_TOKEN=... pennon repair --address https://flags.example.com',
  ],
  run: async (given) => (await import('./run-repair.js')).runRepair(given),
};

/** What moves flags as documents, and mends them. */
export const transferCommands: readonly Command[] = [exportCommand, importCommand, repairCommand];
