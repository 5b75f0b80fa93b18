import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadConfig } from '@pennon/config';
import { Changes, Edits } from '@pennon/changes';
import { DEFAULT_NAMESPACE_KEY, SERVICE_CALLER } from '@pennon/domain';
import { compileSnapshot } from '@pennon/snapshot';
import { SnapshotHolder } from '@pennon/snapshots';
import { DatabaseSnapshotSource, openDatabase, UnitOfWork, type Database } from '@pennon/storage';
import { type Run } from '../run';
import { say } from '../say';
import { type Scope } from '../scope';
import { median } from '../statistics';
import { flagKeys } from '../workload/bench-namespace';

/** How often a whole snapshot is made, and how often one flag is changed. */
const LOADS = 5;
const CHANGES = 30;

/** What snapshots of a namespace of one size cost; all durations in milliseconds. */
export interface SnapshotResult {
  readonly flagCount: number;
  /** From the rows to the document; the median. */
  readonly load: number;
  /** From the document to the snapshot; the median. */
  readonly compile: number;
  /** From the commit of a change of one flag until evaluation sees it; the median. */
  readonly change: number;
  /** How long the event loop stood still at most during one such change: the median, and the longest of all. */
  readonly typicalTurn: number;
  readonly longestTurn: number;
}

/** Makes snapshots in this process, whole and after one change, of each size. */
export async function benchSnapshots({ scope, options, databases }: Run): Promise<readonly SnapshotResult[]> {
  const results: SnapshotResult[] = [];
  for (const flagCount of options.sizes) {
    results.push(await benchSize(scope, flagCount, await databases.copy(flagCount)));
  }
  return results;
}

async function benchSize(scope: Scope, flagCount: number, directory: string): Promise<SnapshotResult> {
  say(`snapshots: ${flagCount} flags`);
  const { config } = loadConfig({ env: { PENNON_DB_URL: `file:${join(directory, 'pennon.db')}` } });
  const opened = scope.inner();
  try {
    const database = await openDatabase(config.db, 'writer');
    opened.onClose(() => database.close());
    const made = await timeWholeSnapshots(new DatabaseSnapshotSource(database));
    const changed = await timeChanges(database, flagKeys('variant', flagCount));
    return { flagCount, ...made, ...changed };
  } finally {
    await opened.close();
  }
}

async function timeWholeSnapshots(
  source: DatabaseSnapshotSource,
): Promise<Pick<SnapshotResult, 'load' | 'compile'>> {
  const loads: number[] = [];
  const compiles: number[] = [];
  for (let turn = 0; turn < LOADS; turn++) {
    const before = performance.now();
    const document = await source.load(DEFAULT_NAMESPACE_KEY);
    const loaded = performance.now();
    if (document === undefined) throw new Error('the database was not seeded');
    compileSnapshot(document);
    loads.push(loaded - before);
    compiles.push(performance.now() - loaded);
  }
  return { load: median(loads), compile: median(compiles) };
}

async function timeChanges(
  database: Database,
  keys: readonly string[],
): Promise<Pick<SnapshotResult, 'change' | 'typicalTurn' | 'longestTurn'>> {
  const unitOfWork = new UnitOfWork(database);
  const holder = new SnapshotHolder(new DatabaseSnapshotSource(database));
  await holder.loadAll();
  const times: number[] = [];
  const turns: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    const key = keys[(change * 7919) % keys.length] ?? '';
    await renameFlag(unitOfWork, key, `Changed ${change}`);
    const before = performance.now();
    turns.push(await longestTurnOf(holder.refresh(DEFAULT_NAMESPACE_KEY)));
    times.push(performance.now() - before);
  }
  holder.onModuleDestroy();
  return { change: median(times), typicalTurn: median(turns), longestTurn: Math.max(...turns) };
}

async function renameFlag(unitOfWork: UnitOfWork, key: string, name: string): Promise<void> {
  const edits = new Edits(new Changes(unitOfWork));
  await edits.flag(SERVICE_CALLER, DEFAULT_NAMESPACE_KEY, key, (flag) => flag && { ...flag, name });
}

/** The longest time for which nothing else had its turn while the work was under way, in milliseconds. */
async function longestTurnOf(work: Promise<void>): Promise<number> {
  const done = work.then(() => false);
  let longest = 0;
  let before = performance.now();
  while (await Promise.race([done, nextTurn(true)])) {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return longest;
}
