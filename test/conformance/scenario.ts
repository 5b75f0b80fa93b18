import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIRECTORY = join(__dirname, 'data');

/** One recorded conversation: requests to send in order, and what the reference server answered. */
export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
  /** One answer per step that is no preparation. */
  readonly answers: readonly StepAnswer[];
}

/** One request of a scenario. `{{name}}` stands for a variable in its path, headers and body. */
export interface Step {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body to send as JSON. */
  readonly body?: unknown;
  /** A body to send as it stands, in place of `body`. */
  readonly raw?: string;
  /** True for a step that only prepares: it must succeed, and its answer was not recorded. */
  readonly setup?: boolean;
  /** Variables to set from the answer: the member of it, or `header:<name>`, that each takes its value from. */
  readonly save?: Readonly<Record<string, string>>;
  /** Members of the answer that are lists whose order means nothing. */
  readonly unordered?: readonly string[];
  /** Members that the answer has on purpose, and the reference server's had not. */
  readonly adds?: Readonly<Record<string, unknown>>;
}

/** What was answered to a step; what differs from run to run is replaced by placeholders. */
export interface StepAnswer {
  readonly id: string;
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

/** Every scenario there is, by name. */
export function readScenarios(): readonly Scenario[] {
  const names = readdirSync(DIRECTORY).filter((file) => file.endsWith('.golden.json'));
  return names.map((file) => readScenario(file.replace('.golden.json', '')));
}

function readScenario(name: string): Scenario {
  const { steps } = read(`${name}.json`) as Pick<Scenario, 'steps'>;
  return { name, steps, answers: read(`${name}.golden.json`) as readonly StepAnswer[] };
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(DIRECTORY, file), 'utf8'));
}
