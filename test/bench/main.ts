import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDoors } from './door-bench';
import { benchEvaluator } from './evaluator-bench';
import { findCores } from './machine';
import { benchOperations } from './operations-bench';
import { help, readOptions, type BenchOptions } from './options';
import { render, type Findings } from './report';
import { Scope } from './scope';
import { seed } from './seed';
import { benchSnapshots } from './snapshot-bench';
import { benchNamespace } from './workload/bench-namespace';

const RESULTS_DIRECTORY = 'bench-results';

/** What a process that a signal ended answers: 128 and the number of the signal. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(help);
    return;
  }
  const scope = new Scope();
  stopOnSignals(scope);
  try {
    publish(await measure(scope, options));
  } catch (error) {
    // Whatever was under way when someone pressed Ctrl-C fails, which is nothing to tell.
    if (!scope.isClosed) throw error;
  } finally {
    await scope.close();
  }
}

async function measure(scope: Scope, options: BenchOptions): Promise<Findings> {
  const date = new Date();
  const cores = findCores();
  const evaluator = await benchEvaluator(options);
  const databases = new Map<number, string>();
  for (const flagCount of options.sizes) databases.set(flagCount, await seedDatabase(scope, flagCount));
  const contenders = await benchDoors(scope, options, databases, cores);
  const snapshots = [];
  for (const [flagCount, directory] of databases) {
    snapshots.push(await benchSnapshots(scope, flagCount, directory));
  }
  const operations = [await benchOperations(scope, 0, makeDirectory(scope))];
  // Only the largest: there it hurts, if anywhere.
  for (const [flagCount, directory] of [...databases].slice(-1)) {
    operations.push(await benchOperations(scope, flagCount, directory));
  }
  return { options, date, cores, evaluator, contenders, snapshots, operations };
}

async function seedDatabase(scope: Scope, flagCount: number): Promise<string> {
  process.stderr.write(`seeding ${flagCount} flags\n`);
  const directory = makeDirectory(scope);
  await seed(directory, benchNamespace(flagCount));
  return directory;
}

function makeDirectory(scope: Scope): string {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-bench-'));
  scope.onClose(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

function publish(findings: Findings): void {
  const report = render(findings);
  const file = join(RESULTS_DIRECTORY, `${findings.date.toISOString().replaceAll(':', '-')}.md`);
  mkdirSync(RESULTS_DIRECTORY, { recursive: true });
  writeFileSync(file, report);
  process.stdout.write(report);
  process.stderr.write(`written to ${file}\n`);
}

function stopOnSignals(scope: Scope): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void scope.close().finally(() => process.exit(exitCodes[signal]));
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
