import { create, type DescMethod, type Message } from '@bufbuild/protobuf';
import type { RpcCall } from '@pennon/api';
import { flipt, fliptAuth, fliptEvaluation } from '@pennon/proto';
import { PermissionDeniedError } from '@pennon/domain';
import { anAuthentication } from '@pennon/testing';
import { aCall } from '../../../../test/support/fake-call';
import { configFor } from '../../../../test/support/temporary-database';
import { type AccessRequest } from '../gate/access-request';
import { type Authorizer, accessCheck } from './check-access';
import { roleChecks } from './role-authorizer';

const { getFlag, listNamespaces } = flipt.Flipt.method;
const { boolean } = fliptEvaluation.EvaluationService.method;
const { evaluationSnapshotNamespace } = fliptEvaluation.DataService.method;

/** Refuses what is about these resources, and notes what it was asked. */
class PickyAuthorizer implements Authorizer {
  readonly asked: AccessRequest[] = [];

  constructor(private readonly refused: readonly string[] = []) {}

  refusalOf(_: unknown, request: AccessRequest): string | undefined {
    this.asked.push(request);
    return this.refused.includes(request.resource) ? 'because' : undefined;
  }

  rolesIn(): ReadonlySet<string> {
    return new Set(['editor']);
  }

  visibleNamespacesOf(): ReadonlySet<string> {
    return new Set(['shop']);
  }
}

function check(authorizer: Authorizer, method: DescMethod, call: RpcCall = aCall()): void {
  const request = create(method.input) as Message;
  accessCheck(authorizer, false)({ method, request, call, identity: anAuthentication('a') });
}

describe('a call', () => {
  it('passes when all it needs is allowed', () => {
    const authorizer = new PickyAuthorizer();
    check(authorizer, evaluationSnapshotNamespace);
    expect(authorizer.asked.map(({ resource }) => resource)).toEqual(['flag', 'segment']);
  });

  it.each([['flag'], ['segment']])('is refused, with the reason, when some of it is not: %s', (resource) => {
    expect(() => {
      check(new PickyAuthorizer([resource]), evaluationSnapshotNamespace);
    }).toThrow(new PermissionDeniedError('permission denied: because'));
  });

  it('that is not checked is not asked about', () => {
    const authorizer = new PickyAuthorizer(['flag']);
    check(authorizer, boolean);
    expect(authorizer.asked).toEqual([]);
  });

  it('that nobody has thought of is refused', () => {
    const { authorizeURL } = fliptAuth.AuthenticationMethodOIDCService.method;
    expect(() => {
      check(new PickyAuthorizer(), authorizeURL);
    }).toThrow(new PermissionDeniedError('permission denied: AuthorizeURL is open to no one'));
  });

  it('learns which namespaces its caller sees', () => {
    const call = aCall();
    check(new PickyAuthorizer(), listNamespaces, call);
    expect(call.visibleNamespaces).toEqual(new Set(['shop']));
  });

  it('that comes to change a namespace itself may ask whether its caller may', () => {
    const call = aCall();
    const authorizer = new PickyAuthorizer(['namespace']);
    check(authorizer, getFlag, call);
    expect(() => {
      call.namespaceRights?.assert('create', 'shop');
    }).toThrow(new PermissionDeniedError('permission denied: because'));
    const wanted = { resource: 'namespace', subject: 'namespace', action: 'create', namespaceKey: 'shop' };
    expect(authorizer.asked.at(-1)).toEqual(wanted);
    check(new PickyAuthorizer(), getFlag, call);
    expect(call.namespaceRights?.assert('update', 'shop')).toBeUndefined();
    expect(call.namespaceRights?.mayWrite('shop')).toBe(true);
    check(new PickyAuthorizer(['segment']), getFlag, call);
    expect(call.namespaceRights?.mayWrite('shop')).toBe(false);
  });
});

it('nothing is checked unless the operator wants it', () => {
  const { authorization } = configFor('file:/nonexistent/pennon.db');
  expect(roleChecks(authorization)).toEqual([]);
  const [required] = roleChecks({ ...authorization, required: true });
  const request = create(getFlag.input);
  expect(() =>
    required?.({ method: getFlag, request, call: aCall(), identity: anAuthentication('a') }),
  ).toThrow('permission denied: a caller without a role may not read flags in namespace "default"');
});
