import { type Evaluation, type History, type Moment, type Value, type Write } from './history';

/** From when to when something took. */
export type Span = readonly [startedAt: Moment, endedAt: Moment];

/** Values of registers by their names. */
export type Registers = Readonly<Record<string, Value>>;

/** A write of `shop` that left these values. */
export function aWrite(
  revision: number,
  [startedAt, endedAt]: Span,
  left: Registers = {},
  changes: Partial<Write> = {},
): Write {
  const registers = new Map(Object.entries(left));
  return {
    namespaceKey: 'shop',
    name: `write ${revision}`,
    revision,
    startedAt,
    endedAt,
    left: registers,
    ...changes,
  };
}

/** An evaluation of `shop` on `reader` that saw these values. */
export function anEvaluation(
  revision: number | undefined,
  [startedAt, endedAt]: Span,
  seen: Registers = {},
  changes: Partial<Evaluation> = {},
): Evaluation {
  const registers = new Map(Object.entries(seen));
  return {
    namespaceKey: 'shop',
    instance: 'reader',
    revision,
    startedAt,
    endedAt,
    seen: registers,
    ...changes,
  };
}

/** A history of these, in any order. */
export function aHistory(...all: readonly (Write | Evaluation)[]): History {
  return {
    writes: all.filter((one) => 'left' in one),
    evaluations: all.filter((one) => 'seen' in one),
  };
}
