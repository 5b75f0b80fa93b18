import { jsonOf, jsonRequest, type Api } from './http';

/** Where a thing is created: the default namespace unless another is named. */
export interface Place {
  readonly namespaceKey?: string;
}

/** A flag to create; what is not said is as the API has it. */
export interface NewFlag extends Place {
  readonly key: string;
  readonly type?: 'VARIANT_FLAG_TYPE' | 'BOOLEAN_FLAG_TYPE';
  readonly enabled?: boolean;
  readonly metadata?: object;
}

/** Creates a flag, enabled unless it says otherwise. */
export async function addFlag(api: Api, { namespaceKey, ...flag }: NewFlag): Promise<void> {
  await create(api, `${pathOf(namespaceKey)}/flags`, { name: flag.key, enabled: true, ...flag });
}

/** Creates a variant, and returns its id. */
export async function addVariant(
  api: Api,
  { flagKey, ...variant }: { flagKey: string; key: string; attachment?: string },
): Promise<string> {
  return create(api, `${pathOf()}/flags/${flagKey}/variants`, variant);
}

/** Creates a segment that everyone is in, or those whose property has that value. */
export async function addSegment(
  api: Api,
  { key, property, value }: { key: string; property?: string; value?: string },
): Promise<void> {
  await create(api, `${pathOf()}/segments`, { key, name: key });
  if (property === undefined) return;
  const constraint = { type: 'STRING_COMPARISON_TYPE', property, operator: 'eq', value };
  await create(api, `${pathOf()}/segments/${key}/constraints`, constraint);
}

/** Creates a rule that gives everyone in the segment the variant, and returns the rule's id. */
export async function addRule(
  api: Api,
  { flagKey, segmentKey, variantId }: { flagKey: string; segmentKey: string; variantId: string },
): Promise<string> {
  const path = `${pathOf()}/flags/${flagKey}/rules`;
  const id = await create(api, path, { segmentKey, rank: 1 });
  await create(api, `${path}/${id}/distributions`, { variantId, rollout: 100 });
  return id;
}

/** Creates a variant flag whose variant everyone in the segment gets; creates the segment with it. */
export async function addTargetedFlag(
  api: Api,
  target: { flagKey: string; variantKey: string; property?: string; value?: string; attachment?: string },
): Promise<void> {
  const { flagKey, variantKey, attachment = '', ...segment } = target;
  await addFlag(api, { key: flagKey });
  await addSegment(api, { key: flagKey, ...segment });
  const variantId = await addVariant(api, { flagKey, key: variantKey, attachment });
  await addRule(api, { flagKey, segmentKey: flagKey, variantId });
}

function pathOf(namespaceKey = 'default'): string {
  return `/api/v1/namespaces/${namespaceKey}`;
}

/** Creates a thing, and returns its id, if it has one. */
async function create(api: Api, path: string, thing: object): Promise<string> {
  const answer = await api.send(jsonRequest('POST', path, thing));
  if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.status} ${answer.body.toString()}`);
  return (jsonOf(answer) as { id?: string }).id ?? '';
}
