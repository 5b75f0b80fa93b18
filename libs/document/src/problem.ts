import { InvalidArgumentError } from '@pennon/domain';
import type { DocumentText } from './document-text';
import { type Place, shortened } from './place';

/** Something wrong, or odd, at a place of a document. */
export interface Problem {
  /** Line in the whole text, 1-based. */
  readonly line: number;
  /** Column in that line in UTF-16 units, 1-based. */
  readonly column: number;
  /** The way to the place, such as `flags[3].rules[0].distributions[1].variant`; `''` for the document itself. */
  readonly path: string;
  readonly reason: string;
  /** What was probably meant; undefined when nothing is close. */
  readonly suggestion: string | undefined;
}

/** A document that cannot be read or written. What is wrong with it is in {@link DocumentError.problems}. */
export class DocumentError extends InvalidArgumentError {
  /**
   * @param problems At least one, in the order of their places; notes about the whole document come last.
   * @param isComplete False when there are more problems than are listed.
   */
  constructor(
    readonly problems: readonly Problem[],
    readonly isComplete = true,
    options?: ErrorOptions,
  ) {
    super(messageOf(problems, isComplete), options);
  }
}

/** A problem in one line: place, path, reason, suggestion. */
export function describeProblem({ line, column, path, reason, suggestion }: Problem): string {
  const where = path === '' ? '' : `${path}: `;
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  return `${line}:${column}: ${where}${reason}${hint}`;
}

function messageOf(problems: readonly Problem[], isComplete: boolean): string {
  if (problems.length === 0) return 'the document cannot be read';
  return describeProblems(problems, isComplete, 1);
}

/** Problems in one line: the first of them, and how many there are beyond those. @param atMost At least one. */
export function describeProblems(problems: readonly Problem[], isComplete: boolean, atMost: number): string {
  const told = problems.slice(0, atMost).map(describeProblem).join('; ');
  const others = problems.length - Math.min(atMost, problems.length);
  return others === 0 ? told : `${told} (and ${isComplete ? '' : 'at least '}${others} more)`;
}

/** Most problems of one document that are listed, unless told otherwise: nobody reads more at once. */
export const MAX_PROBLEMS = 100;

/** Longest reason, in UTF-16 units: some quote the document. */
const MAX_REASON_LENGTH = 500;

/** Looks for what was probably meant; asked only for problems that are kept. */
type Suggest = () => string | undefined;

/** Gathers what is wrong and what is odd in one document, so that all of it is told at once. */
export class ProblemLog {
  private readonly errors: Problem[] = [];
  private readonly oddities: Problem[] = [];
  private readonly notes: Problem[] = [];
  private isComplete = true;

  /** @param atMost Errors, and warnings, that are kept. */
  constructor(
    private readonly source: DocumentText,
    private readonly atMost = MAX_PROBLEMS,
  ) {}

  /** The warnings in the order of their places, and then the notes. */
  get warnings(): readonly Problem[] {
    return [...inOrder(this.oddities), ...this.notes];
  }

  /** True when there is something for which the document is refused. */
  get hasErrors(): boolean {
    return this.errors.length > 0;
  }

  /** Something for which the document is refused. */
  error(place: Place, reason: string, suggest?: Suggest): void {
    if (this.errors.length < this.atMost) this.errors.push(this.problemAt(place, reason, suggest));
    else this.isComplete = false;
  }

  /** Something the document is accepted with. */
  warn(place: Place, reason: string): void {
    if (this.oddities.length < this.atMost) this.oddities.push(this.problemAt(place, reason));
  }

  /** Something to know about the document as a whole. It comes after errors and warnings, wherever it is. */
  note(place: Place, reason: string): void {
    this.notes.push(this.problemAt(place, reason));
  }

  /** @throws DocumentError with every error there was, and the notes, if there was one. */
  throwErrors(): void {
    if (this.errors.length > 0)
      throw new DocumentError([...inOrder(this.errors), ...this.notes], this.isComplete);
  }

  /** A problem at that place, which is neither an error nor a warning yet. */
  problemAt(place: Place, reason: string, suggest?: Suggest): Problem {
    return {
      ...this.source.positionOf(place.offset),
      path: place.path,
      reason: shortened(reason, MAX_REASON_LENGTH),
      suggestion: suggest?.(),
    };
  }
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((left, right) => left.line - right.line || left.column - right.column);
}
