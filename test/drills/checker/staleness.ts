import { countUpTo } from './count-up-to';
import { byNamespace, type Evaluation, type History, type Moment, type Write } from './history';
import { NamespaceLog } from './namespace-log';

/** How far an evaluation lagged behind. */
export interface Staleness {
  readonly evaluation: Evaluation;
  /** Time from the answer of the first write that it did not see to its own beginning; 0 when it saw all. */
  readonly milliseconds: number;
}

/**
 * How far each evaluation lagged behind the writes that were acknowledged when it began.
 *
 * One that names no revision is taken at its best: at the greatest revision that explains it. One that nothing explains
 * is left out; it breaks another law.
 */
export function stalenesses(history: History): readonly Staleness[] {
  return [...byNamespace(history).values()].flatMap((ofNamespace) => {
    const log = new NamespaceLog(ofNamespace);
    const missed = new MissedWrites(log.writes);
    return ofNamespace.evaluations.flatMap((evaluation): Staleness[] => {
      const revision = evaluation.revision ?? log.greatestExplanation(evaluation);
      if (revision === undefined) return [];
      const milliseconds = Math.max(0, evaluation.startedAt - missed.firstAnswerAfter(revision));
      return [{ evaluation, milliseconds }];
    });
  });
}

/** The worst of them; undefined for none. */
export function greatestStaleness(all: readonly Staleness[]): Staleness | undefined {
  return all.reduce<Staleness | undefined>(
    (worst, one) => (worst === undefined || one.milliseconds > worst.milliseconds ? one : worst),
    undefined,
  );
}

/** Tells when a namespace had moved on from a revision for everybody to know. */
class MissedWrites {
  /** By revision; each with the moment of the first answer to it or to a later one. */
  private readonly answers: readonly { readonly revision: number; readonly firstAt: Moment }[];

  /** @param writes By revision. */
  constructor(writes: readonly Write[]) {
    let firstAt = Infinity;
    const fromTheLast = writes.toReversed().map(({ revision, endedAt }) => {
      firstAt = Math.min(firstAt, endedAt);
      return { revision, firstAt };
    });
    this.answers = fromTheLast.reverse();
  }

  /** When a write after this revision was first answered; never, if there is none. */
  firstAnswerAfter(revision: number): Moment {
    return this.answers[countUpTo(this.answers, revision)]?.firstAt ?? Infinity;
  }
}
