import { apiAt, jsonOf, type Answer, type Api } from './http';

/** A rule as the API shows it. */
export interface RuleJson {
  readonly id: string;
  readonly rank: number;
  readonly segmentKey: string;
  readonly segmentKeys: readonly string[];
  readonly segmentOperator: string;
  readonly distributions: readonly { readonly id: string; readonly variantId: string }[];
}

/** A rollout as the API shows it. */
export interface RolloutJson {
  readonly id: string;
  readonly rank: number;
  readonly segment?: Omit<RuleJson, 'id' | 'rank' | 'distributions'> & { readonly value: boolean };
}

/** A page of rules or of rollouts; the API calls both lists `rules`. */
export interface ListJson<T> {
  readonly rules: readonly T[];
  readonly totalCount: number;
}

/** The part of an answer to an evaluation that tells what was decided. */
export interface DecisionJson {
  readonly match?: boolean;
  readonly enabled?: boolean;
  readonly reason: string;
  readonly variantKey?: string;
}

/** A client of the management API and of evaluation, in the default namespace. Whatever is not a 200 is an error. */
export class ManagementClient {
  private readonly api: Api;

  /** The revisions that writes told, but orders: each has made its own. */
  readonly revisions: number[] = [];
  /** The revisions that orders told: the present one, where the order was there already. */
  readonly revisionsOfOrders: number[] = [];

  constructor(url: string) {
    this.api = apiAt(url);
  }

  /** @param path Below the namespace, such as `flags/checkout`. */
  async write(verb: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const answer = await this.send(verb, `/api/v1/namespaces/default/${path}`, body);
    const revision = answer.headers['x-pennon-revision'];
    if (revision === undefined) throw new Error(`${verb} ${path}: no revision`);
    (path.endsWith('/order') ? this.revisionsOfOrders : this.revisions).push(Number(revision));
    return jsonOf(answer);
  }

  /** Creates something, and returns its id. */
  async create(path: string, body: object): Promise<string> {
    const created = (await this.write('POST', path, body)) as { readonly id: string };
    return created.id;
  }

  /** Every rule of a flag. */
  async listRules(flagKey: string): Promise<ListJson<RuleJson>> {
    const path = `/api/v1/namespaces/default/flags/${flagKey}/rules`;
    return (await this.read('GET', path)) as ListJson<RuleJson>;
  }

  /** Every rollout of a flag. */
  async listRollouts(flagKey: string): Promise<ListJson<RolloutJson>> {
    const path = `/api/v1/namespaces/default/flags/${flagKey}/rollouts`;
    return (await this.read('GET', path)) as ListJson<RolloutJson>;
  }

  /** What the flag of that type decides for an entity in this context. */
  async evaluate(
    type: 'boolean' | 'variant',
    flagKey: string,
    context: Readonly<Record<string, string>> = {},
  ): Promise<DecisionJson> {
    const request = { flagKey, entityId: 'entity', context };
    return (await this.read('POST', `/evaluate/v1/${type}`, request)) as DecisionJson;
  }

  /** What each of the flags decides; undefined for one that does not exist. */
  async evaluateAll(flagKeys: readonly string[]): Promise<readonly (DecisionJson | undefined)[]> {
    const requests = flagKeys.map((flagKey) => ({ flagKey, entityId: 'entity' }));
    const { responses } = (await this.read('POST', '/evaluate/v1/batch', { requests })) as {
      responses: readonly { variantResponse?: DecisionJson; booleanResponse?: DecisionJson }[];
    };
    return responses.map(({ variantResponse, booleanResponse }) => variantResponse ?? booleanResponse);
  }

  private async read(verb: string, path: string, body?: object): Promise<unknown> {
    return jsonOf(await this.send(verb, path, body));
  }

  private async send(verb: string, path: string, body?: object): Promise<Answer> {
    const answer = await this.api.send({
      verb,
      path,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${verb} ${path}: ${answer.status} ${answer.body.toString()}`);
    return answer;
  }
}
