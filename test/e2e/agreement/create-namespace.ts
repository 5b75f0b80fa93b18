import { type ComparisonType } from '@pennon/domain';
import { jsonOf, jsonRequest, type Api } from '../../support/http';
import {
  type BooleanFlagPlan,
  type NamespacePlan,
  type SegmentPlan,
  type VariantFlagPlan,
  type VariantPlan,
} from './plan';

const typeNames: Readonly<Record<ComparisonType, string>> = {
  string: 'STRING_COMPARISON_TYPE',
  number: 'NUMBER_COMPARISON_TYPE',
  boolean: 'BOOLEAN_COMPARISON_TYPE',
  datetime: 'DATETIME_COMPARISON_TYPE',
  entityId: 'ENTITY_ID_COMPARISON_TYPE',
};

/** Creates a namespace through the management API, thing by thing. */
export async function createNamespace(api: Api, { key, segments, flags }: NamespacePlan): Promise<void> {
  await send(api, 'POST', '/api/v1/namespaces', { key, name: key });
  const creator = new Creator(api, `/api/v1/namespaces/${key}`);
  for (const segment of segments) await creator.createSegment(segment);
  for (const flag of flags) {
    if (flag.type === 'VARIANT_FLAG_TYPE') await creator.createVariantFlag(flag);
    else await creator.createBooleanFlag(flag);
  }
}

/** Creates what is in one namespace. */
class Creator {
  constructor(
    private readonly api: Api,
    private readonly path: string,
  ) {}

  async createSegment({ key, matchType, constraints }: SegmentPlan): Promise<void> {
    await this.create('segments', { key, name: key, matchType });
    for (const { type, ...constraint } of constraints) {
      await this.create(`segments/${key}/constraints`, { type: typeNames[type], ...constraint });
    }
  }

  async createVariantFlag({ key, enabled, ...flag }: VariantFlagPlan): Promise<void> {
    await this.create('flags', { key, name: key, enabled });
    const variantIds = await this.createVariants(key, flag.variants);
    if (flag.defaultVariant !== undefined) {
      const defaultVariantId = variantIds.get(flag.defaultVariant);
      await send(this.api, 'PUT', `${this.path}/flags/${key}`, { name: key, enabled, defaultVariantId });
    }
    for (const [index, { distributions, ...rule }] of flag.rules.entries()) {
      const ruleId = await this.create(`flags/${key}/rules`, { ...rule, rank: index + 1 });
      for (const { variantKey, rollout } of distributions) {
        const variantId = variantIds.get(variantKey);
        await this.create(`flags/${key}/rules/${ruleId}/distributions`, { variantId, rollout });
      }
    }
  }

  async createBooleanFlag({ key, enabled, type, rollouts }: BooleanFlagPlan): Promise<void> {
    await this.create('flags', { key, name: key, enabled, type });
    for (const [index, rollout] of rollouts.entries()) {
      await this.create(`flags/${key}/rollouts`, { ...rollout, rank: index + 1 });
    }
  }

  private async createVariants(
    flagKey: string,
    variants: readonly VariantPlan[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = new Map<string, string>();
    for (const variant of variants) {
      ids.set(variant.key, await this.create(`flags/${flagKey}/variants`, variant));
    }
    return ids;
  }

  /** Creates a thing, and returns its id, if it has one. */
  private async create(path: string, thing: object): Promise<string> {
    return send(this.api, 'POST', `${this.path}/${path}`, thing);
  }
}

async function send(api: Api, verb: 'POST' | 'PUT', path: string, thing: object): Promise<string> {
  const answer = await api.send(jsonRequest(verb, path, thing));
  if (answer.status !== 200) throw new Error(`${verb} ${path}: ${answer.status} ${answer.body.toString()}`);
  return (jsonOf(answer) as { id?: string }).id ?? '';
}
