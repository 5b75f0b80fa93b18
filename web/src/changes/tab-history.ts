import { type Plan } from '@/lib/plan/plan';

/** One save that this tab made. */
export interface HistoryEntry {
  readonly id: number;
  readonly plan: Plan;
  /** The revision that it made, which the server can put back; undefined if there is none. */
  readonly revision: string | undefined;
  readonly isUndone: boolean;
}

/** How many of the last changes Ctrl Z reaches. */
const UNDO_DEPTH = 20;

/** The newest first. */
let entries: readonly HistoryEntry[] = [];
let lastId = 0;

/** Writes down what was done. */
export function record(plan: Plan, revision: string | undefined): HistoryEntry {
  lastId += 1;
  const entry = { id: lastId, plan, revision, isUndone: false };
  entries = [entry, ...entries].slice(0, UNDO_DEPTH);
  return entry;
}

/** Marks an entry as put back, or as standing again. */
export function markUndone(id: number, isUndone: boolean): void {
  entries = entries.map((entry) => (entry.id === id ? { ...entry, isUndone } : entry));
}

/** True for what can be put back, whether it was or not. */
export function isUndoable({ plan, revision }: Pick<HistoryEntry, 'plan' | 'revision'>): boolean {
  return revision !== undefined || plan.inverse !== undefined;
}

/** True when the entry can be put back and has not been. */
export function canUndo(id: number): boolean {
  return entries.some((entry) => entry.id === id && !entry.isUndone && isUndoable(entry));
}

/** The newest of the last changes that can be undone. */
export function lastUndoable(): HistoryEntry | undefined {
  return entries.find(({ id }) => canUndo(id));
}

/** Forgets everything, as after signing out. */
export function forgetHistory(): void {
  entries = [];
}
