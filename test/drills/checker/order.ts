import { type Evaluation, type History, type Moment, type Write } from './history';
import { type NamespaceLog } from './namespace-log';
import { describeEvaluation, describeWrite, type Law, type Violation } from './violation';

/**
 * What an evaluation must see of what was known when it began: `everything` that anybody was told, by an answer to a
 * write or to an evaluation; every one of the `answered-writes`; or no more than the `same-instance` has shown. It must
 * always see that.
 */
export type Scope = 'everything' | 'answered-writes' | 'same-instance';

/** Something that happened at a moment. */
interface Event {
  readonly at: Moment;
  readonly isEnd: boolean;
  readonly happen: () => void;
}

/**
 * Walks through the history of one namespace in the order of time, and finds what breaks the order of its revisions,
 * and every evaluation that does not show its revision.
 *
 * The revisions are the one order in which the writes happened, so nothing has to be searched for: it is enough to hold
 * each write and each evaluation to the greatest revision that anybody had been told of when it began.
 */
export function orderViolations(history: History, log: NamespaceLog, scope: Scope): readonly Violation[] {
  const walk = new Walk(log, scope);
  const events = [
    ...history.writes.flatMap((write) => walk.eventsOfWrite(write)),
    ...history.evaluations.flatMap((evaluation) => walk.eventsOfEvaluation(evaluation)),
  ];
  // What begins at the very moment at which something else ends did not begin after it.
  events.sort((left, right) => left.at - right.at || Number(left.isEnd) - Number(right.isEnd));
  for (const { happen } of events) happen();
  return walk.violations;
}

class Walk {
  readonly violations: Violation[] = [];
  /** The greatest revision that anybody has been told of. */
  private told = 0;
  /** The greatest revision of a write that was answered. */
  private written = 0;
  /** The greatest revision that each instance has shown. */
  private readonly shown = new Map<string, number>();

  constructor(
    private readonly log: NamespaceLog,
    private readonly scope: Scope,
  ) {}

  eventsOfWrite(write: Write): readonly Event[] {
    return [
      {
        at: write.startedAt,
        isEnd: false,
        happen: () => {
          if (write.revision > this.told) return;
          this.add('a later write makes a later revision', describeWrite(write), `${this.told} was known`);
        },
      },
      {
        at: write.endedAt,
        isEnd: true,
        happen: () => {
          this.told = Math.max(this.told, write.revision);
          this.written = Math.max(this.written, write.revision);
        },
      },
    ];
  }

  eventsOfEvaluation(evaluation: Evaluation): readonly Event[] {
    const { instance, startedAt, endedAt } = evaluation;
    let revision = 0;
    return [
      {
        at: startedAt,
        isEnd: false,
        happen: () => {
          revision = this.judge(evaluation) ?? 0;
        },
      },
      {
        at: endedAt,
        isEnd: true,
        happen: () => {
          this.told = Math.max(this.told, revision);
          this.shown.set(instance, Math.max(this.shownBy(instance), revision));
        },
      },
    ];
  }

  /** Holds a beginning evaluation to the laws; returns the revision it saw, if it can be told. */
  private judge(evaluation: Evaluation): number | undefined {
    const who = describeEvaluation(evaluation);
    const floor = this.floorOf(evaluation);
    if (evaluation.revision === undefined) {
      const revision = this.log.leastExplanation(evaluation, floor);
      if (revision === undefined) {
        this.add('an answer shows its revision', who, `no revision from ${floor} on explains what it shows`);
      }
      return revision;
    }
    const { revision } = evaluation;
    if (revision < floor) this.add('no answer is out of date', who, `${floor} was known`);
    if (!this.log.hadBegun(revision, evaluation)) {
      this.add('no answer comes from the future', who, 'its write had not begun');
    }
    for (const contradiction of this.log.contradictions(revision, evaluation)) {
      this.add('an answer shows its revision', who, contradiction);
    }
    return revision;
  }

  /** The least revision that an evaluation which begins now must see. */
  private floorOf({ instance }: Evaluation): number {
    if (this.scope === 'everything') return this.told;
    const shown = this.shownBy(instance);
    return this.scope === 'answered-writes' ? Math.max(shown, this.written) : shown;
  }

  private shownBy(instance: string): number {
    return this.shown.get(instance) ?? 0;
  }

  private add(law: Law, who: string, what: string): void {
    this.violations.push({ law, explanation: `${who}: ${what}` });
  }
}
