/** JSON as the management API takes and gives it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** One call that changes something; its path is relative to the origin, `/api/v1/namespaces/…`. */
export interface Call {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Appended to the path, as some deletes want it. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** One difference that a plan makes, in the words of the vocabulary. */
export interface Change {
  readonly kind: 'create' | 'update' | 'delete';
  /** What is changed, as in `Rule 2: share of blue`. */
  readonly subject: string;
  /** Undefined for what did not exist. */
  readonly before?: string;
  /** Undefined for what will not exist any more. */
  readonly after?: string;
}

/**
 * One step of a plan.
 *
 * Texts in `call` that are exactly `$NAME.id` stand for the id that the answer of the earlier step called NAME
 * held: ids of what a plan creates are known only once it runs. In a path such a segment is replaced as well.
 */
export interface Step {
  /** What later steps call the answer of this one. */
  readonly name?: string;
  /** In words, as in `Create variant blue`. */
  readonly title: string;
  readonly call: Call;
}

/**
 * What one save does: computed before the first call, shown before it runs, executed in order.
 */
export interface Plan {
  /** In words, as in `Update rule 2 of checkout`. */
  readonly title: string;
  readonly namespaceKey: string;
  /** What people see in the diff; empty for a plan that changes nothing. */
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
  /** Puts back what the plan changed; undefined where that cannot be done. Computed from the state before it. */
  readonly inverse?: Plan;
}

/** How a plan ended: the steps that were answered, and what stopped it if not all were. */
export interface PlanOutcome {
  readonly done: number;
  /** Answers by the name of their step. */
  readonly answers: ReadonlyMap<string, unknown>;
  readonly failure?: { readonly step: Step; readonly error: Error };
}
