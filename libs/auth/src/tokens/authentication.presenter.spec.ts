import { fliptAuth, timestampOf } from '@pennon/proto';
import { fliptMethodNames, ownMethodNames } from '@pennon/config';
import { anAuthentication, SOME_MOMENT } from '@pennon/testing';
import { FakeExchange } from '../../../../test/support/fake-exchange';
import { AuthenticationPresenter } from './authentication.presenter';

const metadata = {
  'io.service.auth.orchestrator.pod.name': 'web-1',
  'io.service.auth.role': 'viewer',
  team: 'web',
};

const aliases = {
  'io.flipt.auth.k8s.pod.name': 'web-1',
  'io.flipt.auth.role': 'viewer',
};

describe('a record on the wire', () => {
  const presenter = new AuthenticationPresenter(true);

  it('has what is known of it, and both spellings of its metadata', () => {
    const record = anAuthentication('a', {
      method: 'orchestrator',
      expiresAt: SOME_MOMENT + 5,
      updatedAt: SOME_MOMENT + 1,
      metadata,
    });
    expect(presenter.present(record)).toMatchObject({
      id: 'a',
      method: fliptAuth.Method.ORCHESTRATOR,
      expiresAt: timestampOf(SOME_MOMENT + 5),
      createdAt: timestampOf(SOME_MOMENT),
      updatedAt: timestampOf(SOME_MOMENT + 1),
      metadata: { ...metadata, ...aliases },
    });
  });

  it('has no expiry when it never expires', () => {
    expect(presenter.present(anAuthentication('a'))).not.toHaveProperty('expiresAt');
  });

  it('of a JWT has neither id nor times', () => {
    const jwt = presenter.present({ id: '', method: 'jwt', subject: 'ada', isProgram: true, metadata: {} });
    expect(jwt).toMatchObject({ id: '', method: fliptAuth.Method.JWT, metadata: {} });
    for (const member of ['expiresAt', 'createdAt', 'updatedAt']) expect(jwt).not.toHaveProperty(member);
  });

  it('has our spelling alone when Flipt’s is switched off', () => {
    const record = anAuthentication('a', { metadata });
    expect(new AuthenticationPresenter(false).present(record).metadata).toEqual(metadata);
  });
});

describe('the record of a login', () => {
  const record = anAuthentication('a', { method: 'orchestrator', metadata });
  const { team } = metadata;
  const { 'io.flipt.auth.role': role, ...pod } = aliases;
  const inOurs = [metadata, ownMethodNames];
  const inFlipts = [{ ...pod, 'io.flipt.auth.role': role, team }, fliptMethodNames];
  const inBoth = [{ ...metadata, ...aliases }, undefined];

  function login(path: string, fliptAliases = true): unknown {
    const http = new FakeExchange('POST', '', path);
    const presented = new AuthenticationPresenter(fliptAliases).presentLogin(record, http);
    return [presented.metadata, http.methodNames];
  }

  it.each([
    ['/auth/v1/method/orchestrator/serviceaccount', inOurs],
    ['/auth/v1/method/codehost/callback', inOurs],
    ['/auth/v1/method/kubernetes/serviceaccount', inFlipts],
    ['/auth/v1/method/github/callback', inFlipts],
    ['/auth/v1/method/oidc/{provider}/callback', inBoth],
  ])('is in the spelling of the path %s', (path, spelled) => {
    expect(login(path)).toEqual(spelled);
    expect(login(path, false)).toEqual(spelled === inBoth ? [metadata, undefined] : inOurs);
  });

  it('is in both on the gRPC door, which has no paths', () => {
    expect(new AuthenticationPresenter(true).presentLogin(record, undefined).metadata).toEqual(inBoth[0]);
  });
});
