/** What tells rows of an ordered list apart, which have no keys. */
export interface RowLikeness<R> {
  /** Which rows can become one another; all of them unless given. */
  readonly kind?: (row: R) => string;
  /** All that a row says, from the strictest to the loosest: rows with the same text are taken for the same. */
  readonly contents: readonly ((row: R) => string)[];
  /** Whom the row is for; undefined for rows that are for whoever comes to them. */
  readonly condition: (row: R) => string | undefined;
}

/**
 * Finds for each row of the base what became of it in another list: a row that is equal first, wherever it stands; then
 * the only one that is for the same entities; then the one at the same place between two neighbours that were found.
 *
 * @returns For each row of the base the index of its row in `others`, undefined for one that is gone.
 */
export function pairRows<R>(
  base: readonly R[],
  others: readonly R[],
  likeness: RowLikeness<R>,
): readonly (number | undefined)[] {
  const pairing = new Pairing(base, others);
  for (const textOf of likeness.contents) pairing.firstWithFirst(textOf);
  pairing.onlyWithOnly(likeness.condition);
  pairing.byPlace(likeness.kind ?? (() => ''));
  return base.map((_, index) => pairing.found.get(index));
}

/** What has been found so far. */
class Pairing<R> {
  /** Indexes of rows of the base, and of theirs. */
  readonly found = new Map<number, number>();
  private readonly taken = new Set<number>();

  constructor(
    private readonly base: readonly R[],
    private readonly others: readonly R[],
  ) {}

  firstWithFirst(textOf: (row: R) => string): void {
    const queues = byText(this.freeOthers(), textOf);
    for (const [index, row] of this.freeBase()) {
      const other = queues.get(textOf(row))?.shift();
      if (other !== undefined) this.pair(index, other);
    }
  }

  onlyWithOnly(textOf: (row: R) => string | undefined): void {
    const theirs = byText(this.freeOthers(), textOf);
    for (const [text, ours] of byText(this.freeBase(), textOf)) {
      const [index, ...moreOfBase] = ours;
      const [other, ...more] = theirs.get(text) ?? [];
      if (index === undefined || other === undefined || moreOfBase.length + more.length > 0) continue;
      this.pair(index, other);
    }
  }

  /** Pairs what stands between neighbours that were found, and stand one after the other on both sides. */
  byPlace(kindOf: (row: R) => string): void {
    const fixed = [...this.found].toSorted(([one], [other]) => one - other);
    let [lastOfBase, lastOther] = [-1, -1];
    for (const [index, other] of [...fixed, [this.base.length, this.others.length] as const]) {
      const count = index - lastOfBase - 1;
      const isNext = other - lastOther - 1 === count && !this.hasTaken(lastOther + 1, other);
      if (isNext) this.pairRun(lastOfBase + 1, lastOther + 1, count, kindOf);
      [lastOfBase, lastOther] = [index, other];
    }
  }

  private pairRun(fromBase: number, fromOther: number, count: number, kindOf: (row: R) => string): void {
    for (let step = 0; step < count; step++) {
      const [row, other] = [this.base[fromBase + step], this.others[fromOther + step]];
      if (row !== undefined && other !== undefined && kindOf(row) === kindOf(other))
        this.pair(fromBase + step, fromOther + step);
    }
  }

  private hasTaken(from: number, to: number): boolean {
    for (let index = from; index < to; index++) if (this.taken.has(index)) return true;
    return false;
  }

  private pair(index: number, other: number): void {
    this.found.set(index, other);
    this.taken.add(other);
  }

  private freeBase(): readonly (readonly [number, R])[] {
    return [...this.base.entries()].filter(([index]) => !this.found.has(index));
  }

  private freeOthers(): readonly (readonly [number, R])[] {
    return [...this.others.entries()].filter(([index]) => !this.taken.has(index));
  }
}

/** Indexes of rows by a text of theirs, in order; without those that have none. */
function byText<R>(
  rows: readonly (readonly [number, R])[],
  textOf: (row: R) => string | undefined,
): Map<string, number[]> {
  const lists = new Map<string, number[]>();
  for (const [index, row] of rows) {
    const text = textOf(row);
    if (text === undefined) continue;
    const list = lists.get(text);
    if (list === undefined) lists.set(text, [index]);
    else list.push(index);
  }
  return lists;
}
