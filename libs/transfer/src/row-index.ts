import {
  type Constraint,
  type Distribution,
  type Flag,
  type NamespaceContents,
  type Rollout,
  type Rule,
  type Segment,
  type Variant,
} from '@pennon/domain';

/** Finds rows by what changes call them. Each throws if there is none: then the change was planned for other rows. */
export class RowIndex {
  readonly flag: (key: string) => Flag;
  readonly segment: (key: string) => Segment;
  readonly variant: (id: string) => Variant;
  readonly constraint: (id: string) => Constraint;
  readonly rule: (id: string) => Rule;
  readonly distribution: (id: string) => Distribution;
  readonly rollout: (id: string) => Rollout;

  constructor(rows: NamespaceContents) {
    this.flag = finder(rows.flags, ({ key }) => key);
    this.segment = finder(rows.segments, ({ key }) => key);
    this.variant = finder(rows.variants, ({ id }) => id);
    this.constraint = finder(rows.constraints, ({ id }) => id);
    this.rule = finder(rows.rules, ({ id }) => id);
    this.distribution = finder(rows.distributions, ({ id }) => id);
    this.rollout = finder(rows.rollouts, ({ id }) => id);
  }
}

function finder<Row>(rows: readonly Row[], nameOf: (row: Row) => string): (name: string) => Row {
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return (name) => {
    const row = byName.get(name);
    if (row === undefined) throw new Error('a change of an import is about a row that was not read');
    return row;
  };
}
