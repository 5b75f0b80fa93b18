import {
  createdFact,
  deletedFact,
  updatedFact,
  type AuditedState,
  type AuditFact,
  type RevisionItem,
  type SubjectAction,
  type SubjectKey,
} from '@pennon/domain';
import { nameOf, packState, type SubjectState } from '../history/subject-state';

/**
 * Takes down what a change does while it is made, to be written at its end: facts for the audit log, and for the
 * history what each subject was. There is a new one for every attempt.
 */
export class Trail {
  private readonly taken: AuditFact[] = [];
  private readonly touched = new Map<string, RevisionItem>();
  private isSaid = false;

  get facts(): readonly AuditFact[] {
    return this.taken;
  }

  /** One for each flag and segment that is changed, and for the namespace itself. */
  get items(): readonly RevisionItem[] {
    return [...this.touched.values()];
  }

  /** True if the change has said that there was nothing to change, and has taken nothing else down. */
  get isOfNothing(): boolean {
    return this.isSaid && this.taken.length === 0;
  }

  created(thing: AuditedState): void {
    this.add(createdFact(thing));
  }

  updated(before: AuditedState, after: AuditedState): void {
    this.add(updatedFact(before, after));
  }

  /** @param thing Undefined for what was not there, of which there is nothing to tell. */
  deleted(thing: AuditedState | undefined): void {
    if (thing === undefined) this.unchanged();
    else this.add(deletedFact(thing));
  }

  /** Says that there was nothing to change. */
  unchanged(): void {
    this.isSaid = true;
  }

  /** Takes down a fact for the audit log. */
  add(fact: AuditFact): void {
    this.taken.push(fact);
  }

  /**
   * Takes down for the history that a subject is changed. What is said first counts.
   *
   * @param before What it was; undefined when it was not there.
   */
  touch({ kind, key }: SubjectKey, action: SubjectAction, before: SubjectState | undefined): void {
    const name = nameOf({ kind, key });
    if (this.touched.has(name)) return;
    const { createdAt = 0 } = before ?? {};
    this.touched.set(name, { kind, key, action, createdAt, before: before && packState(before) });
  }

  /** What the facts say that was done to a subject. @param before What it was. */
  actionOn({ kind, key }: SubjectKey, before: SubjectState | undefined): SubjectAction {
    if (before === undefined) return 'created';
    const isDeleted = this.taken.some(
      (fact) => fact.action === 'deleted' && fact.type === kind && (kind === 'namespace' || fact.key === key),
    );
    return isDeleted ? 'deleted' : 'updated';
  }
}
