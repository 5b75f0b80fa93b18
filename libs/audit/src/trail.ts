import { createdFact, deletedFact, updatedFact, type AuditedState, type AuditFact } from '@pennon/domain';

/** Takes down what a change does while it is made, to be written at its end. There is a new one for every attempt. */
export class Trail {
  private readonly taken: AuditFact[] = [];

  get facts(): readonly AuditFact[] {
    return this.taken;
  }

  created(thing: AuditedState): void {
    this.taken.push(createdFact(thing));
  }

  updated(before: AuditedState, after: AuditedState): void {
    this.taken.push(updatedFact(before, after));
  }

  /** @param thing Undefined for what was not there, of which there is nothing to tell. */
  deleted(thing: AuditedState | undefined): void {
    if (thing !== undefined) this.taken.push(deletedFact(thing));
  }
}
