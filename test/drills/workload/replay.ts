import { type Value, type Write } from '../checker/history';
import { NamespaceModel } from './namespace-model';
import { type CreatedJson, type ProposedWrite } from './proposed-write';
import { answersOf } from './questions';

/** An acknowledged write, before anybody knows what it must have done. */
export interface Acknowledgement extends Omit<Write, 'namespaceKey' | 'left'> {
  readonly happen: ProposedWrite['happen'];
  readonly created: CreatedJson;
}

/**
 * Does what the acknowledged writes of a namespace did, in the order of their revisions, and finds what each left in
 * the registers. A write waits here for those of earlier revisions, whose answers are still on their way.
 */
export class Replay {
  /** The namespace as the last write that was done has left it. */
  readonly model: NamespaceModel;
  private readonly done: Write[] = [];
  private readonly waiting = new Map<number, Acknowledgement>();
  private answers: ReadonlyMap<string, Value>;

  constructor(namespaceKey: string) {
    this.model = new NamespaceModel(namespaceKey);
    this.answers = answersOf(this.model);
  }

  /** Takes a write in. Throws if one of those that can be done now must have been refused. */
  add(write: Acknowledgement): void {
    if (this.waiting.has(write.revision) || write.revision <= this.done.length) {
      throw new Error(
        `${write.name} made revision ${write.revision} of ${this.model.key}, as another write did`,
      );
    }
    this.waiting.set(write.revision, write);
    for (let next = this.next(); next !== undefined; next = this.next()) {
      this.waiting.delete(next.revision);
      this.done.push(this.do(next));
    }
  }

  /** All writes; those that still wait for a revision that nobody told of have left nothing. */
  get writes(): readonly Write[] {
    const lost = [...this.waiting.values()].map((write) => this.noted(write, new Map()));
    return [...this.done, ...lost];
  }

  private next(): Acknowledgement | undefined {
    return this.waiting.get(this.done.length + 1);
  }

  private do(write: Acknowledgement): Write {
    try {
      write.happen(this.model, write.created);
    } catch (error) {
      const what = `${write.name} was acknowledged at revision ${write.revision} of ${this.model.key}`;
      throw new Error(`${what}, though ${(error as Error).message}`, { cause: error });
    }
    const before = this.answers;
    this.answers = answersOf(this.model);
    const changed = [...this.answers].filter(([register, value]) => value !== before.get(register));
    return this.noted(write, new Map(changed));
  }

  private noted({ name, revision, startedAt, endedAt }: Acknowledgement, left: Write['left']): Write {
    return { namespaceKey: this.model.key, name, revision, startedAt, endedAt, left };
  }
}
