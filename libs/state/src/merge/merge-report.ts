import type { PartPlace, SubjectKey } from '@pennon/domain';

/** One part in the states that a merge is made of. */
export interface Three<V> {
  /** What both began with. */
  readonly base: V;
  /** What is wanted. */
  readonly mine: V;
  /** What others have made of it. */
  readonly latest: V;
}

/** The same, of something that there may not have been at first. */
export interface Torn<V> extends Three<unknown> {
  readonly mine: V;
  readonly latest: V;
}

/** What two sides made different things of, so that somebody has to decide. */
export interface PartConflict extends PartPlace, Three<unknown> {
  /** What does not go with it: what it refers to was deleted by the other side. */
  readonly with?: PartPlace;
}

/** Whose value wins where both sides changed a part. `both` is for new rows at one place: mine stand behind. */
export type Decision = 'mine' | 'latest' | 'both';

/** Decides about a conflict; undefined for one that somebody has to decide still. */
export type Decides = (place: PartPlace) => Decision | undefined;

/** What others changed, and what stays in a subject that mine changes elsewhere. */
export interface KeptPart extends PartPlace {
  /** Undefined for something that they took away. */
  readonly latest: unknown;
}

/** A row that is new or has moved, before another one that the other side edited: both merge, and may not mean well. */
export interface OrderWarning extends PartPlace {
  /** The row that was edited. */
  readonly before: string;
}

/** A row of a merged list, and what it was merged of. */
export interface MergedRow extends Three<unknown> {
  /** Its place in the base, or `+` and the place on the side that added it. */
  readonly name: string;
}

/** What a merge of one subject tells. */
export class MergeReport {
  readonly conflicts: PartConflict[] = [];
  readonly warnings: OrderWarning[] = [];
  /** What others changed. */
  readonly theirs: KeptPart[] = [];
  private readonly rows = new WeakMap<object, MergedRow>();
  private isTouched = false;

  /** @param decides What it decides is no conflict. */
  constructor(
    readonly subject: SubjectKey,
    private readonly decides?: Decides,
  ) {}

  /** What mine was merged over; nothing in a subject that it does not change. */
  get kept(): readonly KeptPart[] {
    return this.isTouched ? this.theirs : [];
  }

  /** Takes note that mine changes something. */
  touch(): void {
    this.isTouched = true;
  }

  /** Takes note of what others changed. */
  keep(part: string, item: string, latest: unknown): void {
    this.theirs.push({ ...this.subject, part, item, latest });
  }

  /** Takes note of a conflict, unless it is decided. Returns what the part is to be. */
  conflict<V>(part: string, item: string, { base, mine, latest }: Torn<V>): V {
    this.isTouched = true;
    const decision = this.decision(part, item);
    if (decision === 'mine') return mine;
    if (decision === 'latest') return latest;
    this.conflicts.push({ ...this.subject, part, item, base, mine, latest });
    return latest;
  }

  /** What was decided about a place; undefined for nothing. */
  decision(part: string, item: string): Decision | undefined {
    return this.decides?.({ ...this.subject, part, item });
  }

  /**
   * Takes note of a row that hangs on something that the other side took away. Nobody’s word decides that. What is in
   * conflict anyway hangs on nothing yet.
   */
  dangle(part: string, item: string, three: Three<unknown>, on: PartPlace): void {
    const isTorn = this.conflicts.some((conflict) => {
      const isOfRow = conflict.item === item || conflict.item.startsWith(`${item}.`);
      const isOfNew = item.startsWith('+') && conflict.item === 'order of new';
      return conflict.part === 'whole' || (conflict.part === part && (isOfRow || isOfNew));
    });
    if (isTorn) return;
    this.conflicts.push({ ...this.subject, part, item, ...three, with: on });
  }

  /** Has a row of a merged list known by what it was merged of. */
  know(row: object, merged: MergedRow): void {
    this.rows.set(row, merged);
  }

  /** What a row of a merged list was merged of; undefined where the list was taken as it is. */
  known(row: object): MergedRow | undefined {
    return this.rows.get(row);
  }

  warn(part: string, item: string, before: string): void {
    this.warnings.push({ ...this.subject, part, item, before });
  }
}

/** A place in a subject that a merge has come to. */
export class Spot {
  constructor(
    private readonly report: MergeReport,
    private readonly part = '',
    private readonly item = '',
  ) {}

  /** A member of what is here: a part of the subject, an item of a part, or a member of an item. */
  at(name: string): Spot {
    if (this.part === '') return new Spot(this.report, name);
    return new Spot(this.report, this.part, this.item === '' ? name : `${this.item}.${name}`);
  }

  touch(): void {
    this.report.touch();
  }

  keep(latest: unknown): void {
    this.report.keep(this.part, this.item, latest);
  }

  conflict<V>(three: Torn<V>): V {
    return this.report.conflict(this.part, this.item, three);
  }

  decision(): Decision | undefined {
    return this.report.decision(this.part, this.item);
  }

  /** Has a row of the merged list here known by what it was merged of. */
  know(row: object, merged: MergedRow): void {
    this.report.know(row, merged);
  }

  /** @param before Name of the row that was edited. */
  warn(before: string): void {
    this.report.warn(this.part, this.item, before);
  }
}
