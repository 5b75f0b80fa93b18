import { describeProblem, type DocumentError, type Problem } from '@pennon/document';

/** A problem in one line, with the file: `shop.yaml:3:8: flags[0].key: …`. */
export function describeProblemIn(fileName: string, problem: Problem): string {
  return `${fileName}:${describeProblem(problem)}`;
}

/** All problems of a document, one per line. */
export function describeErrorIn(
  fileName: string,
  { problems, isComplete }: DocumentError,
): readonly string[] {
  const lines = problems.map((problem) => describeProblemIn(fileName, problem));
  return isComplete ? lines : [...lines, `${fileName}: there are more problems than these`];
}
