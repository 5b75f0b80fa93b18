import { isSameJson } from '../same-json';
import type { MergedRow, Spot } from './merge-report';
import { mergeValue } from './merge-value';

type Side = 'mine' | 'latest';

/** A row of a merged list. */
export interface Node<R> extends MergedRow {
  readonly row: R;
  /** Where it stands on each side, from 0; undefined where it does not. */
  readonly places: Readonly<Partial<Record<'base' | Side, number | undefined>>>;
  /** Whether a side changed whom it is for or what those get. */
  readonly edited: Readonly<Record<Side, boolean>>;
}

/** One row of two that both sides have added alike; undefined if they did not. */
export type JoinNew<R> = (mine: R, latest: R) => R | undefined;

/** Puts merged rows in order: those that all three have, and behind each of them what either side has beside them. */
export class MergedOrder<R extends object> {
  private readonly shared: ReadonlySet<Node<R>>;

  /** @param nodes In no order. @param spot Of the list. */
  constructor(
    private readonly nodes: readonly Node<R>[],
    private readonly joinNew: JoinNew<R>,
    private readonly spot: Spot,
  ) {
    this.shared = new Set(
      nodes.filter(({ places }) => places.mine !== undefined && places.latest !== undefined),
    );
  }

  /** The rows of the merged list. */
  rows(): readonly R[] {
    const [mine, latest] = [this.runsOf('mine'), this.runsOf('latest')];
    const ordered = [undefined, ...this.sharedInOrder()].flatMap((node) => {
      const behind = this.mergedRun(mine.get(node) ?? [], latest.get(node) ?? []);
      return node === undefined ? behind : [node, ...behind];
    });
    this.warnOfEdited(ordered);
    for (const node of ordered) this.spot.know(node.row, node);
    return ordered.map(({ row }) => row);
  }

  /** The rows that all three have, in the order of whoever changed it. */
  private sharedInOrder(): readonly Node<R>[] {
    const namesOn = (side: 'base' | Side): readonly string[] =>
      inOrderOf(side, [...this.shared]).map(({ name }) => name);
    const orders = { base: namesOn('base'), mine: namesOn('mine'), latest: namesOn('latest') };
    const order = mergeValue(orders, isSameJson, this.spot.at('order'));
    return [...this.shared].toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  }

  /** What stands on that side alone, by the nearest row before it that all have; undefined stands for the start. */
  private runsOf(side: Side): ReadonlyMap<Node<R> | undefined, readonly Node<R>[]> {
    const runs = new Map<Node<R> | undefined, Node<R>[]>();
    let run: Node<R>[] = [];
    runs.set(undefined, run);
    for (const node of inOrderOf(side, this.nodes)) {
      if (this.shared.has(node)) runs.set(node, (run = []));
      else run.push(node);
    }
    return runs;
  }

  /** What both have added at one place: nobody knows in which order it is to stand, unless it is the same. */
  private mergedRun(mine: readonly Node<R>[], latest: readonly Node<R>[]): readonly Node<R>[] {
    const [ours, theirs] = [mine.filter(isNew), latest.filter(isNew)];
    const same = this.sameNew(ours, theirs);
    if (same !== undefined) {
      // A row that one side has edited, and the other has taken away, stands where it stood.
      const run = mine.length > ours.length ? mine : latest;
      const rows = same.values();
      return run.map((node) => (isNew(node) ? (rows.next().value ?? node) : node));
    }
    const spot = this.spot.at('order of new');
    const isOrderOpen = ours.length > 0 && theirs.length > 0;
    if (isOrderOpen && spot.decision() !== 'both') {
      const rows = { base: [], mine: mine.map(({ row }) => row), latest: latest.map(({ row }) => row) };
      return spot.conflict(rows) === rows.mine ? mine : latest;
    }
    if (ours.length > 0) this.spot.touch();
    for (const { name, row } of theirs) this.spot.at(name).keep(row);
    return isOrderOpen ? [...latest, ...mine] : [...mine, ...latest];
  }

  /** What both have added alike, as latest has it but for descriptions of mine; undefined if it is not alike. */
  private sameNew(mine: readonly Node<R>[], latest: readonly Node<R>[]): readonly Node<R>[] | undefined {
    if (mine.length !== latest.length) return undefined;
    const joined = latest.flatMap((node, index) => {
      const row = this.joinNew(mine[index]?.row ?? node.row, node.row);
      return row === undefined ? [] : [{ ...node, row }];
    });
    if (joined.length < latest.length) return undefined;
    if (joined.some(({ row }, index) => row !== latest[index]?.row)) this.spot.touch();
    return joined;
  }

  /** Tells of each row that is new or moved on one side, and now comes before one that the other side edited. */
  private warnOfEdited(ordered: readonly Node<R>[]): void {
    for (const [index, later] of ordered.entries()) {
      const { mine, latest } = later.edited;
      if (!mine && !latest) continue;
      for (const row of ordered.slice(0, index)) {
        const isBySide =
          (latest && hasComeBefore(row, later, 'mine')) || (mine && hasComeBefore(row, later, 'latest'));
        if (isBySide) this.spot.at(row.name).warn(later.name);
      }
    }
  }
}

function inOrderOf<R>(side: 'base' | Side, nodes: readonly Node<R>[]): readonly Node<R>[] {
  const placed = nodes.flatMap((node) => {
    const place = node.places[side];
    return place === undefined ? [] : [{ node, place }];
  });
  return placed.toSorted((one, other) => one.place - other.place).map(({ node }) => node);
}

/** True if it was that side which put a row before another one. */
function hasComeBefore<R>(row: Node<R>, other: Node<R>, side: Side): boolean {
  const [place, otherPlace] = [row.places[side], other.places[side]];
  if (place === undefined || otherPlace === undefined || place > otherPlace) return false;
  return row.places.base === undefined || row.places.base > (other.places.base ?? 0);
}

/** False for a row of the base that one side has taken away, and the other has edited. */
function isNew({ places }: Node<unknown>): boolean {
  return places.base === undefined;
}
