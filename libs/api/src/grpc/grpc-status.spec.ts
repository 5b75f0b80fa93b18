import { fromBinary, type DescMethod } from '@bufbuild/protobuf';
import { anyUnpack, StructSchema, type Any } from '@bufbuild/protobuf/wkt';
import {
  ConflictError,
  InvalidArgumentError,
  invalidField,
  NotFoundError,
  SERVICE_ORIGIN,
} from '@pennon/domain';
import { errorStatus } from '../errors/error-status';
import { ErrorInfoSchema, Flipt, pennonChanges, StatusSchema } from '@pennon/proto';
import { grpcStatusOf } from './grpc-status';

/** The status of an error with that text. */
function statusOf(message: string): ReturnType<typeof grpcStatusOf> {
  return grpcStatusOf(errorStatus(new InvalidArgumentError(message)));
}

describe('an error on the gRPC door', () => {
  it('has code and message, and nothing else', () => {
    const { code, details, metadata } = statusOf('invalid field key: must not be empty');
    expect([code, details]).toEqual([3, 'invalid field key: must not be empty']);
    expect(metadata.getMap()).toEqual({});
  });

  it('that is not ours says nothing of what happened', () => {
    expect(grpcStatusOf(errorStatus(new Error('password=hunter2')))).toMatchObject({
      code: 13,
      details: 'internal error',
    });
  });

  it('names the flag it is about in a detail', () => {
    const { metadata } = grpcStatusOf(errorStatus(new NotFoundError('gone', { flagKey: 'checkout' })));
    const [bytes] = metadata.get('grpc-status-details-bin');
    const { code, message, details } = fromBinary(StatusSchema, bytes as Buffer);
    expect([code, message, details.length]).toEqual([5, 'gone', 1]);
    const [detail] = details;
    const struct = detail && anyUnpack(detail, StructSchema);
    expect(struct?.fields['ofrep-flag-key']?.kind).toEqual({ case: 'stringValue', value: 'checkout' });
  });
});

describe('what programs are told of an error on the gRPC door', () => {
  const { createChange } = pennonChanges.ChangeService.method;

  /** The details of an error of that call. */
  function detailsOf(method: DescMethod, error: unknown): readonly Any[] {
    const { metadata } = grpcStatusOf(errorStatus(error), method, error);
    const [bytes] = metadata.get('grpc-status-details-bin');
    return bytes === undefined ? [] : fromBinary(StatusSchema, bytes as Buffer).details;
  }

  it('is the reason, the domain and what the reason is about', () => {
    const [info] = detailsOf(createChange, invalidField('when.at', 'must be in the future'));
    expect(info && anyUnpack(info, ErrorInfoSchema)).toMatchObject({
      ...{ reason: 'INVALID_FIELD', domain: 'pennon' },
      metadata: { field: 'when.at' },
    });
  });

  it('is nothing for a call of Flipt', () => {
    expect(detailsOf(Flipt.method.createFlag, invalidField('key', 'must not be empty'))).toEqual([]);
  });

  it('says nothing of a bug but that it is one', () => {
    const [info] = detailsOf(createChange, new Error('password=hunter2'));
    expect(info && anyUnpack(info, ErrorInfoSchema)).toMatchObject({ reason: 'INTERNAL', metadata: {} });
  });

  it('names as many conflicts as the trailers of any client have room for, and counts the others', () => {
    const conflicts = Array.from({ length: 1000 }, (_, index) => ({
      ...{ kind: 'flag' as const, key: `${index}`.padEnd(255, 'x'), revision: { revision: index } },
      author: { ...SERVICE_ORIGIN, actor: '🏁'.repeat(127) },
    }));
    const error = new ConflictError('changed since', { conflicts });
    const { metadata } = grpcStatusOf(errorStatus(error), createChange, error);
    const [bytes] = metadata.get('grpc-status-details-bin') as Buffer[];
    expect(bytes?.toString('base64').length).toBeLessThan(4096);
    const [, second] = fromBinary(StatusSchema, bytes ?? Buffer.of()).details;
    const list = second && anyUnpack(second, pennonChanges.ConflictListSchema);
    expect(list?.conflicts[0]).toMatchObject({ kind: 'flag', key: conflicts[0]?.key, revision: '0' });
    expect((list?.conflicts.length ?? 0) + (list?.conflictsLeftOut ?? 0)).toBe(1000);
  });
});

describe('the text of an error on the gRPC door', () => {
  it.each([
    ['short', 'flag "default/é" not found'],
    ['as long as may be', 'x'.repeat(1536)],
    ['as long as may be when it is escaped', 'é'.repeat(1536 / '%C3%A9'.length)],
  ])('stays as it is when it is %s', (_, text) => {
    expect(statusOf(text).details).toBe(text);
  });

  it.each([
    ['x', 1536],
    [' ', 1536 / '%20'.length],
    ['é', 1536 / '%C3%A9'.length],
    ['🏁', 1536 / '%F0%9F%8F%81'.length],
  ])('is cut off when it is too long with its escapes: %s', (character, length) => {
    expect(statusOf(character.repeat(100_000)).details).toBe(`${character.repeat(length)}…`);
  });

  it('is cut between characters, not within one', () => {
    const { details } = statusOf(`x${'🏁'.repeat(1000)}`);
    expect(details).toBe(`x${'🏁'.repeat(127)}…`);
  });

  it.each(['\ud800', `${'x'.repeat(2000)}\udc00`])('can be escaped whatever it holds', (text) => {
    expect(() => encodeURI(statusOf(text).details)).not.toThrow();
  });
});
