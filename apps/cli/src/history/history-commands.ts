import { revisionOrigins } from '@pennon/domain';
import { type Command, serverOptions } from '../command-line/command';
import { listOf } from '../command-line/parse-options';
import { limitOption } from '../command-line/read-values';

/** Shows the revisions of a namespace. */
const historyCommand: Command = {
  name: 'history',
  summary: 'list the revisions of a namespace: time, author and changes',
  details: [
    'One line per revision, the latest first: number, time in UTC, author, origin and message. Below it, one line per flag or',
    'segment: + created, ~ updated, - deleted. With --revision, prints one revision and its changes as a unified diff of',
    'JSON. Needs a running server.',
  ],
  takes: { placeholder: 'NAMESPACE', min: 1, max: 1 },
  options: {
    revision: { type: 'string', placeholder: 'N', help: 'show this revision, with its changes as a diff' },
    flag: { type: 'string', short: 'f', placeholder: 'KEY', help: 'only revisions that changed this flag' },
    segment: { type: 'string', placeholder: 'KEY', help: 'only revisions that changed this segment' },
    actor: { type: 'string', placeholder: 'NAME', help: 'only revisions of the author with this name' },
    origin: {
      type: 'string',
      placeholder: 'WORD',
      values: revisionOrigins,
      help: `only revisions with this origin: ${listOf(revisionOrigins)}`,
    },
    limit: limitOption('revisions'),
    json: { type: 'boolean', help: 'print the revisions as JSON, one per line, in the words of the API' },
    ...serverOptions,
  },
  examples: [
    'pennon history shop --address https://flags.example.com',
    'pennon history shop --flag checkout --limit 5 --address https://flags.example.com',
    'pennon history shop --revision 12 --address https://flags.example.com',
  ],
  run: async (given) => (await import('./run-history.js')).runHistory(given),
};

/** Shows the differences between two revisions. */
const diffCommand: Command = {
  name: 'diff',
  summary: 'show the differences between two revisions, of one namespace or of two',
  details: [
    'FROM and TO are a namespace and a revision, such as shop@7; shop alone is its latest revision. Without TO, compares FROM',
    'with the latest revision of its namespace. Prints a unified diff of JSON. The exit code is 2 if there are differences.',
    'Needs a running server.',
  ],
  takes: { placeholder: 'FROM TO', min: 1, max: 2 },
  options: {
    json: { type: 'boolean', help: 'print the differences as JSON, in the words of the API' },
    ...serverOptions,
  },
  examples: [
    'pennon diff shop@7 --address https://flags.example.com',
    'pennon diff shop@7 shop@12 --address https://flags.example.com',
    'pennon diff staging production --address https://flags.example.com',
  ],
  run: async (given) => (await import('./run-diff.js')).runDiff(given),
};

/** Commands on the history of namespaces. */
export const historyCommands: readonly Command[] = [historyCommand, diffCommand];
