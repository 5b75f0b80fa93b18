import { lte } from 'semver';
import type { EntityManager } from 'typeorm';
import { features, featuresIn, featuresText, type Feature } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { DEPLOYMENT_ID, DeploymentEntity } from '../entities/deployment.entity';
import type { SchemaState } from './schema-state';

/** Which features a migration releases. */
export interface Releasing {
  /** True where no instance of another version runs: then all are. */
  readonly isAlone: boolean;
}

/**
 * The features that a migration is to release, by name. On a database that is new no instance runs yet, and beside this
 * version none runs that lacks a feature of two versions ago.
 *
 * @param known Those of this version, unless given.
 */
export function releasedBy(
  { applied, released }: SchemaState,
  { isAlone }: Releasing,
  known: readonly Feature[] = features,
): readonly string[] {
  const isForAll = isAlone || applied.length === 0;
  return known
    .filter(({ name, alwaysFrom }) => !released.includes(name) && (isForAll || lte(alwaysFrom, VERSION)))
    .map(({ name }) => name);
}

/** What a migration has done. */
export interface Migrated {
  /** The migrations that were run, oldest first. */
  readonly ran: readonly string[];
  /** The features that were released. */
  readonly released: readonly string[];
}

/** Has what a migration has planned to release be used from now on. */
export async function release(manager: EntityManager, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const row = await manager.findOneByOrFail(DeploymentEntity, { id: DEPLOYMENT_ID });
  const features = featuresText([...featuresIn(row.features), ...names]);
  await manager.update(DeploymentEntity, { id: DEPLOYMENT_ID }, { features });
}
