import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Request } from '../../support/http';

const FILE = join(__dirname, '../../conformance/vectors/evaluation-scenarios.json');

/** A request that prepares the server. `${name}` in its path and body is an id that an earlier one captured. */
export interface Preparation {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: object;
  /** The name under which the id in the answer is captured. */
  readonly captureId?: string;
}

/** A request, and what the reference server answered. */
export interface Case {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** A body to send as JSON. */
    readonly json?: unknown;
    /** A body to send as it stands, in place of `json`. */
    readonly rawBody?: string;
  };
  readonly expect: { readonly status: number; readonly contentType: string; readonly json: unknown };
}

/** The scenarios of `evaluation-scenarios.json`. */
export interface EvaluationScenarios {
  readonly setup: readonly Preparation[];
  readonly cases: readonly Case[];
}

/** Reads the scenarios. */
export function readEvaluationScenarios(): EvaluationScenarios {
  return JSON.parse(readFileSync(FILE, 'utf8')) as EvaluationScenarios;
}

/** The request of a case, ready to send. */
export function requestOf({ request }: Case): Request {
  const { method: verb, path, headers = {}, json, rawBody } = request;
  const body = rawBody ?? (json === undefined ? undefined : JSON.stringify(json));
  return { verb, path, headers, ...(body !== undefined && { body }) };
}
