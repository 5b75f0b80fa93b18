/** The origins whose pages may read answers. */
export class AllowedOrigins {
  /** True when every page may: the answer is then the same for all of them. */
  readonly areAll: boolean;
  private readonly exact: ReadonlySet<string>;
  private readonly patterns: readonly (readonly [start: string, end: string])[];

  /** @param patterns In lower case, each with one `*` at most. */
  constructor(patterns: readonly string[]) {
    this.areAll = patterns.includes('*');
    this.exact = new Set(patterns.filter((pattern) => !pattern.includes('*')));
    this.patterns = patterns
      .filter((pattern) => pattern.includes('*'))
      .map((pattern) => {
        const [start = '', end = ''] = pattern.split('*');
        return [start, end];
      });
  }

  /** Tells whether pages of that origin may. Browsers write origins in lower case; others need not. */
  has(origin: string): boolean {
    if (this.areAll) return true;
    const given = origin.toLowerCase();
    return this.exact.has(given) || this.patterns.some((pattern) => fits(given, pattern));
  }
}

/** The `*` stands for no text behind which another host could hide. */
function fits(origin: string, [start, end]: readonly [start: string, end: string]): boolean {
  if (origin.length < start.length + end.length) return false;
  if (!origin.startsWith(start) || !origin.endsWith(end)) return false;
  return !/[/@?#\s]/.test(origin.slice(start.length, origin.length - end.length));
}
