import { join } from 'node:path';
import { Databases } from './databases';
import { type Findings } from './findings';
import { benchDoors } from './measure/doors';
import { benchEvaluator } from './measure/evaluator';
import { benchHalfLoad } from './measure/half-load';
import { benchOperations } from './measure/operations';
import { benchSnapshots } from './measure/snapshots';
import { benchSoak } from './measure/soak';
import { benchWorkers } from './measure/workers';
import { benchHeldWrites, benchPressedWrites } from './measure/pressed-writes';
import { benchWrites } from './measure/writes';
import { benchPaired } from './measure/paired';
import { type BenchOptions, type CommandOf } from './options';
import { type PairedFindings } from './report/paired';
import { beginRun } from './run';
import { type WritesFindings } from './report/writes';
import { type Scope } from './scope';

/** Measures what the options name, one thing after the other: nothing that is timed runs beside anything else. */
export async function measureAll(scope: Scope, options: BenchOptions): Promise<Findings> {
  const date = new Date().toISOString();
  const run = beginRun(scope, options);
  const wants = (topic: BenchOptions['topics'][number]): boolean => options.topics.includes(topic);
  return {
    date,
    machine: run.machine,
    options,
    evaluator: wants('evaluator') ? await benchEvaluator(options) : [],
    contenders: await benchDoors(run),
    halfLoad: wants('half-load') ? await benchHalfLoad(run) : undefined,
    workers: wants('workers') ? await benchWorkers(run) : undefined,
    operations: wants('operations') ? await benchOperations(run) : [],
    snapshots: wants('changes') ? await benchSnapshots(run) : [],
    soak: wants('soak') ? await benchSoak(run) : undefined,
    // Last, when all has been noted.
    notes: [...run.notes],
  };
}

/** Compares this build with an old one. */
export async function measurePaired(
  scope: Scope,
  { options, oldBuild }: CommandOf<'paired'>,
): Promise<PairedFindings> {
  const date = new Date().toISOString();
  const bundle = join(oldBuild, 'bundle');
  const run = beginRun(scope, options, new Databases(scope, bundle));
  const pairs = await benchPaired(run, bundle);
  return { date, machine: run.machine, options, oldBuild, notes: [...run.notes], pairs };
}

/** Measures writes, of Flipt too where its program is given. */
export async function measureWrites(
  scope: Scope,
  { options, flipt }: CommandOf<'writes'>,
): Promise<WritesFindings> {
  const date = new Date().toISOString();
  const run = beginRun(scope, options);
  const results = await benchWrites(run, flipt);
  const pressed = await benchPressedWrites(run);
  const held = await benchHeldWrites(run);
  const { machine, notes } = run;
  return { date, machine, rounds: options.rounds, notes: [...notes], results, pressed, held };
}
