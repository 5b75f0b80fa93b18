import { jsonOf, jsonRequest } from '../../../test/support/http';
import { useServer as sharedServer } from '../../../test/support/use-server';
import { flagOf, namespaceOf, rolloutOf, ruleOf, segmentOf } from '@/api/normalise';
import { type FlagContents, type Namespace, type Segment } from '@/lib/model';
import { type Call, type Plan, type PlanOutcome } from '@/lib/plan';
import { runPlan } from '@/lib/plan/run-plan';
import * as z from '@/lib/zod';
import { batchAnswer, type evaluationAnswer } from './evaluation-answers';
import { randomEntities, type RandomEntity } from './random-entities';

const list = z.object({
  flags: z._default(z.array(z.unknown()), []),
  segments: z._default(z.array(z.unknown()), []),
  rules: z._default(z.array(z.unknown()), []),
});

interface Question extends RandomEntity {
  readonly namespaceKey: string;
  readonly flagKey: string;
}

/** What one entity gets from one flag, without ids and times. */
export type Outcome = z.infer<typeof evaluationAnswer>;

/** A real server on which plans run, and what can be seen of it through its API. */
export class PlanServer {
  private readonly server = sharedServer();
  private readonly log: Call[] = [];

  /** The calls that plans have sent, in their order, since this was asked last. */
  takeLog(): readonly Call[] {
    return this.log.splice(0);
  }

  /** Sends a call to the server; a refusal is an error. */
  async send(call: Call): Promise<unknown> {
    this.log.push(call);
    const { method, path, query, body } = call;
    const whole = query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
    const request = method === 'DELETE' ? { verb: method, path: whole } : jsonRequest(method, whole, body);
    const reply = await this.server.send(request);
    if (reply.status !== 200) throw new Error(`${method} ${whole}: ${reply.body.toString()}`);
    return jsonOf(reply);
  }

  /** Runs a plan; a step that fails is an error. @param known The outcome of the plan that it puts back. */
  async run(plan: Plan, known?: PlanOutcome): Promise<PlanOutcome> {
    const options = known === undefined ? {} : { known: { done: 0, answers: known.answers } };
    const outcome = await runPlan(plan, (call) => this.send(call), options);
    if (outcome.failure !== undefined) throw outcome.failure.error;
    return outcome;
  }

  async statusOf(path: string): Promise<number> {
    return (await this.server.send({ path })).status;
  }

  /** What is there now. @param path Below the origin. */
  async get(path: string): Promise<unknown> {
    return jsonOf(await this.server.send({ path }));
  }

  /** Undefined if there is none. */
  async namespaceAt(key: string): Promise<Namespace | undefined> {
    const answer = await this.server.send({ path: `/api/v1/namespaces/${key}` });
    return answer.status === 404 ? undefined : namespaceOf(jsonOf(answer));
  }

  async contentsOf(namespaceKey: string, key: string): Promise<FlagContents> {
    const flag = flagOf(await this.get(`/api/v1/namespaces/${namespaceKey}/flags/${key}`));
    const { rules } = await this.listAt(namespaceKey, `flags/${key}/rules`);
    const { rules: rollouts } = await this.listAt(namespaceKey, `flags/${key}/rollouts`);
    return { flag, rules: rules.map(ruleOf), rollouts: rollouts.map(rolloutOf) };
  }

  async flagKeysOf(namespaceKey: string): Promise<readonly string[]> {
    const { flags } = await this.listAt(namespaceKey, 'flags');
    return flags.map((flag) => flagOf(flag).key).toSorted();
  }

  async segmentsOf(namespaceKey: string): Promise<readonly Segment[]> {
    return (await this.listAt(namespaceKey, 'segments')).segments.map(segmentOf);
  }

  async segmentAt(namespaceKey: string, key: string): Promise<Segment> {
    const segment = (await this.segmentsOf(namespaceKey)).find((each) => each.key === key);
    if (segment === undefined) throw new Error(`there is no segment ${key}`);
    return segment;
  }

  /** What the server answers a thousand random entities, for every flag of the namespace in the order of keys. */
  async answersOf(namespaceKey: string): Promise<readonly Outcome[]> {
    const flagKeys = await this.flagKeysOf(namespaceKey);
    const requests = flagKeys.flatMap((flagKey) =>
      randomEntities.map((entity): Question => ({ namespaceKey, flagKey, ...entity })),
    );
    const reply = await this.server.send(jsonRequest('POST', '/evaluate/v1/batch', { requests }));
    const { responses } = z.parse(batchAnswer, jsonOf(reply));
    const outcomes = responses.flatMap(
      ({ variantResponse, booleanResponse }) => variantResponse ?? booleanResponse ?? [],
    );
    if (outcomes.length !== requests.length) throw new Error('a flag was not evaluated');
    return outcomes;
  }

  private async listAt(namespaceKey: string, path: string): Promise<z.infer<typeof list>> {
    return z.parse(list, await this.get(`/api/v1/namespaces/${namespaceKey}/${path}`));
  }
}
