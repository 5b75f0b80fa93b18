import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { flipt, fliptEvaluation } from '@pennon/proto';
import { GrpcClient, type GrpcOutcome } from '../../support/grpc-client';
import { apiAt, jsonRequest, type Api, type Request } from '../../support/http';

/** Pause of a caller after each answer, in milliseconds: the load is constant, and leaves the machine something. */
const PAUSE_MS = { evaluation: 5, write: 10 } as const;

/** A request that has no answer after this long has failed, in milliseconds: far more than any restart takes. */
const HANG_MS = 20_000;

/** The flag that is evaluated, and changed over and over. */
export const FLAG = 'steady';

/**
 * The RPCs that the load calls at each tier, each over one door only: who has answered all of them has both doors open.
 */
export const methodsOf = {
  writers: ['CreateFlag', 'CreateSegment'],
  readers: ['Variant', 'Boolean'],
} as const;

const namespace = '/api/v1/namespaces/default';

/** Callers that evaluate and write without an end, over connections that are kept, and account for every answer. */
export class SteadyLoad {
  /** What failed, and how. */
  readonly failures: string[] = [];
  /** Keys of the flags and segments whose creation was acknowledged. */
  readonly created = { flags: [] as string[], segments: [] as string[] };
  /** The description that was acknowledged last. */
  description = '';
  /** Requests that were answered well. */
  answered = 0;
  private isStopping = false;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly api: Api;
  private readonly grpc: readonly GrpcClient[];
  private readonly callers: readonly Promise<void>[];

  /** Begins at once. @param url Base URL over HTTP. @param grpcAddress Where the same is over gRPC. */
  constructor(url: string, grpcAddress: string) {
    this.api = apiAt(url, this.agent);
    const evaluator = new GrpcClient(grpcAddress);
    const editor = new GrpcClient(grpcAddress);
    this.grpc = [evaluator, editor];
    this.callers = [
      ...[1, 2, 3].map(async () => this.again('evaluation', async () => this.evaluate())),
      this.again('evaluation', async () => this.evaluateOverGrpc(evaluator)),
      ...[1, 2].map(async (caller) =>
        this.again('write', async (turn) => this.createFlag(`${caller}-${turn}`)),
      ),
      this.again('write', async (turn) => this.describe(`${turn}`)),
      this.again('write', async (turn) => this.createSegment(editor, `${turn}`)),
    ];
  }

  /** Ends when every request under way has its answer. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.callers);
    this.agent.destroy();
    for (const client of this.grpc) client.close();
  }

  private async again(kind: keyof typeof PAUSE_MS, ask: (turn: number) => Promise<void>): Promise<void> {
    for (let turn = 1; !this.isStopping; turn++) {
      await ask(turn).then(
        () => this.answered++,
        (error: unknown) => this.failures.push(String(error)),
      );
      await delay(PAUSE_MS[kind]);
    }
  }

  private async evaluate(): Promise<void> {
    await this.send(jsonRequest('POST', '/evaluate/v1/variant', { flagKey: FLAG, entityId: 'someone' }));
  }

  private async evaluateOverGrpc(client: GrpcClient): Promise<void> {
    const request = { namespaceKey: 'default', flagKey: `${FLAG}-boolean`, entityId: 'someone' };
    const options = { deadline: Date.now() + HANG_MS };
    expectMessage(await client.call(fliptEvaluation.EvaluationService.method.boolean, request, { options }));
  }

  private async createFlag(name: string): Promise<void> {
    const key = `flag-${name}`;
    await this.send(jsonRequest('POST', `${namespace}/flags`, { key, name: key }));
    this.created.flags.push(key);
  }

  private async describe(description: string): Promise<void> {
    const body = { name: FLAG, enabled: true, description };
    await this.send(jsonRequest('PUT', `${namespace}/flags/${FLAG}`, body));
    this.description = description;
  }

  private async createSegment(client: GrpcClient, name: string): Promise<void> {
    const key = `segment-${name}`;
    const options = { deadline: Date.now() + HANG_MS };
    const request = { namespaceKey: 'default', key, name: key };
    expectMessage(await client.call(flipt.Flipt.method.createSegment, request, { options }));
    this.created.segments.push(key);
  }

  /** @throws Error unless it is answered 200 in time. */
  private async send(request: Request): Promise<void> {
    const overdue = new AbortController();
    const late = delay(HANG_MS, undefined, { signal: overdue.signal }).then(() => {
      throw new Error(`${request.path}: no answer within ${HANG_MS} ms`);
    });
    const answer = await Promise.race([this.api.send(request), late]).finally(() => {
      late.catch(() => undefined);
      overdue.abort();
    });
    if (answer.status === 200) return;
    throw new Error(`${request.verb} ${request.path}: ${answer.status} ${answer.body.toString()}`);
  }
}

function expectMessage(outcome: GrpcOutcome<unknown>): void {
  if (!('message' in outcome)) throw new Error(`gRPC: ${outcome.code} ${outcome.details}`);
}
