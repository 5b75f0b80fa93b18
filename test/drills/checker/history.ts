/** A moment in milliseconds, by the monotonic clock of the one process that noted the whole history. */
export type Moment = number;

/** What is in a register: a text, or undefined where there is nothing to see. */
export type Value = string | undefined;

/** A write that was acknowledged, with what it must have done. */
export interface Write {
  readonly namespaceKey: string;
  /** What it was, for people. */
  readonly name: string;
  /** The revision that its answer names: a whole number. */
  readonly revision: number;
  /** Before the first byte of the request was sent. */
  readonly startedAt: Moment;
  /** After the last byte of the answer had come. */
  readonly endedAt: Moment;
  /** The registers whose values it changed, with their new values. */
  readonly left: ReadonlyMap<string, Value>;
}

/** An answer to somebody who looked at some registers of a namespace at once. */
export interface Evaluation {
  readonly namespaceKey: string;
  /** The instance that answered. */
  readonly instance: string;
  /** The revision that the answer names; undefined when it names none, as where there is no such namespace. */
  readonly revision: number | undefined;
  readonly startedAt: Moment;
  readonly endedAt: Moment;
  readonly seen: ReadonlyMap<string, Value>;
}

/**
 * All that happened to some namespaces, none of which existed before: every register holds nothing at revision 0, and
 * the first write of a namespace makes revision 1.
 */
export interface History {
  readonly writes: readonly Write[];
  readonly evaluations: readonly Evaluation[];
}

/** A history for each namespace, by its key. */
export function byNamespace({ writes, evaluations }: History): ReadonlyMap<string, History> {
  const keys = new Set([...writes, ...evaluations].map(({ namespaceKey }) => namespaceKey));
  const ofKey = (key: string): History => ({
    writes: writes.filter(({ namespaceKey }) => namespaceKey === key),
    evaluations: evaluations.filter(({ namespaceKey }) => namespaceKey === key),
  });
  return new Map([...keys].map((key) => [key, ofKey(key)]));
}
