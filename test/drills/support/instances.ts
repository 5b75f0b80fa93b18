import { setTimeout as delay } from 'node:timers/promises';
import { bearing } from '../../support/auth-server';
import { eventually } from '../../support/eventually';
import { addFlag } from '../../support/flags';
import { apiAt, jsonOf, jsonRequest, type Answer, type Api } from '../../support/http';
import { MetricsPage } from '../../support/metrics';
import { issueToken, startTier, stopInGoodOrder, type DrilledServer, type Env } from './tiers';

/** For so long a token that was revoked may still be accepted. */
const MAX_ACCEPTED_MS = 1_000;

const EVALUATION = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'switch', entityId: 'someone' });

/** What an instance says of the flag. */
export interface Seen {
  readonly revision: number;
  readonly mark: string;
  readonly enabled: boolean;
}

/** Two writers and two readers on one database, and one flag that is switched. */
export class Instances {
  private writes = 0;

  private constructor(readonly all: readonly DrilledServer[]) {}

  /** Starts them; the first writer makes the flag, which is on. @param writerEnv What writers have beside the rest. */
  static async start(env: Env, writerEnv: Env = {}): Promise<Instances> {
    const writer = await startTier('writer', { ...env, ...writerEnv });
    await addFlag(writer.api, { key: 'switch', type: 'BOOLEAN_FLAG_TYPE' });
    const others = [
      startTier('writer', { ...env, ...writerEnv }),
      startTier('reader', env),
      startTier('reader', env),
    ];
    return new Instances([writer, ...(await Promise.all(others))]);
  }

  private get writer(): DrilledServer {
    const [writer] = this.all;
    if (writer === undefined) throw new Error('there is no writer');
    return writer;
  }

  /** Switches the flag so many times; resolves when all of it was acknowledged, with the last answer. */
  async switch(enabled: boolean, times = 1): Promise<Answer> {
    const path = '/api/v1/namespaces/default/flags/switch';
    const answer = await eventually(async () => {
      const tried = await this.writer.api.send(
        jsonRequest('PUT', path, { name: 'Switch', enabled, description: `${++this.writes}` }),
      );
      expect(tried.status).toBe(200);
      return tried;
    });
    return times === 1 ? answer : this.switch(enabled, times - 1);
  }

  /** What each instance evaluates now. */
  async see(): Promise<readonly Seen[]> {
    return Promise.all(this.all.map(async ({ api }) => seenBy(api)));
  }

  /** Waits until every instance evaluates this, at one revision. */
  async allSee(enabled: boolean): Promise<Seen> {
    return eventually(async () => {
      const [first, ...others] = await this.see();
      if (first === undefined) throw new Error('there are no instances');
      expect(first.enabled).toBe(enabled);
      for (const other of others) expect(other).toEqual(first);
      return first;
    });
  }

  /** The clients' snapshots of the two readers, as texts. */
  async clientSnapshots(): Promise<readonly string[]> {
    return Promise.all(
      this.all.map(async ({ api }) => {
        const { body } = await api.send({ path: '/internal/v1/evaluation/snapshot/namespace/default' });
        return body.toString();
      }),
    );
  }

  /** How often they have found another history, together. */
  async historyChanges(): Promise<readonly number[]> {
    return Promise.all(
      this.all.map(async ({ server }) => {
        const { body } = await apiAt(server.url).send({ path: '/metrics' });
        return new MetricsPage(body.toString()).sum('pennon_history_changes_total');
      }),
    );
  }

  async issueToken(name: string): Promise<string> {
    return eventually(() => issueToken(this.writer.api, name));
  }

  /** What each answers to whoever shows that token. */
  async statusesFor(token: string): Promise<readonly number[]> {
    return Promise.all(
      this.all.map(async ({ server }) => (await bearing(apiAt(server.url), token).send(EVALUATION)).status),
    );
  }

  /** Revokes the token, which was in use at each until then, and resolves with what each answers a second later. */
  async refusalsOf(token: string): Promise<readonly number[]> {
    // After an outage each finds out for itself that tokens can be looked up again.
    await eventually(async () => {
      expect(await this.statusesFor(token)).toEqual(this.all.map(() => 200));
    });
    const revoked = await bearing(apiAt(this.writer.server.url), token).send({
      verb: 'PUT',
      path: '/auth/v1/self/expire',
      body: '{}',
    });
    expect(revoked.status).toBe(200);
    await delay(MAX_ACCEPTED_MS);
    return this.statusesFor(token);
  }

  async stop(): Promise<void> {
    for (const { server } of this.all.toReversed()) await stopInGoodOrder(server);
  }
}

/** What an instance evaluates now. */
export async function seenBy(api: Api): Promise<Seen> {
  const answer = await api.send(EVALUATION);
  expect(answer.status).toBe(200);
  const { headers } = answer;
  return {
    revision: Number(headers['x-pennon-revision']),
    mark: String(headers['x-pennon-revision-mark']),
    enabled: (jsonOf(answer) as { readonly enabled: boolean }).enabled,
  };
}

/** What the log of an instance says of other histories: how many lines of level error. */
export function historyErrors({ server }: DrilledServer): number {
  return server.output().split('another history than what was held').length - 1;
}
