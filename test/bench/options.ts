import { parseArgs } from 'node:util';

/** How thoroughly to measure. */
export interface BenchOptions {
  /** Sizes of the namespace in flags, ascending. */
  readonly sizes: readonly number[];
  /** How often every contender has its turn. */
  readonly rounds: number;
  /** Length of one sample over HTTP or gRPC, in seconds; a warm-up of a quarter of it comes before. */
  readonly seconds: number;
  /** Requests under way at a time: one on each connection over HTTP, four over gRPC. */
  readonly underWay: number;
}

/** What `--help` prints. */
export const help = `Measures the evaluator, evaluation over HTTP and gRPC beside bare servers, starting, and writing; and servers that
share a PostgreSQL (TEST_POSTGRES_URL) and a Redis on its usual port, where there are such.

Usage: npm run bench -- [options]

  --quick           10 and 1,000 flags, short samples: half a minute in place of seven
  --rounds N        turns of every contender (5)
  --seconds S       length of one sample over HTTP or gRPC (4)
  --connections N   keep-alive connections over HTTP; a quarter as many over gRPC, of four streams (32)
  --help            print this and exit

Results go to stdout and, as Markdown, to bench-results/.
`;

const full = { sizes: [10, 100, 1_000, 10_000], rounds: 5, seconds: 4 };
const quick = { sizes: [10, 1_000], rounds: 2, seconds: 0.8 };

/**
 * Reads the command line; undefined when it asks for help.
 *
 * @throws TypeError if it cannot be understood.
 */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return undefined;
  const { sizes, rounds, seconds } = values.quick === true ? quick : full;
  return {
    sizes,
    rounds: Math.ceil(positive('rounds', values.rounds, rounds)),
    seconds: positive('seconds', values.seconds, seconds),
    underWay: Math.ceil(positive('connections', values.connections, 32)),
  };
}

function positive(name: string, text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new TypeError(`--${name} must be a number above 0`);
  return value;
}
