import { type Command, serverOptions } from '../command-line/command';
import { formatOption } from '../documents/document-file';

/** Writes the flags of namespaces as documents. */
export const exportCommand: Command = {
  name: 'export',
  summary: 'write flags and segments as YAML or JSON',
  details: [
    'Every namespace, unless some are named. Each is a document in one consistent state; what is in a namespace stands',
    'in the order in which it was created. Reads the database that the settings name, or a running server.',
    'A file is written whole or not at all: until the end, the one that was there stays. With --to everything goes to a',
    'bucket, from which readers can live; --watch does so again whenever something has changed, until SIGTERM or SIGINT.',
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
