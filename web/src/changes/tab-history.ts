import { useSyncExternalStore } from 'react';
import { type Plan, type PlanOutcome } from '@/lib/plan/plan';
import { createStore } from '@/lib/store';

/** One save that this tab made. */
export interface HistoryEntry {
  readonly id: number;
  /** When it was done, RFC 3339. */
  readonly at: string;
  readonly plan: Plan;
  /** What the server answered: an inverse plan may speak of the ids in it. */
  readonly answers: PlanOutcome['answers'];
  readonly isUndone: boolean;
}

/** How many of the last changes Ctrl Z reaches. */
const UNDO_DEPTH = 20;

const entries = createStore<readonly HistoryEntry[]>([]);
let lastId = 0;

/** What this tab changed, newest first. */
export function useTabHistory(): readonly HistoryEntry[] {
  return useSyncExternalStore(entries.subscribe, entries.get);
}

/** Writes down what was done. */
export function record(plan: Plan, answers: PlanOutcome['answers']): HistoryEntry {
  lastId += 1;
  const entry = { id: lastId, at: new Date().toISOString(), plan, answers, isUndone: false };
  entries.set([entry, ...entries.get()]);
  return entry;
}

/** Marks an entry as put back, or as standing again. */
export function markUndone(id: number, isUndone: boolean): void {
  entries.set(entries.get().map((entry) => (entry.id === id ? { ...entry, isUndone } : entry)));
}

/** True when the entry can be put back and has not been. */
export function canUndo(id: number): boolean {
  return entries
    .get()
    .some((entry) => entry.id === id && !entry.isUndone && entry.plan.inverse !== undefined);
}

/** The newest of the last changes that can be undone. */
export function lastUndoable(): HistoryEntry | undefined {
  return entries
    .get()
    .slice(0, UNDO_DEPTH)
    .find(({ id }) => canUndo(id));
}

/** Forgets everything, as after signing out. */
export function forgetHistory(): void {
  entries.set([]);
}
