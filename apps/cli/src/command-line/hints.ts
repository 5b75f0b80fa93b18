import { closest, distance } from 'fastest-levenshtein';

/** Longer words are not compared: it takes a time that grows with the square of the length. */
const MAX_LENGTH = 100;

/** `; did you mean …?` with the name that was probably meant; nothing when none is close. */
export function didYouMean(word: string, names: readonly string[]): string {
  if (names.length === 0 || word.length > MAX_LENGTH) return '';
  const name = closest(word, names);
  const length = word.replace(/^-+/, '').length;
  // A third of the letters: beyond that a hint misleads more than it helps.
  const isClose = distance(word, name) <= Math.min(3, Math.floor((length + 1) / 3));
  return isClose ? `; did you mean ${name}?` : '';
}

/** What the command line of Flipt v1 has and this one has not, and what to use instead. */
interface FliptWords {
  /** Options that are called otherwise here, by their name there. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** What to do instead of giving other options. */
  readonly hints?: Readonly<Record<string, string>>;
}

/** Options that any command of Flipt might be called with. */
const everywhere: Readonly<Record<string, string>> = {
  '--force-migrate':
    'servers migrate when they start, unless db.migrate is off; leave it out, or run pennon migrate',
};

/** Options, by the command of ours. */
const options: Readonly<Record<string, FliptWords>> = {
  import: {
    hints: {
      '--drop': 'use --prune, which deletes what the documents lack',
      '--create-namespace': 'leave it out: a namespace that is missing is created',
      '--all-namespaces': 'leave it out: all documents are imported',
      '--namespaces': 'leave it out: all documents are imported',
    },
  },
  export: { spellings: { '--namespaces': '--namespace' } },
  validate: {
    hints: {
      '-F': 'use --json for output in JSON',
      '--issue-exit-code': 'leave it out: the exit code is 2 when a document is not valid',
      '--extra-schema': 'leave it out: a schema of your own is not supported',
      '-e': 'leave it out: a schema of your own is not supported',
      '--work-dir': 'change to that directory, and name the files',
      '-d': 'change to that directory, and name the files',
    },
  },
  migrate: { hints: { '--database': 'leave it out: counts of evaluations are in the same database' } },
  evaluate: {
    spellings: { '--entity-id': '--entity' },
    hints: {
      '--request-id': 'leave it out: every request has an id of its own',
      '-r': 'leave it out: every request has an id of its own',
      '--watch': 'leave it out, and repeat the command',
      '-w': 'leave it out, and repeat the command',
      '--interval': 'leave it out, and repeat the command',
      '-i': 'leave it out, and repeat the command',
    },
  },
};

const bundles =
  'there are no OCI bundles; pennon export --to s3://BUCKET/PREFIX writes what readers can live from';
const settings = 'pennon config print shows every setting, and a file is not needed';

/** Commands, by their first word, or their first two. */
const commands: Readonly<Record<string, string>> = {
  bundle: bundles,
  'config init': settings,
  'config edit': 'edit the file, and run pennon config check',
  cfg: settings,
  doc: 'see pennon help',
  server: 'use pennon serve',
};

/** What to use in place of a command of Flipt; undefined for any other command. */
export function fliptCommandHint(...words: readonly string[]): string | undefined {
  const name = words.join(' ');
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/** What to do in place of giving an option of Flipt; undefined for any other option. @param option Such as `--drop`. */
export function fliptOptionHint(command: string, option: string): string | undefined {
  const hints = { ...everywhere, ...options[command]?.hints };
  return Object.hasOwn(hints, option) ? hints[option] : undefined;
}

/** The arguments, with the options that Flipt calls otherwise by the names that they have here. */
export function inOurWords(command: string, args: readonly string[]): readonly string[] {
  const spellings = options[command]?.spellings ?? {};
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const [name = '', ...value] = arg.split('=');
    const ours = Object.hasOwn(spellings, name) ? spellings[name] : undefined;
    return ours === undefined || (end !== -1 && index > end) ? arg : [ours, ...value].join('=');
  });
}
