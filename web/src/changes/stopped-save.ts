import { type Plan, type PlanOutcome } from '@/lib/plan/plan';
import { keepDraft, takeDraft } from './drafts';

/** A save that the end of a session stopped between two of its steps. */
export interface StoppedSave {
  readonly plan: Plan;
  readonly done: number;
  readonly answers: PlanOutcome['answers'];
}

/** A draft like those of forms: gone with the sign-in of somebody else. */
const NAME = 'stopped-save';

/** Keeps it until somebody has signed in again, which may leave the page; a later one takes its place. */
export function keepStoppedSave({ plan, done, answers }: StoppedSave): void {
  keepDraft(NAME, { plan, done, answers: [...answers] });
}

/** The save that was stopped, once: undefined when there is none. */
export function takeStoppedSave(): StoppedSave | undefined {
  const kept = takeDraft(NAME) as Partial<StoppedSave> | null;
  const isWhole = kept?.plan !== undefined && kept.done !== undefined && Array.isArray(kept.answers);
  return isWhole ? ({ ...kept, answers: new Map(kept.answers) } as StoppedSave) : undefined;
}
