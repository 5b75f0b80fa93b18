import { type Evaluation, type History, type Write } from './history';
import { RegisterLog } from './register-log';

/** What the acknowledged writes of one namespace say of it, revision by revision. */
export class NamespaceLog {
  /** By revision. */
  readonly writes: readonly Write[];
  private readonly byRevision: ReadonlyMap<number, Write>;
  private readonly registers: RegisterLog;

  constructor({ writes }: History) {
    this.writes = writes.toSorted((left, right) => left.revision - right.revision);
    this.byRevision = new Map(this.writes.map((write) => [write.revision, write]));
    this.registers = new RegisterLog(this.writes);
  }

  /** The write that made the revision; undefined for revision 0, and for one that no acknowledged write made. */
  writeOf(revision: number): Write | undefined {
    return this.byRevision.get(revision);
  }

  /** True if the namespace has been at this revision. */
  has(revision: number): boolean {
    return revision === 0 || this.byRevision.has(revision);
  }

  /** True if the evaluation may have seen this revision: the write that made it had begun before the answer came. */
  hadBegun(revision: number, { endedAt }: Evaluation): boolean {
    return revision === 0 || (this.writeOf(revision)?.startedAt ?? Infinity) <= endedAt;
  }

  /** The registers in which the evaluation did not see what they held at this revision. */
  contradictions(revision: number, { seen }: Evaluation): readonly string[] {
    return [...seen]
      .filter(([register, value]) => value !== this.registers.valueAt(register, revision))
      .map(([register, value]) => {
        const held = this.registers.valueAt(register, revision);
        return `${register} was ${held ?? 'nothing'} and is answered as ${value ?? 'nothing'}`;
      });
  }

  /**
   * The least revision from `floor` on that explains an evaluation which names none; undefined if none does. Taking
   * the least asks least of whatever comes after it.
   */
  leastExplanation(evaluation: Evaluation, floor: number): number | undefined {
    for (let revision = floor; this.hadBegun(revision, evaluation); revision++) {
      if (this.contradictions(revision, evaluation).length === 0) return revision;
    }
    return undefined;
  }

  /** The greatest revision that explains an evaluation which names none; undefined if none does. */
  greatestExplanation(evaluation: Evaluation): number | undefined {
    for (let revision = this.writes.at(-1)?.revision ?? 0; revision >= 0; revision--) {
      const isPossible = this.has(revision) && this.hadBegun(revision, evaluation);
      if (isPossible && this.contradictions(revision, evaluation).length === 0) return revision;
    }
    return undefined;
  }
}
