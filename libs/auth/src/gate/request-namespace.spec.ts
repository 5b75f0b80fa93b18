import { create, type DescMethodUnary, type MessageInitShape, type DescMessage } from '@bufbuild/protobuf';
import { flipt, fliptAuth, fliptEvaluation, fliptMeta, fliptOfrep } from '@pennon/proto';
import { namespaceOf } from './request-namespace';

const { method } = flipt.Flipt;
// oxlint-disable-next-line typescript/no-deprecated -- deprecated for callers, and served all the same
const { evaluate, batchEvaluate } = method;
const { boolean, variant, batch } = fliptEvaluation.EvaluationService.method;
const { evaluationSnapshotNamespace } = fliptEvaluation.DataService.method;

function of<I extends DescMessage, O extends DescMessage>(
  rpc: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
): string | undefined {
  return namespaceOf(rpc, create(rpc.input, request));
}

/** A batch of requests about these namespaces. */
function batchOf(...namespaceKeys: string[]): string | undefined {
  return of(batch, { requests: namespaceKeys.map((namespaceKey) => ({ namespaceKey })) });
}

describe('the namespace of a request', () => {
  it('is in its member namespace_key, and blank means default', () => {
    expect(of(method.getFlag, { key: 'f', namespaceKey: 'shop' })).toBe('shop');
    expect(of(method.listSegments, {})).toBe('default');
    expect(of(boolean, { namespaceKey: 'shop' })).toBe('shop');
    expect(of(variant, {})).toBe('default');
    expect(of(evaluate, { namespaceKey: 'shop' })).toBe('shop');
  });

  it('is as the caller wrote it', () => {
    expect(of(method.getFlag, { namespaceKey: ' shop ' })).toBe(' shop ');
    expect(of(method.getFlag, { namespaceKey: 'Shop' })).toBe('Shop');
  });

  it.each([method.getNamespace, method.createNamespace, method.updateNamespace, method.deleteNamespace])(
    'of %s is its key',
    (rpc) => {
      expect(of<DescMessage, DescMessage>(rpc, { key: 'shop' })).toBe('shop');
      expect(of<DescMessage, DescMessage>(rpc, {})).toBe('default');
    },
  );

  it('of a snapshot is its key', () => {
    expect(of(evaluationSnapshotNamespace, { key: 'shop' })).toBe('shop');
    expect(of(evaluationSnapshotNamespace, {})).toBe('default');
  });

  it('of an evaluation of old in a batch is that of the whole', () => {
    const requests = [{ namespaceKey: 'docs' }];
    expect(of(batchEvaluate, { namespaceKey: 'shop', requests })).toBe('shop');
  });

  it('of a batch is the one of all its items', () => {
    expect(batchOf('shop', 'shop')).toBe('shop');
    expect(batchOf('', 'default', '')).toBe('default');
  });

  it('is none of a batch that is mixed or empty', () => {
    expect(batchOf('shop', 'docs')).toBeUndefined();
    expect(batchOf('shop', '')).toBeUndefined();
    expect(batchOf()).toBeUndefined();
  });

  it('is none of requests that are about no namespace', () => {
    expect(of(method.listNamespaces, {})).toBeUndefined();
    expect(of(fliptMeta.MetadataService.method.getInfo, {})).toBeUndefined();
    expect(of(fliptOfrep.OFREPService.method.evaluateFlag, { key: 'f' })).toBeUndefined();
    expect(of(fliptAuth.AuthenticationService.method.getAuthentication, { id: 'shop' })).toBeUndefined();
  });
});

describe('every management RPC but the list of namespaces', () => {
  const others = flipt.Flipt.methods.filter((rpc) => rpc !== method.listNamespaces);

  it.each(others.map((rpc) => [rpc.name, rpc] as const))('is about a namespace: %s', (_, rpc) => {
    expect(namespaceOf(rpc, create(rpc.input))).toBe('default');
  });
});
