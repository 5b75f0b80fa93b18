/** Rows of one kind by their ids, which hold writers to what must be so: an acknowledged write had all it needs. */
export class Table<T> {
  private readonly rows = new Map<string, T>();

  /** @param noun What a row is, for people. */
  constructor(private readonly noun: string) {}

  /** Every row, in the order of insertion. */
  get all(): readonly T[] {
    return [...this.rows.values()];
  }

  /** Every id, in the order of insertion. */
  get ids(): readonly string[] {
    return [...this.rows.keys()];
  }

  get(id: string): T | undefined {
    return this.rows.get(id);
  }

  has(id: string): boolean {
    return this.rows.has(id);
  }

  where(isWanted: (row: T) => boolean): readonly T[] {
    return this.all.filter(isWanted);
  }

  /** Throws if one of them is not there. */
  require(...ids: readonly string[]): void {
    const missing = ids.find((id) => !this.rows.has(id));
    if (missing !== undefined) throw new Error(`there is no ${this.noun} ${missing}`);
  }

  /** Throws if it is there already. */
  insert(id: string, row: T): void {
    if (this.rows.has(id)) throw new Error(`there is a ${this.noun} ${id} already`);
    this.rows.set(id, row);
  }

  /** Throws if it is not there. */
  update(id: string, changes: Partial<T>): void {
    const row = this.rows.get(id);
    if (row === undefined) throw new Error(`there is no ${this.noun} ${id}`);
    this.rows.set(id, { ...row, ...changes });
  }

  delete(id: string): void {
    this.rows.delete(id);
  }

  clear(): void {
    this.rows.clear();
  }
}
