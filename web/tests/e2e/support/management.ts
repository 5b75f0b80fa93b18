import { randomUUID } from 'node:crypto';

/** The type of a flag, as the API spells it. */
export type FlagType = 'VARIANT_FLAG_TYPE' | 'BOOLEAN_FLAG_TYPE';

/** A flag to be created; its name is its key unless given, its type that of a variant flag. */
export interface NewFlag {
  readonly key: string;
  readonly name?: string;
  readonly type?: FlagType;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A segment to be created; it matches all of its constraints unless said. */
export interface NewSegment {
  readonly key: string;
  readonly name?: string;
  readonly description?: string;
  readonly matchType?: 'ALL_MATCH_TYPE' | 'ANY_MATCH_TYPE';
}

/** A constraint to be created. */
export interface NewConstraint {
  readonly type:
    | 'STRING_COMPARISON_TYPE'
    | 'NUMBER_COMPARISON_TYPE'
    | 'BOOLEAN_COMPARISON_TYPE'
    | 'DATETIME_COMPARISON_TYPE'
    | 'ENTITY_ID_COMPARISON_TYPE';
  readonly property?: string;
  readonly operator: string;
  readonly value?: string;
  readonly description?: string;
}

/** A rule to be created, with shares in percent by the ids of variants. */
export interface NewRule {
  readonly rank: number;
  readonly segmentKeys: readonly string[];
  readonly segmentOperator?: 'OR_SEGMENT_OPERATOR' | 'AND_SEGMENT_OPERATOR';
  readonly shares?: Readonly<Record<string, number>>;
}

/** A rollout to be created: a threshold or a segment. */
export interface NewRollout {
  readonly rank: number;
  readonly description?: string;
  readonly threshold?: { readonly percentage: number; readonly value: boolean };
  readonly segment?: {
    readonly segmentKeys: readonly string[];
    readonly segmentOperator?: NewRule['segmentOperator'];
    readonly value: boolean;
  };
}

/** What was created, as far as tests need it. */
export interface Created {
  readonly id: string;
}

type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A client of the management API, with which a test arranges its namespace and looks at what became of it. */
export class Management {
  /**
   * @param serverUrl Without a trailing slash.
   * @param token Shown with every call; undefined where nobody asks for one.
   */
  constructor(
    private readonly serverUrl: string,
    readonly namespaceKey: string,
    private readonly token?: string,
  ) {}

  /** A namespace of a test's own. */
  static async inNewNamespace(serverUrl: string, token?: string): Promise<Management> {
    const management = new Management(serverUrl, `test-${randomUUID().slice(0, 8)}`, token);
    await management.call('POST', '/api/v1/namespaces', {
      key: management.namespaceKey,
      name: management.namespaceKey,
    });
    return management;
  }

  /** The same server and token, another namespace, which is not created here. */
  in(namespaceKey: string): Management {
    return new Management(this.serverUrl, namespaceKey, this.token);
  }

  /** The same server and namespace, in the name of whoever has that token. */
  as(token: string): Management {
    return new Management(this.serverUrl, this.namespaceKey, token);
  }

  /** Any call; whatever is not a 200 is an error. @param path Below the origin. */
  async call<T = unknown>(verb: Verb, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.serverUrl}${path}`, {
      method: verb,
      headers: {
        ...(this.token !== undefined && { Authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${verb} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** A call in the namespace. @param path Below it, such as `flags/checkout`. */
  async send<T = unknown>(verb: Verb, path: string, body?: unknown): Promise<T> {
    return this.call<T>(verb, `/api/v1/namespaces/${encodeURIComponent(this.namespaceKey)}/${path}`, body);
  }

  /** What is there now. @param path Below the namespace. */
  async get<T = unknown>(path: string): Promise<T> {
    return this.send<T>('GET', path);
  }

  async createFlag({ type = 'VARIANT_FLAG_TYPE', enabled = true, ...flag }: NewFlag): Promise<void> {
    await this.send('POST', 'flags', { name: flag.key, type, enabled, ...flag });
  }

  async createVariant(
    flagKey: string,
    variant: { readonly key: string; readonly name?: string; readonly attachment?: string },
  ): Promise<Created> {
    return this.send<Created>('POST', `flags/${encodeURIComponent(flagKey)}/variants`, variant);
  }

  async createSegment({ matchType = 'ALL_MATCH_TYPE', ...segment }: NewSegment): Promise<void> {
    await this.send('POST', 'segments', { name: segment.key, matchType, ...segment });
  }

  async createConstraint(segmentKey: string, constraint: NewConstraint): Promise<Created> {
    return this.send<Created>('POST', `segments/${encodeURIComponent(segmentKey)}/constraints`, constraint);
  }

  async createRule(flagKey: string, { shares = {}, ...rule }: NewRule): Promise<Created> {
    const rules = `flags/${encodeURIComponent(flagKey)}/rules`;
    const created = await this.send<Created>('POST', rules, rule);
    for (const [variantId, rollout] of Object.entries(shares)) {
      await this.send('POST', `${rules}/${created.id}/distributions`, { variantId, rollout });
    }
    return created;
  }

  async createRollout(flagKey: string, rollout: NewRollout): Promise<Created> {
    return this.send<Created>('POST', `flags/${encodeURIComponent(flagKey)}/rollouts`, rollout);
  }

  /** A token with that role, or those roles. @returns Its secret. */
  async createToken(role: string, name = role): Promise<string> {
    const metadata = { 'io.service.auth.role': role };
    const token = { name, metadata };
    return (await this.call<{ clientToken: string }>('POST', '/auth/v1/method/token', token)).clientToken;
  }

  /** Makes the namespace what a document of the exchange format says; for many things at once. */
  async importDocument(document: Readonly<Record<string, unknown>>): Promise<void> {
    const text = JSON.stringify({ version: '1.4', namespace: this.namespaceKey, ...document });
    await this.send('POST', 'document', { document: text });
  }

  /** What the server decides for an entity. */
  async evaluate<T = unknown>(
    kind: 'boolean' | 'variant',
    flagKey: string,
    entityId: string,
    context: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const request = { namespaceKey: this.namespaceKey, flagKey, entityId, context };
    return this.call<T>('POST', `/evaluate/v1/${kind}`, request);
  }
}
