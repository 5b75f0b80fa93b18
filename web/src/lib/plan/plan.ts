import { type Json } from '@pennon/domain';
import { type FlagState, type PartName, type SegmentState } from '@pennon/state';

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

/** One call of a plan about its namespace. */
export interface Step {
  /** In words, as in `Create namespace shop`. */
  readonly title: string;
  readonly call: Call;
}

/** One edit of a flag, as `FlagEdit` of the API. */
export type FlagEdit = { readonly key: string } & Readonly<Record<string, Json>>;

/**
 * What flags and segments are to be, all of them in one change of the server. Either `edits`, which hold whatever the
 * flags are by then, or whole states and deletions.
 */
export interface Wanted {
  /** The revision that the states were made from; undefined for edits and for deletions, which need none. */
  readonly base?: string | undefined;
  readonly flags?: readonly WantedState<FlagState>[];
  readonly segments?: readonly WantedState<SegmentState>[];
  /** Keys of those among the states that must not exist yet. */
  readonly created?: Keys;
  /** Keys of what is deleted. */
  readonly deleted?: Keys;
  readonly edits?: readonly FlagEdit[];
  /** Puts back what was, in place of all else. */
  readonly past?: Past;
}

/** A revision, or flags of it, that are put back. */
export interface Past {
  /** `undo` takes back what the revision changed, and `restore` all that was changed since. */
  readonly way: 'undo' | 'restore';
  readonly revision: string;
  /** Empty for all that an undone revision changed. */
  readonly flags: readonly string[];
}

/** What a flag or a segment is to be. */
export interface WantedState<State> {
  readonly state: State;
  /** What it was at the base; undefined for one that was not there. */
  readonly before?: State;
  /** Undefined for one that is to be this and nothing else. */
  readonly kept?: Kept<PartName<State>>;
}

/** Where all but some parts come from: the server may know more of a flag or segment than this dashboard does. */
export interface Kept<Name extends string> {
  /** As the server wrote it, as JSON text. */
  readonly document: string;
  /** The parts that are taken from the state. */
  readonly parts: readonly Name[];
}

/** Keys of flags and segments. */
export interface Keys {
  readonly flags: readonly string[];
  readonly segments: readonly string[];
}

/** What one save does: computed before it is sent, shown before it runs. */
export interface Plan {
  /** In words, as in `Update rule 2 of checkout`; the message of the change in the history. */
  readonly title: string;
  readonly namespaceKey: string;
  /** What people see in the diff; empty for a plan that changes nothing. */
  readonly changes: readonly Change[];
  /** What becomes of flags and segments; undefined if nothing does. */
  readonly wanted?: Wanted | undefined;
  /** Calls about the namespace itself, made before the change. */
  readonly steps?: readonly Step[];
  /** Puts back what the calls did. The server puts back changes by itself. */
  readonly inverse?: Plan | undefined;
}

/** True for a plan that changes nothing. */
export function isNeedless({ wanted, steps = [] }: Plan): boolean {
  return wanted === undefined && steps.length === 0;
}

/** How a plan ended. */
export interface PlanOutcome {
  /** How many of its calls were answered, before the change. */
  readonly done: number;
  /** The revision that the change made; undefined if there was none, or nothing to change. */
  readonly revision?: string | undefined;
  /** Id of the change that waits for review in place of being applied. */
  readonly proposed?: string | undefined;
  /** What stopped it: nothing of the change was done. */
  readonly failure?: {
    readonly error: Error;
    /** True where the person has been asked about it. */
    readonly isTold?: boolean;
  };
}
