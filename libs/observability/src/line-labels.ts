/** What stands on every line of this process beside what the line says; undefined for nothing. */
let labels: Readonly<Record<string, number>> | undefined;

/**
 * Puts these fields on every line of the loggers that are made from now on: for one of several processes that write
 * together.
 */
export function labelLines(fields: Readonly<Record<string, number>>): void {
  labels = fields;
}

/** The fields that stand on every line. */
export function lineLabels(): Readonly<Record<string, number>> | undefined {
  return labels;
}
