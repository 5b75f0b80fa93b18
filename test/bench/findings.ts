import { type Contender } from './contender';
import { type EvaluatorResult } from './measure/evaluator';
import { type HalfLoadResult } from './measure/half-load';
import { type OperationsResult } from './measure/operations';
import { type SnapshotResult } from './measure/snapshots';
import { type SoakResult } from './measure/soak';
import { type WorkersResult } from './measure/workers';
import { type BenchOptions } from './options';

/** Where a run took place. */
export interface Machine {
  /** Version of Node, such as `v20.19.0`. */
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  /** What was pinned where. */
  readonly pinned: string;
}

/** Everything a run found; plain data, kept as JSON. What was not measured is empty or missing. */
export interface Findings {
  /** When it began: RFC 3339. */
  readonly date: string;
  readonly machine: Machine;
  readonly options: BenchOptions;
  /** What to know of the run, such as what could not be measured and why. */
  readonly notes: readonly string[];
  readonly evaluator: readonly EvaluatorResult[];
  readonly contenders: readonly Contender[];
  readonly snapshots: readonly SnapshotResult[];
  readonly operations: readonly OperationsResult[];
  readonly halfLoad?: HalfLoadResult | undefined;
  readonly workers?: WorkersResult | undefined;
  readonly soak?: SoakResult | undefined;
}
