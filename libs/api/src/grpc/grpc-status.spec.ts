import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack, StructSchema } from '@bufbuild/protobuf/wkt';
import { InvalidArgumentError, NotFoundError } from '@pennon/domain';
import { errorStatus } from '../errors/error-status';
import { StatusSchema } from '@pennon/proto';
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
