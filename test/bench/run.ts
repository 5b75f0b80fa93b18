import { cpus } from 'node:os';
import { Databases } from './databases';
import { Generator } from './load/child-processes';
import { findCores, pin, type Cores } from './machine';
import { say } from './say';
import { type Machine } from './findings';
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

/** A run, and what is to be told of it. */
export interface ToldRun extends Run {
  readonly machine: Machine;
  /** What was noted so far. */
  readonly notes: ReadonlySet<string>;
}

/** Begins a run. @param databases As the scope has them unless given. */
export function beginRun(scope: Scope, options: BenchOptions, databases = new Databases(scope)): ToldRun {
  const cores = findCores();
  const notes = new Set<string>();
  return {
    scope,
    options,
    cores,
    machine: machineOf(cores),
    notes,
    databases,
    note(line) {
      if (!notes.has(line)) say(line);
      notes.add(line);
    },
    startGenerator: (inner) => startGenerator(inner, cores),
  };
}

/** A generator that is kept from the core of the servers, where that can be done. */
function startGenerator(scope: Scope, cores: Cores | undefined): Generator {
  const generator = new Generator(scope);
  if (cores !== undefined) pin(generator.pid, cores.generator);
  return generator;
}

function machineOf(cores: Cores | undefined): Machine {
  const pinned =
    cores === undefined
      ? 'nothing pinned, for want of taskset or of a second core'
      : `servers pinned to core ${cores.server}, the generator to core ${cores.generator}`;
  return { node: process.version, cpu: cpus()[0]?.model ?? 'unknown CPU', cores: cpus().length, pinned };
}
