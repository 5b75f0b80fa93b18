import { type Databases } from './databases';
import { Generator } from './load/child-processes';
import { pin, type Cores } from './machine';
import { type BenchOptions } from './options';
import { type Scope } from './scope';

/** What every measurement of a run works with. */
export interface Run {
  readonly scope: Scope;
  readonly options: BenchOptions;
  readonly databases: Databases;
  /** Undefined where nothing can be pinned. */
  readonly cores: Cores | undefined;
  /** Has the report say something, such as what could not be measured and why. */
  readonly note: (line: string) => void;
  /** Starts a load generator, on its core. */
  readonly startGenerator: (scope: Scope) => Generator;
}

/** A generator that is kept from the core of the servers, where that can be done. */
export function startGenerator(scope: Scope, cores: Cores | undefined): Generator {
  const generator = new Generator(scope);
  if (cores !== undefined) pin(generator.pid, cores.generator);
  return generator;
}
