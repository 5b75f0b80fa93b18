import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { canBePaired } from './plan';
import { pairedTopics, readTopics, topics, usualTopics, type Topic } from './topics';

/** How thoroughly to measure. */
export interface BenchOptions {
  /** What to measure. */
  readonly topics: readonly Topic[];
  /** Sizes of the namespace in flags, ascending. */
  readonly sizes: readonly number[];
  /** How often everything is measured; doors on servers started anew. */
  readonly rounds: number;
  /** For how long each server gets its load in a round, in seconds, by turns; a warm-up comes before. */
  readonly seconds: number;
  /** Requests under way at a time: one on each connection over HTTP, four over gRPC. */
  readonly underWay: number;
  /** How many flags a soak evaluates. */
  readonly soakEvaluations: number;
}

/** What the command line asks for. */
export type Command =
  | {
      readonly name: 'all';
      readonly options: BenchOptions;
      /** Results to compare with; the latest of the same shape unless given. */
      readonly compareWith: string | undefined;
      /** True when the results are to go where the README shows them. */
      readonly isPublished: boolean;
    }
  | {
      readonly name: 'paired';
      readonly options: BenchOptions;
      /** The `dist` folder of the other build. */
      readonly oldBuild: string;
    }
  | {
      readonly name: 'writes';
      readonly options: BenchOptions;
      /** A program of Flipt v1, to be measured as well. */
      readonly flipt: string | undefined;
    };

/** One of the commands. */
export type CommandOf<N extends Command['name']> = Extract<Command, { readonly name: N }>;

/** What `--help` prints. */
export const help = `Measures Pennon: every door beside a bare server that answers as many bytes, in the same run and by turns; latency at
half the load, start-up, memory. What shares a database needs a PostgreSQL (TEST_POSTGRES_URL), and a Redis on its usual port.

Usage: npm run bench -- [options]
       npm run bench -- paired OLD_DIST [--only WORDS] [--rounds N] [--seconds S] [--connections N]
       npm run bench -- writes [flipt=PATH] [--rounds N] [--quick]

  --quick           10, 1,000 and 10,000 flags, short samples: five minutes in place of twenty
  --only WORDS      what to measure, separated by commas (below); everything but soak and management
  --rounds N        rounds; doors are measured on servers started anew in each (5)
  --seconds S       load on each server in a round (3), in turns of half a second, after a warm-up as long, 2.5 at least
  --connections N   keep-alive connections over HTTP; a quarter as many over gRPC, of four streams (32)
  --soak            nothing but the soak, of some minutes
  --evaluations N   how many flags the soak evaluates (10,000,000)
  --compare FILE    results to compare with (the latest in bench-results/ of the same options and machine)
  --publish         also write report and chart to docs/bench/, which the README shows
  --help            print this and exit

What --only takes:
  doors             http, grpc, batch, ofrep and client-snapshot
${Object.entries(topics)
  .map(([name, meaning]) => `  ${name.padEnd(17)} ${meaning}`)
  .join('\n')}

paired              CPU time a request of this build over that of an old one, whose dist folder is OLD_DIST (npm run build
                    makes it): by turns, round by round, with a second server of this build that shows what is noise.
                    Measures doors and management; --only takes sizes, auth and metrics, too. About 20 minutes.
writes              writes a second and their CPU time beside that of an evaluation, on SQLite and PostgreSQL, at 100,
                    1,000 and 10,000 flags; reads of flags; writes beside evaluations, and with a tenth of a core.
                    flipt=PATH asks the same of Flipt v1, whose program that is.

The report goes to stdout and to bench-results/: as Markdown, as a chart (SVG), and as JSON for comparisons.
`;

const full = { sizes: [10, 100, 1_000, 10_000], rounds: 5, seconds: 3 };
const quick = { sizes: [10, 1_000, 10_000], rounds: 3, seconds: 0.5 };
const writes = { sizes: [100, 1_000, 10_000], rounds: 3, seconds: 3 };
const quickWrites = { sizes: [100, 10_000], rounds: 1, seconds: 3 };

const FLIPT = 'flipt=';

/** Options by command; none takes one that it would not heed. */
const optionsOf = {
  all: [
    'quick',
    'only',
    'rounds',
    'seconds',
    'connections',
    'soak',
    'evaluations',
    'compare',
    'publish',
    'help',
  ],
  paired: ['only', 'rounds', 'seconds', 'connections', 'help'],
  writes: ['quick', 'rounds', 'help'],
} as const satisfies Readonly<Record<Command['name'], readonly string[]>>;

/**
 * Reads the command line; undefined when it asks for help.
 *
 * @throws TypeError if it cannot be understood.
 */
export function readCommand(args: readonly string[]): Command | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      soak: { type: 'boolean' },
      evaluations: { type: 'string' },
      compare: { type: 'string' },
      publish: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return undefined;
  const [name = 'all', argument, ...more] = positionals;
  if (!isCommandName(name)) throw new TypeError(`${name} is not a command: paired and writes are`);
  const heeded: readonly string[] = optionsOf[name];
  const unheeded = Object.keys(values).find((option) => !heeded.includes(option));
  if (unheeded !== undefined) throw new TypeError(`${name} has no option --${unheeded}`);
  if (more.length > 0) throw new TypeError(`${name} has one argument; not ${more.join(' ')}`);
  const isQuick = values.quick === true;
  const { sizes, rounds, seconds } =
    name === 'writes' ? (isQuick ? quickWrites : writes) : isQuick ? quick : full;
  const chosen = values.only === undefined ? undefined : readTopics(values.only);
  const soak: readonly Topic[] = values.soak === true ? ['soak'] : [];
  const usual = name === 'paired' ? pairedTopics : usualTopics;
  const options: BenchOptions = {
    topics: chosen === undefined && soak.length === 0 ? usual : [...(chosen ?? []), ...soak],
    sizes,
    rounds: Math.ceil(positive('rounds', values.rounds, rounds)),
    seconds: positive('seconds', values.seconds, seconds),
    underWay: Math.ceil(positive('connections', values.connections, 32)),
    soakEvaluations: Math.ceil(positive('evaluations', values.evaluations, 10_000_000)),
  };
  switch (name) {
    case 'all':
      return { name, options, compareWith: values.compare, isPublished: values.publish === true };
    case 'paired': {
      if (argument === undefined) throw new TypeError('paired needs the dist folder of the old build');
      const unasked = options.topics.filter((topic) => !canBePaired(topic));
      if (unasked.length > 0) throw new TypeError(`paired cannot measure ${unasked.join(', ')}`);
      return { name, options, oldBuild: resolve(argument) };
    }
    case 'writes':
      if (argument?.startsWith(FLIPT) === false) {
        throw new TypeError(`writes takes flipt=PATH; not ${argument}`);
      }
      return {
        name,
        options,
        flipt: argument === undefined ? undefined : resolve(argument.slice(FLIPT.length)),
      };
  }
}

function isCommandName(word: string): word is Command['name'] {
  return Object.hasOwn(optionsOf, word);
}

function positive(name: string, text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new TypeError(`--${name} must be a number above 0`);
  return value;
}
