import { create, type DescMethod } from '@bufbuild/protobuf';
import { Logger } from '@nestjs/common';
import { errorStatus, type RpcCall } from '@pennon/api';
import { flipt, fliptAuth, fliptEvaluation } from '@pennon/proto';
import {
  PermissionDeniedError,
  ResourceExhaustedError,
  UnauthenticatedError,
  UnavailableError,
  type Identity,
} from '@pennon/domain';
import { anAuthentication } from '@pennon/testing';
import { aCall } from '../../../../test/support/fake-call';
import { FakeExchange } from '../../../../test/support/fake-exchange';
import { configFor } from '../../../../test/support/temporary-database';
import { type Credential } from '../credentials/credential';
import { SessionCookies } from './session-cookies';
import { AuthGate, type CallCheck } from './auth-gate';
import { FailureLimit } from './rate-limit';
import { openServices } from '../open-services';

const { getFlag } = flipt.Flipt.method;
const { getAuthenticationSelf, expireAuthenticationSelf } = fliptAuth.AuthenticationService.method;
const { method: oidc } = fliptAuth.AuthenticationMethodOIDCService;
const { method: codehost } = fliptAuth.AuthenticationMethodGithubService;
const { method: orchestrator } = fliptAuth.AuthenticationMethodKubernetesService;
const { listAuthenticationMethods } = fliptAuth.PublicAuthenticationService.method;

const identity = anAuthentication('a');

let authenticate: jest.Mock<Identity | Promise<Identity>, [string]>;

beforeEach(() => {
  Logger.overrideLogger(false);
  authenticate = jest.fn<Identity | Promise<Identity>, [string]>().mockReturnValue(identity);
});

function gateWith(env: NodeJS.ProcessEnv = {}, checks: readonly CallCheck[] = []): AuthGate {
  const config = configFor('file:/nonexistent/pennon.db', env).authentication;
  const cookies = new SessionCookies(config.session, true);
  const token = { authenticate: ({ text }: Credential) => authenticate(text) };
  return new AuthGate(config, openServices(config), { token }, cookies, new FailureLimit(2), checks);
}

function bearer(changes: Partial<RpcCall> = {}): RpcCall {
  return aCall({ authorizations: () => ['Bearer secret'], ...changes });
}

function session(changes: Partial<RpcCall> = {}): RpcCall {
  const cookie = (name: string): string | undefined =>
    name === 'service_client_token' ? 'session' : undefined;
  return aCall({ cookie, ...changes });
}

async function admit(gate: AuthGate, method: DescMethod, call: RpcCall): Promise<void> {
  await gate.admit(method, create(method.input), call);
}

describe('the gate', () => {
  it('notes who calls, at once when that is known', () => {
    const call = bearer();
    expect(gateWith().admit(getFlag, create(getFlag.input), call)).toBeUndefined();
    expect(call.identity).toBe(identity);
    expect(authenticate).toHaveBeenCalledWith('secret');
  });

  it('notes who calls once that has been looked up', async () => {
    authenticate.mockReturnValue(Promise.resolve(identity));
    const call = bearer();
    await admit(gateWith(), getFlag, call);
    expect(call.identity).toBe(identity);
  });

  it('refuses the anonymous', async () => {
    await expect(admit(gateWith(), getFlag, aCall())).rejects.toThrow(UnauthenticatedError);
  });

  it('does not look at credentials where none is needed, not even at bad ones', async () => {
    const call = bearer({ authorizations: () => ['Basic a', 'Bearer b'] });
    await admit(gateWith(), listAuthenticationMethods, call);
    expect(call.identity).toBeUndefined();
    expect(authenticate).not.toHaveBeenCalled();
  });

  it('does not look at credentials where the operator wants none', async () => {
    const gate = gateWith({ PENNON_AUTHENTICATION_EXCLUDE_EVALUATION: 'true' });
    const call = bearer();
    await admit(gate, fliptEvaluation.EvaluationService.method.boolean, call);
    expect(call.identity).toBeUndefined();
  });

  it('refuses a JWT when none are taken', async () => {
    const call = bearer({ authorizations: () => ['JWT a.b.c'] });
    await expect(admit(gateWith(), getFlag, call)).rejects.toThrow(UnauthenticatedError);
  });

  it('tries no other credential when one is bad', async () => {
    authenticate.mockImplementation(() => {
      throw new UnauthenticatedError();
    });
    const call = session({ authorizations: () => ['Bearer bad'] });
    await expect(admit(gateWith(), getFlag, call)).rejects.toThrow(UnauthenticatedError);
    expect(authenticate.mock.calls).toEqual([['bad']]);
  });

  it('has every check pass judgement, in order, on a caller who is known', async () => {
    const seen: string[] = [];
    const checks: CallCheck[] = [
      ({ call }) => {
        seen.push(`first of ${call.identity?.id ?? ''}`);
      },
      () => {
        throw new PermissionDeniedError('no');
      },
      () => {
        seen.push('never');
      },
    ];
    await expect(admit(gateWith({}, checks), getFlag, bearer())).rejects.toThrow(PermissionDeniedError);
    expect(seen).toEqual(['first of a']);
  });

  it.each([
    [
      'at once',
      () => {
        throw new UnauthenticatedError();
      },
    ],
    ['later', () => Promise.reject(new UnauthenticatedError())],
  ])('tells an address that has failed too often: %s', async (_, fail) => {
    authenticate.mockImplementation(fail);
    const gate = gateWith();
    for (let index = 0; index < 2; index++)
      await expect(admit(gate, getFlag, bearer())).rejects.toThrow(UnauthenticatedError);
    await expect(admit(gate, getFlag, bearer())).rejects.toThrow(ResourceExhaustedError);
    const elsewhere = bearer({ clientAddress: '192.0.2.9' });
    await expect(admit(gate, getFlag, elsewhere)).rejects.toThrow(UnauthenticatedError);
  });
});

describe('a large message', () => {
  it.each([
    ['without a credential', aCall()],
    ['with a scheme that is not ours', bearer({ authorizations: () => ['Basic a'] })],
    ['with two headers', bearer({ authorizations: () => ['Bearer a', 'Bearer b'] })],
    ['with a JWT when none are taken', bearer({ authorizations: () => ['JWT a.b.c'] })],
  ])('is not taken from a caller %s', (_, call) => {
    expect(() => {
      gateWith().admitLarge(getFlag, call);
    }).toThrow(UnauthenticatedError);
  });

  it.each([
    ['of a caller with a token, whoever has it', getFlag, bearer()],
    ['of a browser with a session', getFlag, session()],
    ['of anybody where no credential is needed', listAuthenticationMethods, aCall()],
  ])('is taken %s', (_, method, call) => {
    gateWith().admitLarge(method, call);
    expect(authenticate).not.toHaveBeenCalled();
  });

  it('is taken of anybody where the operator wants no credential', () => {
    const gate = gateWith({ PENNON_AUTHENTICATION_EXCLUDE_EVALUATION: 'true' });
    gate.admitLarge(fliptEvaluation.EvaluationService.method.boolean, aCall());
    expect(authenticate).not.toHaveBeenCalled();
  });
});

describe('a session', () => {
  const fromElsewhere = { http: new FakeExchange(), header: () => 'cross-site' };

  it('is not taken from another site', async () => {
    await expect(admit(gateWith(), getFlag, session(fromElsewhere))).rejects.toThrow(PermissionDeniedError);
    expect(authenticate).not.toHaveBeenCalled();
  });

  it('is not looked at where the page brings a credential of its own', async () => {
    const call = session({ ...fromElsewhere, authorizations: () => ['Bearer secret'] });
    await admit(gateWith(), getFlag, call);
    expect(call.identity).toBe(identity);
  });
});

describe('the session cookies are cleared', () => {
  const expired = errorStatus(new UnauthenticatedError());

  it.each([
    ['a 401 of /auth/v1 to a browser with a session', getAuthenticationSelf, expired, true, true],
    ['a 401 of /auth/v1 to somebody without', getAuthenticationSelf, expired, false, false],
    ['a 401 elsewhere', getFlag, expired, true, false],
    ['a login with OpenID Connect that fails', oidc.callback, expired, true, false],
    ['a login at the code host that fails', codehost.callback, expired, true, false],
    ['a login of a workload that fails', orchestrator.verifyServiceAccount, expired, true, false],
    ['a 403', getAuthenticationSelf, errorStatus(new PermissionDeniedError('no')), true, false],
    ['an outage', getAuthenticationSelf, errorStatus(new UnavailableError('away')), true, false],
    ['a 429', getAuthenticationSelf, errorStatus(new ResourceExhaustedError('slow')), true, false],
  ] as const)('by %s: %#', (_, method, status, hasSession, cleared) => {
    const http = new FakeExchange();
    gateWith().refused(method, hasSession ? session({ http }) : aCall({ http }), status, undefined);
    expect(http.cookies.length > 0).toBe(cleared);
  });

  it('by expiring oneself, also when that fails', async () => {
    const http = new FakeExchange('PUT');
    await expect(admit(gateWith(), expireAuthenticationSelf, aCall({ http }))).rejects.toThrow();
    expect(http.cookies.map(([name]) => name)).toEqual(['service_client_token', 'flipt_client_token']);
  });

  it('by nothing else that succeeds', async () => {
    const http = new FakeExchange('GET');
    await admit(gateWith(), getAuthenticationSelf, session({ http }));
    expect(http.cookies).toEqual([]);
  });
});

it('a refusal tells the log why, and never what was shown', async () => {
  const debug = jest.spyOn(Logger.prototype, 'debug').mockImplementation();
  const gate = gateWith();
  const call = bearer({ authorizations: () => ['Basic hunter2'] });
  const error: unknown = await admit(gate, getFlag, call).catch((reason: unknown) => reason);
  gate.refused(getFlag, call, errorStatus(error), error);
  const reason = 'the Authorization header has no scheme of ours, or no token';
  expect(debug.mock.calls).toEqual([
    [{ req: { id: 'request-1', rpc: '/flipt.Flipt/GetFlag' }, reason }, 'call was not authenticated'],
  ]);
});
