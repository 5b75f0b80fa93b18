import { type Library } from '../sdk/support/flipt-client-js';
import { type Decision } from './ask';
import { knownDifferences, type KnownDifference } from './known-differences';
import { segmentsOf } from './plan';
import { type Triple } from './triple';

/** How many disagreements are told in full. */
const TOLD = 3;

/** How the questions of a class came out. */
export interface ClassCount {
  readonly name: string;
  readonly questions: number;
  readonly disagreements: number;
  /** Disagreements on questions of no other class: what this one is there for. */
  readonly disagreementsOfItsOwn: number;
}

/** Compares what the server and one generation of the engine decide, question by question. */
export class Comparison {
  private readonly counts: ReadonlyMap<KnownDifference, Writable<ClassCount>>;
  private readonly unexplained: string[] = [];
  private outside = 0;

  constructor(readonly library: Library) {
    const known = knownDifferences.filter(({ libraries }) => libraries.includes(library));
    this.counts = new Map(
      known.map((difference) => [
        difference,
        { name: difference.name, questions: 0, disagreements: 0, disagreementsOfItsOwn: 0 },
      ]),
    );
  }

  /** How many questions are of no class: on these both must agree. */
  get questionsOutsideClasses(): number {
    return this.outside;
  }

  get classes(): readonly ClassCount[] {
    return [...this.counts.values()];
  }

  /** Disagreements that no class explains: the first ones with all it takes to see them again, and how many more. */
  get surprises(): readonly string[] {
    const more = this.unexplained.length - TOLD;
    return [...this.unexplained.slice(0, TOLD), ...(more > 0 ? [`and ${more} more`] : [])];
  }

  /** Takes note of a question, of the classes it is in, and of the two decisions. */
  add(
    triple: Triple,
    differences: readonly KnownDifference[],
    decisions: { readonly ofServer: Decision; readonly ofEngine: Decision },
  ): void {
    const counts = differences.flatMap((difference) => this.counts.get(difference) ?? []);
    const isDisagreement = decisions.ofServer !== decisions.ofEngine;
    for (const count of counts) {
      count.questions++;
      if (isDisagreement) count.disagreements++;
      if (isDisagreement && counts.length === 1) count.disagreementsOfItsOwn++;
    }
    if (counts.length > 0) return;
    this.outside++;
    if (isDisagreement) this.unexplained.push(reproductionOf(triple, decisions));
  }
}

type Writable<T> = { -readonly [Member in keyof T]: T[Member] };

function reproductionOf(
  { namespace, flag, entityId, context }: Triple,
  { ofServer, ofEngine }: { readonly ofServer: Decision; readonly ofEngine: Decision },
): string {
  return [
    `entity   ${JSON.stringify(entityId)}`,
    `context  ${JSON.stringify(context)}`,
    `server   ${ofServer}`,
    `engine   ${ofEngine}`,
    `flag     ${JSON.stringify(flag)}`,
    ...segmentsOf(namespace, flag).map((segment) => `segment  ${JSON.stringify(segment)}`),
  ].join('\n');
}
