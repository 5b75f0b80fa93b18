import { create, type DescMethod, type Message } from '@bufbuild/protobuf';
import {
  flipt,
  fliptAuth,
  fliptEvaluation,
  fliptMeta,
  fliptOfrep,
  isOwn,
  pennonAnalytics,
  pennonAudit,
  pennonChanges,
  pennonDashboard,
  pennonLooks,
} from '@pennon/proto';
import { type Identity, PermissionDeniedError, tokenKeys, UnauthenticatedError } from '@pennon/domain';
import { anAuthentication } from '@pennon/testing';
import { aCall } from '../../../../test/support/fake-call';
import { checkNamespace } from './check-namespace';

const { method } = flipt.Flipt;
const { boolean, batch } = fliptEvaluation.EvaluationService.method;

/** A static token that is bound to that namespace. */
function boundTo(namespaceKey: string): Identity {
  return anAuthentication('a', { metadata: { [tokenKeys.namespace]: namespaceKey } });
}

/** Has the identity make that call. @throws what refuses it. */
function check(identity: Identity, rpc: DescMethod, request: object = {}): void {
  const message: Message = create(rpc.input, request as Record<string, unknown>);
  checkNamespace({ method: rpc, request: message, call: aCall(), identity });
}

/** True if the identity may make that call; who may not is told why by Pennon's own RPCs alone. */
function passes(identity: Identity, rpc: DescMethod, request: object = {}): boolean {
  try {
    check(identity, rpc, request);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(isOwn(rpc) ? PermissionDeniedError : UnauthenticatedError);
    if (!isOwn(rpc)) expect(error).toMatchObject({ message: 'request was not authenticated' });
    return false;
  }
}

describe('a token without a namespace', () => {
  it.each([method.listNamespaces, fliptMeta.MetadataService.method.getInfo, method.getFlag])(
    'passes everywhere: %s',
    (rpc) => {
      expect(passes(anAuthentication('a'), rpc)).toBe(true);
    },
  );
});

describe('a record that is no static token', () => {
  it.each(['oidc', 'codehost', 'orchestrator'] as const)('is bound by nothing: %s', (kind) => {
    const { metadata } = boundTo('shop');
    expect(passes(anAuthentication('a', { method: kind, metadata }), method.listNamespaces)).toBe(true);
    expect(
      passes({ id: '', method: 'jwt', subject: 'ada', isProgram: true, metadata }, method.getFlag, {
        namespaceKey: 'x',
      }),
    ).toBe(true);
  });
});

describe('a service that takes no token of a namespace', () => {
  const refusing = [
    ...fliptAuth.AuthenticationService.methods,
    ...fliptAuth.AuthenticationMethodTokenService.methods,
    ...fliptMeta.MetadataService.methods,
    ...fliptOfrep.OFREPService.methods,
  ];

  it.each(refusing.map((rpc) => [rpc.name, rpc] as const))('refuses it: %s', (_, rpc) => {
    expect(passes(boundTo('default'), rpc)).toBe(false);
  });

  it.each(['', ' ', '\t'])('refuses it even when its namespace is blank: %j', (namespaceKey) => {
    expect(passes(boundTo(namespaceKey), fliptMeta.MetadataService.method.getInfo)).toBe(false);
  });

  it('refuses the token that is to be made, though it names the namespace', () => {
    const { createToken } = fliptAuth.AuthenticationMethodTokenService.method;
    expect(passes(boundTo('shop'), createToken, { name: 'n', namespaceKey: 'shop' })).toBe(false);
  });
});

describe('a service that tells nothing of any namespace', () => {
  it.each(['shop', 'default', ' '])('takes a token of every namespace: %j', (namespaceKey) => {
    expect(passes(boundTo(namespaceKey), pennonDashboard.DashboardService.method.getCapabilities)).toBe(true);
  });
});

describe('a token whose namespace is blank', () => {
  it.each(['', ' ', '\t\n'])('passes where such tokens are taken: %j', (namespaceKey) => {
    expect(passes(boundTo(namespaceKey), method.listNamespaces)).toBe(true);
    expect(passes(boundTo(namespaceKey), boolean, { namespaceKey: 'x' })).toBe(true);
  });
});

describe('a token of one namespace', () => {
  it.each([
    ['shop', 'shop', true],
    [' shop ', 'shop', true],
    ['shop', 'docs', false],
    ['shop', '', false],
    ['shop', 'Shop', false],
    ['shop', ' shop', false],
    ['default', '', true],
    ['default', 'default', true],
    ['default', 'production', false],
    ['production', 'production', true],
    ['production', '', false],
    ['constructor', 'constructor', true],
    ['__proto__', 'x', false],
  ])('of %j in a request about %j passes: %p', (bound, namespaceKey, expected) => {
    expect(passes(boundTo(bound), method.getFlag, { namespaceKey })).toBe(expected);
    expect(passes(boundTo(bound), method.getNamespace, { key: namespaceKey })).toBe(expected);
    expect(passes(boundTo(bound), boolean, { namespaceKey })).toBe(expected);
    expect(passes(boundTo(bound), batch, { requests: [{ namespaceKey }, { namespaceKey }] })).toBe(expected);
  });

  it('is refused a batch that is empty or mixed', () => {
    expect(passes(boundTo('shop'), batch, { requests: [] })).toBe(false);
    const mixed = { requests: [{ namespaceKey: 'shop' }, { namespaceKey: 'docs' }] };
    expect(passes(boundTo('shop'), batch, mixed)).toBe(false);
  });

  it('is given a batch of blanks when it is of default', () => {
    expect(passes(boundTo('default'), batch, { requests: [{}, { namespaceKey: 'default' }] })).toBe(true);
  });

  it('is refused the list of namespaces', () => {
    expect(passes(boundTo('default'), method.listNamespaces)).toBe(false);
  });
});

describe('the audit log', () => {
  const { listEvents, listDeadLetters, replayDeadLetters } = pennonAudit.AuditService.method;

  it('is for a token of the namespace that is asked for', () => {
    expect(passes(boundTo('shop'), listEvents, { namespaceKey: 'shop' })).toBe(true);
    expect(passes(boundTo('shop'), listEvents, { namespaceKey: 'other' })).toBe(false);
  });

  it.each(['shop', 'default', '', ' '])('is for no token of a namespace as a whole: %j', (namespaceKey) => {
    expect(passes(boundTo(namespaceKey), listEvents)).toBe(false);
    expect(passes(boundTo(namespaceKey), listDeadLetters)).toBe(false);
    expect(passes(boundTo(namespaceKey), replayDeadLetters, { sink: 'webhook' })).toBe(false);
  });
});

describe('a refusal by an RPC of Pennon', () => {
  const { createChange, reviewChange, compareRevisions, findRevisions } = pennonChanges.ChangeService.method;
  const elsewhere = { namespaceKey: 'docs' };

  it.each([
    [createChange, elsewhere, 'create changes in namespace "docs"'],
    [reviewChange, elsewhere, 'review changes in namespace "docs"'],
    [
      createChange,
      { namespaceKey: 'shop', source: { case: 'promote', value: { fromNamespace: 'docs' } } },
      'read flags in namespace "docs"',
    ],
    [compareRevisions, { namespaceKey: 'shop', fromNamespace: 'docs' }, 'read flags in namespace "docs"'],
    [findRevisions, {}, 'read all namespaces'],
    [pennonLooks.LookService.method.setNamespaceLooks, {}, 'update all namespaces'],
    [pennonAudit.AuditService.method.listEvents, {}, 'read all namespaces'],
    [pennonAudit.AuditService.method.replayDeadLetters, {}, 'update dead letters'],
    [pennonAnalytics.CountService.method.getValueCounts, { namespaceKey: 'shop' }, 'call GetValueCounts'],
  ])('names what the token may not do: %s', (rpc, request, deed) => {
    expect(() => {
      check(boundTo('shop'), rpc, request);
    }).toThrow(`permission denied: an API token for namespace "shop" may not ${deed}`);
  });
});
