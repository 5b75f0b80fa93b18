import { InvalidArgumentError } from '@pennon/domain';

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
   * @param problems At least one, in the order of their places.
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
  const [first] = problems;
  if (first === undefined) return 'the document cannot be read';
  const others = problems.length - 1;
  if (others === 0) return describeProblem(first);
  return `${describeProblem(first)} (and ${isComplete ? '' : 'at least '}${others} more)`;
}
