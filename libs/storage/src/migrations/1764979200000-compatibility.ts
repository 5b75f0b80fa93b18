import type { QueryRunner } from 'typeorm';
import { Additions, type Addition } from './additions';
import { text } from './columns';
import { requireVersion } from './require-version';

/** What versions that run beside each other on a database have to know of each other. */
export class Compatibility1764979200000 extends Additions {
  override readonly columns: readonly Addition[] = [
    ['deployment', text('min_version')],
    ['deployment', text('features')],
    ['namespaces', text('features')],
  ];

  override async up(runner: QueryRunner): Promise<void> {
    await super.up(runner);
    await requireVersion(runner, '0.1.0');
  }
}
