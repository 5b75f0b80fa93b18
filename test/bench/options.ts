import { parseArgs } from 'node:util';
import { readTopics, topics, usualTopics, type Topic } from './topics';

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
export interface Command {
  readonly options: BenchOptions;
  /** Results to compare with; the latest of the same shape unless given. */
  readonly compareWith: string | undefined;
  /** True when the results are to go where the README shows them. */
  readonly isPublished: boolean;
}

/** What `--help` prints. */
export const help = `Measures Pennon: every door beside a bare server that answers as many bytes, in the same run and by turns; latency at
half the load, start-up, memory. What shares a database needs a PostgreSQL (TEST_POSTGRES_URL), and a Redis on its usual port.

Usage: npm run bench -- [options]

  --quick           10, 1,000 and 10,000 flags, short samples: five minutes in place of twenty
  --only WORDS      what to measure, separated by commas (below); everything but soak
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

The report goes to stdout and to bench-results/: as Markdown, as a chart (SVG), and as JSON for comparisons.
`;

const full = { sizes: [10, 100, 1_000, 10_000], rounds: 5, seconds: 3 };
const quick = { sizes: [10, 1_000, 10_000], rounds: 3, seconds: 0.5 };

/**
 * Reads the command line; undefined when it asks for help.
 *
 * @throws TypeError if it cannot be understood.
 */
export function readCommand(args: readonly string[]): Command | undefined {
  const { values } = parseArgs({
    args: [...args],
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
  const { sizes, rounds, seconds } = values.quick === true ? quick : full;
  const chosen = values.only === undefined ? undefined : readTopics(values.only);
  const soak: readonly Topic[] = values.soak === true ? ['soak'] : [];
  return {
    options: {
      topics: chosen === undefined && soak.length === 0 ? usualTopics : [...(chosen ?? []), ...soak],
      sizes,
      rounds: Math.ceil(positive('rounds', values.rounds, rounds)),
      seconds: positive('seconds', values.seconds, seconds),
      underWay: Math.ceil(positive('connections', values.connections, 32)),
      soakEvaluations: Math.ceil(positive('evaluations', values.evaluations, 10_000_000)),
    },
    compareWith: values.compare,
    isPublished: values.publish === true,
  };
}

function positive(name: string, text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new TypeError(`--${name} must be a number above 0`);
  return value;
}
