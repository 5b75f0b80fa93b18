import { create, type DescMessage, type DescMethodUnary, type MessageInitShape } from '@bufbuild/protobuf';
import { type status } from '@grpc/grpc-js';
import { flipt, fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { type GrpcClient } from '../../support/grpc-client';
import { jsonRequest, type Api } from '../../support/http';

/** What a door answered, as far as freshness goes. */
export interface FreshAnswer {
  /** Of HTTP, or of gRPC. */
  readonly status: number;
  /** What was wrong, in whatever shape the door says it. */
  readonly problem: string;
  /** `x-pennon-revision` and `x-pennon-age-ms`; undefined where the header is missing. */
  readonly revision: string | undefined;
  readonly age: string | undefined;
}

/** Asks one door for the flag `beta` of the namespace `shop`. */
export type Ask = (headers?: Readonly<Record<string, string>>) => Promise<FreshAnswer>;

const { boolean, variant, batch } = fliptEvaluation.EvaluationService.method;
const { evaluationSnapshotNamespace } = fliptEvaluation.DataService.method;
// oxlint-disable-next-line typescript/no-deprecated -- deprecated for callers, and served all the same
const { evaluate, batchEvaluate } = flipt.Flipt.method;
const { evaluateFlag, evaluateBulk } = fliptOfrep.OFREPService.method;

const namespaceKey = 'shop';
const entityId = 'me';
const ofShop = { 'x-flipt-namespace': namespaceKey };

/** The doors of HTTP by which a flag can be evaluated. */
export function httpDoors(api: Api): readonly (readonly [name: string, ask: Ask])[] {
  const colour = { namespaceKey, flagKey: 'colour', entityId };
  const beta = { namespaceKey, flagKey: 'beta', entityId };
  const post = (path: string, body: object, own: Readonly<Record<string, string>> = {}): Ask => {
    const { headers: type, ...request } = jsonRequest('POST', path, body);
    return (headers = {}) => send(api, { ...request, headers: { ...type, ...own, ...headers } });
  };
  return [
    ['POST /evaluate/v1/boolean', post('/evaluate/v1/boolean', beta)],
    ['POST /evaluate/v1/variant', post('/evaluate/v1/variant', colour)],
    ['POST /evaluate/v1/batch', post('/evaluate/v1/batch', { requests: [beta, colour, beta] })],
    ['POST …/evaluate', post('/api/v1/namespaces/shop/evaluate', { flagKey: 'colour', entityId })],
    [
      'POST …/batch-evaluate',
      post('/api/v1/namespaces/shop/batch-evaluate', { requests: [{ flagKey: 'colour', entityId }] }),
    ],
    [
      'POST /ofrep/v1/evaluate/flags/beta',
      post('/ofrep/v1/evaluate/flags/beta', { context: { targetingKey: 'me' } }, ofShop),
    ],
    [
      'POST /ofrep/v1/evaluate/flags',
      post('/ofrep/v1/evaluate/flags', { context: { targetingKey: 'me' } }, ofShop),
    ],
    [
      'GET /internal/v1/evaluation/snapshot/namespace/shop',
      (headers = {}) => send(api, { path: '/internal/v1/evaluation/snapshot/namespace/shop', headers }),
    ],
  ];
}

/** The RPCs by which a flag can be evaluated. */
export function grpcDoors(client: () => GrpcClient): readonly (readonly [name: string, ask: Ask])[] {
  const beta = { namespaceKey, flagKey: 'beta', entityId };
  const colour = { namespaceKey, flagKey: 'colour', entityId };
  const context = { targetingKey: 'me' };
  const call =
    <I extends DescMessage, O extends DescMessage>(
      method: DescMethodUnary<I, O>,
      request: MessageInitShape<I>,
      own: Readonly<Record<string, string>> = {},
    ): Ask =>
    async (metadata = {}) => {
      const message = create(method.input, request);
      const answer = await client().sendMessage(method, message, { metadata: { ...own, ...metadata } });
      const value = (name: string): string | undefined => answer.headers.get(name)[0]?.toString();
      return {
        status: answer.code satisfies status,
        problem: answer.details,
        revision: value('x-pennon-revision'),
        age: value('x-pennon-age-ms'),
      };
    };
  return [
    ['Boolean', call(boolean, beta)],
    ['Variant', call(variant, colour)],
    ['Batch', call(batch, { requests: [beta, colour] })],
    ['EvaluationSnapshotNamespace', call(evaluationSnapshotNamespace, { key: namespaceKey })],
    ['Evaluate', call(evaluate, colour)],
    ['BatchEvaluate', call(batchEvaluate, { namespaceKey, requests: [{ flagKey: 'colour', entityId }] })],
    ['EvaluateFlag', call(evaluateFlag, { key: 'beta', context }, ofShop)],
    ['EvaluateBulk', call(evaluateBulk, { context }, ofShop)],
  ];
}

async function send(api: Api, request: Parameters<Api['send']>[0]): Promise<FreshAnswer> {
  const { status, headers, body } = await api.send(request);
  const value = (name: string): string | undefined => headers[name]?.toString();
  return {
    status,
    problem: status === 200 ? '' : body.toString(),
    revision: value('x-pennon-revision'),
    age: value('x-pennon-age-ms'),
  };
}
