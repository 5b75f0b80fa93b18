import { createdFact, deletedFact, updatedFact, type AuditedState, type AuditFact } from '@pennon/domain';

/** Takes down what a change does while it is made, to be written at its end. There is a new one for every attempt. */
export class Trail {
  private readonly taken: AuditFact[] = [];
  private isSaid = false;

  get facts(): readonly AuditFact[] {
    return this.taken;
  }

  /** True if the change has said that there was nothing to change, and has taken nothing else down. */
  get isOfNothing(): boolean {
    return this.isSaid && this.taken.length === 0;
  }

  created(thing: AuditedState): void {
    this.taken.push(createdFact(thing));
  }

  updated(before: AuditedState, after: AuditedState): void {
    this.taken.push(updatedFact(before, after));
  }

  /** @param thing Undefined for what was not there, of which there is nothing to tell. */
  deleted(thing: AuditedState | undefined): void {
    if (thing === undefined) this.unchanged();
    else this.taken.push(deletedFact(thing));
  }

  /** Says that there was nothing to change. */
  unchanged(): void {
    this.isSaid = true;
  }
}
