import { cpus } from 'node:os';
import { Databases } from './databases';
import { type Findings, type Machine } from './findings';
import { findCores, type Cores } from './machine';
import { benchDoors } from './measure/doors';
import { benchEvaluator } from './measure/evaluator';
import { benchHalfLoad } from './measure/half-load';
import { benchOperations } from './measure/operations';
import { benchSnapshots } from './measure/snapshots';
import { benchSoak } from './measure/soak';
import { benchWorkers } from './measure/workers';
import { type BenchOptions } from './options';
import { startGenerator, type Run } from './run';
import { say } from './say';
import { type Scope } from './scope';

/** Measures what the options name, one thing after the other: nothing that is timed runs beside anything else. */
export async function measureAll(scope: Scope, options: BenchOptions): Promise<Findings> {
  const date = new Date().toISOString();
  const cores = findCores();
  const notes = new Set<string>();
  const run: Run = {
    scope,
    options,
    cores,
    databases: new Databases(scope),
    note(line) {
      notes.add(line);
      say(line);
    },
    startGenerator: (inner) => startGenerator(inner, cores),
  };
  const wants = (topic: BenchOptions['topics'][number]): boolean => options.topics.includes(topic);
  return {
    date,
    machine: machineOf(cores),
    options,
    evaluator: wants('evaluator') ? await benchEvaluator(options) : [],
    contenders: await benchDoors(run),
    halfLoad: wants('half-load') ? await benchHalfLoad(run) : undefined,
    workers: wants('workers') ? await benchWorkers(run) : undefined,
    operations: wants('operations') ? await benchOperations(run) : [],
    snapshots: wants('changes') ? await benchSnapshots(run) : [],
    soak: wants('soak') ? await benchSoak(run) : undefined,
    // Last, when all has been noted.
    notes: [...notes],
  };
}

function machineOf(cores: Cores | undefined): Machine {
  const pinned =
    cores === undefined
      ? 'nothing pinned, for want of taskset or of a second core'
      : `servers pinned to core ${cores.server}, the generator to core ${cores.generator}`;
  return { node: process.version, cpu: cpus()[0]?.model ?? 'unknown CPU', cores: cpus().length, pinned };
}
