import { countUpTo } from './count-up-to';
import { type Value, type Write } from './history';

/** A value, and the revision that left it. */
interface Entry {
  readonly revision: number;
  readonly value: Value;
}

/** What the registers of one namespace held at every revision. */
export class RegisterLog {
  private readonly entries = new Map<string, Entry[]>();

  /** @param writes Of one namespace, by revision. */
  constructor(writes: readonly Write[]) {
    for (const { revision, left } of writes) {
      for (const [register, value] of left) this.entriesOf(register).push({ revision, value });
    }
  }

  /** What the write of the greatest revision up to this one left in the register. */
  valueAt(register: string, revision: number): Value {
    const entries = this.entries.get(register) ?? [];
    return entries[countUpTo(entries, revision) - 1]?.value;
  }

  private entriesOf(register: string): Entry[] {
    let entries = this.entries.get(register);
    if (entries === undefined) {
      entries = [];
      this.entries.set(register, entries);
    }
    return entries;
  }
}
