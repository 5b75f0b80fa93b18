import { create, toJson, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { fliptAuth as auth, FlagSchema, FlagType } from '@pennon/proto';
import { fliptMethodNames, ownMethodNames } from '@pennon/config';
import { withEnumNames, methodEnumNames } from './message-json';

const names = methodEnumNames(fliptMethodNames);

/** What becomes of a message with Flipt's names. */
function renamed<T extends DescMessage>(type: T, message: MessageInitShape<T>): unknown {
  return withEnumNames(type, toJson(type, create(type, message), { alwaysEmitImplicit: true }), names);
}

describe('other names of enum values', () => {
  it.each([
    [auth.Method.ORCHESTRATOR, 'METHOD_KUBERNETES'],
    [auth.Method.CODEHOST, 'METHOD_GITHUB'],
    [auth.Method.TOKEN, 'METHOD_TOKEN'],
    [auth.Method.NONE, 'METHOD_NONE'],
  ])('%d is %s', (method, name) => {
    expect(renamed(auth.AuthenticationSchema, { method })).toMatchObject({ method: name });
  });

  it('are the number of a value that has none', () => {
    expect(withEnumNames(auth.AuthenticationSchema, { method: 77 }, names)).toEqual({ method: 77 });
  });

  it('are used in messages within messages, and in lists', () => {
    expect(
      renamed(auth.VerifyServiceAccountResponseSchema, {
        authentication: { method: auth.Method.ORCHESTRATOR },
      }),
    ).toMatchObject({ authentication: { method: 'METHOD_KUBERNETES' } });
    expect(
      renamed(auth.ListAuthenticationMethodsResponseSchema, {
        methods: [{ method: auth.Method.CODEHOST }, { method: auth.Method.JWT }],
      }),
    ).toMatchObject({ methods: [{ method: 'METHOD_GITHUB' }, { method: 'METHOD_JWT' }] });
  });

  it('may be those that they have', () => {
    const record = { method: 'METHOD_CODEHOST' };
    expect(withEnumNames(auth.AuthenticationSchema, record, methodEnumNames(ownMethodNames))).toEqual(record);
  });

  it('change nothing else', () => {
    const record = {
      id: 'METHOD_ORCHESTRATOR',
      expiresAt: { seconds: 1n },
      metadata: { METHOD_ORCHESTRATOR: 'METHOD_ORCHESTRATOR' },
    };
    expect(renamed(auth.AuthenticationSchema, record)).toMatchObject({
      id: 'METHOD_ORCHESTRATOR',
      expiresAt: '1970-01-01T00:00:01Z',
      metadata: { METHOD_ORCHESTRATOR: 'METHOD_ORCHESTRATOR' },
    });
    const flag = { type: FlagType.BOOLEAN_FLAG_TYPE, metadata: { a: ['METHOD_CODEHOST'] } };
    expect(renamed(FlagSchema, flag)).toEqual(
      toJson(FlagSchema, create(FlagSchema, flag), { alwaysEmitImplicit: true }),
    );
  });
});
