import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerDatabase, dropServerDatabase } from '../../support/database-server';
import { type History } from '../checker/history';
import { startFleet, type Fleet, type FleetPlan } from '../fleet/fleet';
import { report } from './report';
import { Workload, type WorkloadPlan } from '../workload/workload';

/** How long starting a fleet and letting everybody work may take, in milliseconds; many times what it takes. */
const RUN_TIMEOUT_MS = 1_800_000;

/** A database that takes longer counts as lost, and then the last good answer is given: here it is only slow. */
const patient = { PENNON_FRESHNESS_CONFIRM_TIMEOUT: '1m' };

/** A fleet, and everybody at work on it. */
export interface WorkloadUse extends Omit<FleetPlan, 'databaseUrl'>, WorkloadPlan {
  readonly database: 'sqlite' | 'postgres' | 'mysql';
}

/** What tests look at after everybody has worked. */
export interface WorkloadUnderTest {
  readonly fleet: Fleet;
  readonly workload: Workload;
  readonly history: History;
  readonly databaseUrl: string;
}

/**
 * Starts a fleet on a new database before the first test of the surrounding `describe` and lets everybody work on it;
 * stops it in good order after the last.
 */
export function useWorkload({ database, ...plan }: WorkloadUse): WorkloadUnderTest {
  let databaseUrl: string;
  let directory: string | undefined;
  let fleet: Fleet;
  let workload: Workload;
  let history: History;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-fleet-'));
    databaseUrl =
      database === 'sqlite' ? `file:${join(directory, 'pennon.db')}` : await createServerDatabase(database);
    fleet = await startFleet({ ...plan, databaseUrl, env: { ...patient, ...plan.env } });
    workload = new Workload(fleet, plan);
    const startedAt = performance.now();
    await workload.run();
    const seconds = (performance.now() - startedAt) / 1000;
    await workload.askEverything();
    history = workload.history;
    report(
      `${history.writes.length} writes acknowledged and ${workload.refused} refused, ` +
        `${workload.gaveUp} given up, ${history.evaluations.length} evaluations, in ${seconds.toFixed(1)} s (seed ${plan.seed})`,
    );
  }, RUN_TIMEOUT_MS);

  afterAll(async () => {
    const exitCodes = await fleet.stop();
    if (database !== 'sqlite') await dropServerDatabase(databaseUrl);
    if (directory !== undefined) rmSync(directory, { recursive: true });
    expect(new Set(exitCodes)).toEqual(new Set([0]));
  });

  return {
    get fleet(): Fleet {
      return fleet;
    },
    get workload(): Workload {
      return workload;
    },
    get history(): History {
      return history;
    },
    get databaseUrl(): string {
      return databaseUrl;
    },
  };
}
