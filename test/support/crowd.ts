import { aConstraint, aFlag, aSegment, aVariant } from '@pennon/testing';
import { openDatabase, UnitOfWork } from '@pennon/storage';
import { type ManagementClient, type RolloutJson, type RuleJson } from './management-client';
import { shuffled, type Random } from './random';
import { configFor } from './temporary-database';

/** The variant flag on which all members of the crowd work, and the boolean one. */
export const RULES_FLAG = 'colour';
export const ROLLOUTS_FLAG = 'beta';

/**
 * Two ways to name the same one member, between which an update goes back and forth. Half of an update, the operator
 * of one way with the segments of the other, would match everybody.
 */
function waysToName(member: number): readonly [Selection, Selection] {
  return [
    { segmentKeys: [`member-${member}`, 'everyone'], segmentOperator: 'AND_SEGMENT_OPERATOR' },
    { segmentKeys: [`member-${member}`, `twin-${member}`], segmentOperator: 'OR_SEGMENT_OPERATOR' },
  ];
}

interface Selection {
  readonly segmentKeys: readonly string[];
  readonly segmentOperator: string;
}

/** True if the rule or rollout names one member in one of the two ways, whole. */
export function isWhole({ segmentKeys, segmentOperator }: Selection): boolean {
  const member = Number(/^member-(\d+)$/.exec(segmentKeys[0] ?? '')?.[1]);
  const given = JSON.stringify([segmentKeys, segmentOperator]);
  return waysToName(member).some((way) => JSON.stringify([way.segmentKeys, way.segmentOperator]) === given);
}

/** Makes a database file with both flags, and with segments for that many members, at revision 0. */
export async function prepareCrowd(file: string, members: number): Promise<void> {
  const database = await openDatabase(configFor(`file:${file}`).db, 'writer');
  await new UnitOfWork(database).write(async ({ flags, variants, segments, constraints }) => {
    await flags.createAll([aFlag(RULES_FLAG, { defaultVariantId: 'grey' })]);
    for (const id of ['grey', 'red']) await variants.createAll([aVariant(RULES_FLAG, id)]);
    await flags.createAll([aFlag(ROLLOUTS_FLAG, { type: 'boolean', isEnabled: false })]);
    await segments.createAll([aSegment('everyone')]);
    for (let member = 0; member < members; member++) {
      for (const key of [`member-${member}`, `twin-${member}`]) {
        const isMember = { property: 'member', operator: 'eq', value: `${member}` } as const;
        await segments.createAll([aSegment(key)]);
        await constraints.createAll([aConstraint(key, `${key}-constraint`, isMember)]);
      }
    }
  });
  await database.close();
}

/** What a member wrote, and what its next evaluation answered. */
export interface Sight {
  readonly after: string;
  readonly seen: string;
}

/** One of the many who work on a flag at the same time; its rule or rollout is for itself alone. */
export class Member {
  /** What it saw of its own writes. */
  readonly sights: Sight[] = [];
  private readonly context: Readonly<Record<string, string>>;

  constructor(
    private readonly client: ManagementClient,
    private readonly number: number,
    private readonly random: Random,
  ) {
    this.context = { member: `${number}` };
  }

  /** Creates, fills, orders, updates and deletes a rule; leaves the last one in place. */
  async workOnRules(rounds: number): Promise<void> {
    const path = `flags/${RULES_FLAG}/rules`;
    const [first, second] = waysToName(this.number);
    for (let round = 1; round <= rounds; round++) {
      const id = await this.client.create(path, { ...first, rank: this.freeRank(round) });
      await this.look('variant', 'create');
      await this.client.write('POST', `${path}/${id}/distributions`, { variantId: 'red', rollout: 100 });
      await this.look('variant', 'fill');
      const { rules } = await this.client.listRules(RULES_FLAG);
      await this.client.write('PUT', `${path}/order`, { ruleIds: this.anyOrder(rules, id) });
      await this.look('variant', 'order');
      await this.client.write('PUT', `${path}/${id}`, second);
      await this.look('variant', 'update');
      if (round === rounds) return;
      await this.client.write('DELETE', `${path}/${id}`);
      await this.look('variant', 'delete');
    }
  }

  /** The same with a rollout, which needs no filling. */
  async workOnRollouts(rounds: number): Promise<void> {
    const path = `flags/${ROLLOUTS_FLAG}/rollouts`;
    const [first, second] = waysToName(this.number);
    for (let round = 1; round <= rounds; round++) {
      const rank = this.freeRank(round);
      const id = await this.client.create(path, { rank, segment: { ...first, value: true } });
      await this.look('boolean', 'create');
      const { rules } = await this.client.listRollouts(ROLLOUTS_FLAG);
      await this.client.write('PUT', `${path}/order`, { rolloutIds: this.anyOrder(rules, id) });
      await this.look('boolean', 'order');
      await this.client.write('PUT', `${path}/${id}`, { segment: { ...second, value: true } });
      await this.look('boolean', 'update');
      if (round === rounds) return;
      await this.client.write('DELETE', `${path}/${id}`);
      await this.look('boolean', 'delete');
    }
  }

  /** A rank that nobody else takes: ranks closed up after a deletion stay far below. */
  private freeRank(round: number): number {
    return 10_000 * round + this.number;
  }

  /** All that is listed, in any order. An order needs two: an id that nothing has is passed over. */
  private anyOrder(listed: readonly (RuleJson | RolloutJson)[], own: string): readonly string[] {
    const ids = new Set([...listed.map(({ id }) => id), own]);
    return shuffled(this.random, ids.size > 1 ? [...ids] : [...ids, 'nothing']);
  }

  private async look(type: 'variant' | 'boolean', after: string): Promise<void> {
    const flagKey = type === 'variant' ? RULES_FLAG : ROLLOUTS_FLAG;
    const { variantKey, enabled, reason } = await this.client.evaluate(type, flagKey, this.context);
    const value = variantKey ?? String(enabled);
    this.sights.push({ after, seen: `${value}, ${reason.replace('_EVALUATION_REASON', '')}` });
  }
}
