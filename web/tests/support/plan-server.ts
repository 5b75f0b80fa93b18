import type { flipt, pennonChanges } from '@pennon/proto';
import { contentsOf, flagOf, namespaceOf, segmentOf } from '@/api/normalise';
import { type Namespace, type Segment } from '@/lib/model';
import { type BasedFlag, type BasedSegment, type Call, type Plan } from '@/lib/plan';
import { runSteps } from '@/lib/plan/run-plan';
import { sourceOf } from '@/lib/plan/wanted-text';
import * as z from '@/lib/zod';
import { jsonOf, jsonRequest } from '../../../test/support/http';
import { useServer as sharedServer } from '../../../test/support/use-server';
import { batchAnswer, type evaluationAnswer } from './evaluation-answers';
import { randomEntities, type RandomEntity } from './random-entities';

const change = z.object({ changed: z.boolean(), change: z.object({ revision: z.string() }) });

function revisionIn(answer: unknown): string | undefined {
  const { changed, change: made } = z.parse(change, answer);
  return changed ? made.revision : undefined;
}

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

  /** Base URL, without a trailing slash. */
  get url(): string {
    return this.server.url;
  }

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

  /** Runs a plan; a refusal is an error. Gives the revision that it made, if it made one. */
  async run(plan: Plan): Promise<string | undefined> {
    const { failure } = await runSteps(plan, (call) => this.send(call));
    if (failure !== undefined) throw failure.error;
    if (plan.wanted === undefined) return undefined;
    const path = `/api/v1/namespaces/${plan.namespaceKey}/changes`;
    const needsBase = plan.wanted.base === undefined && plan.wanted.created !== undefined;
    const base = needsBase ? await this.revisionOf(plan.namespaceKey) : plan.wanted.base;
    const body = { message: plan.title, ...sourceOf({ ...plan.wanted, base }) };
    return revisionIn(await this.send({ method: 'POST', path, body }));
  }

  /** Puts back what a revision changed. */
  async revert(namespaceKey: string, revision: string): Promise<void> {
    const path = `/api/v1/namespaces/${namespaceKey}/revisions/${revision}/revert`;
    await this.send({ method: 'POST', path, body: {} });
  }

  /** The latest revision. */
  async revisionOf(namespaceKey: string): Promise<string> {
    return (await this.subjectAt(namespaceKey, 'kind=namespace')).base;
  }

  private async subjectAt(
    namespaceKey: string,
    query: string,
  ): Promise<{ readonly base: string; readonly document: string; readonly rows: pennonChanges.RowsJson }> {
    const path = `/api/v1/namespaces/${namespaceKey}/revisions/latest/subject?${query}`;
    const found = (await this.get(path)) as pennonChanges.SubjectJson;
    const { revision: base = '', state: document = '', rows = {} } = found;
    return { base, document, rows };
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
    return answer.status === 404 ? undefined : namespaceOf(jsonOf(answer) as flipt.NamespaceJson);
  }

  async contentsOf(namespaceKey: string, key: string): Promise<BasedFlag> {
    const { rows, ...based } = await this.subjectAt(namespaceKey, `kind=flag&key=${key}`);
    return { ...contentsOf(rows), ...based };
  }

  async flagKeysOf(namespaceKey: string): Promise<readonly string[]> {
    const { flags = [] } = (await this.get(`/api/v1/namespaces/${namespaceKey}/flags`)) as flipt.FlagListJson;
    return flags.map((flag) => flagOf(flag).key).toSorted();
  }

  async segmentsOf(namespaceKey: string): Promise<readonly Segment[]> {
    const path = `/api/v1/namespaces/${namespaceKey}/segments`;
    const { segments = [] } = (await this.get(path)) as flipt.SegmentListJson;
    return segments.map(segmentOf);
  }

  async segmentAt(namespaceKey: string, key: string): Promise<BasedSegment> {
    const { rows, ...based } = await this.subjectAt(namespaceKey, `kind=segment&key=${key}`);
    return { ...segmentOf(rows.segment ?? {}), ...based };
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
}
