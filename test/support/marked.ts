/** Matches a revision of that number as answers have it, whatever its mark is: `7.rT0cJ8k1xWqZ`. */
export function marked(revision: number): string {
  return expect.stringMatching(new RegExp(`^${revision}\\.[\\w-]{12}$`)) as string;
}
