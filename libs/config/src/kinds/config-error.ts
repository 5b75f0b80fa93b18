/** One thing that is wrong with the configuration. */
export interface ConfigProblem {
  /**
   * Key of the setting (`server.http_port`). For a variable that matches no setting, its name; for a file that
   * cannot be used, its path.
   */
  readonly key: string;
  /** The value as it was given; `[redacted]` for secrets, absent when there is none or it may be a secret. */
  readonly value?: string;
  /** What is wrong, ready to follow the key: "must be at least 1". */
  readonly reason: string;
  /** Where it was given: a variable, a file, `--config`. */
  readonly source?: string;
}

/** Takes note of a problem; the configuration is read to its end before anything is thrown. */
export type Report = (problem: ConfigProblem) => void;

/** The configuration cannot be used. The message lists all problems, one per line, ready to print. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(formatProblem).join('\n'));
  }
}

const longestValue = 80;

function formatProblem({ key, value, reason, source }: ConfigProblem): string {
  const given = value === undefined ? '' : ` = ${quote(value)}`;
  const origin = source === undefined ? '' : ` (from ${source})`;
  return `${key}${given}: ${reason}${origin}`;
}

/** Quotes as JSON does, so that a value of several lines stays on one. */
function quote(value: string): string {
  return JSON.stringify(value.length > longestValue ? `${value.slice(0, longestValue)}…` : value);
}

/**
 * A setting that does not go together with the others; by its key, or by its variable where it is reserved. The value
 * is that of a default worth quoting; one that is given is quoted anyway.
 */
export type Violation = Omit<ConfigProblem, 'source'>;
