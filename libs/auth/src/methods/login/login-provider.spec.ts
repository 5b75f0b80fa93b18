import { UnavailableError } from '@pennon/domain';
import { refusedAuthorization } from './login-provider';
import { LoginRefusal, MisconfiguredProviderError } from './login-failure';

function refused(error: string, errorDescription = ''): unknown {
  return refusedAuthorization('oidc/acme', { error, errorDescription });
}

describe('an answer without a code', () => {
  it.each([
    ['access_denied', LoginRefusal, 'it answers access_denied'],
    ['consent_required', LoginRefusal, 'it answers consent_required'],
    ['', LoginRefusal, 'it sent no code'],
    ['A secret?', LoginRefusal, 'it answers an error'],
    ['unauthorized_client', MisconfiguredProviderError, 'it answers unauthorized_client'],
    ['invalid_scope', MisconfiguredProviderError, 'it answers invalid_scope'],
    ['redirect_uri_mismatch', MisconfiguredProviderError, 'it answers redirect_uri_mismatch'],
  ])('is by its code %j a %p', (code, kind, reason) => {
    const error = refused(code);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ reason });
  });

  it.each(['server_error', 'temporarily_unavailable'])('may be an outage: %s', (code) => {
    expect(refused(code)).toBeInstanceOf(UnavailableError);
  });

  it('has its description in the log, on one line, without what does not show, and not all of a long one', () => {
    expect(refused('access_denied', 'The user\r\nsaid\u0000\u202eno')).toMatchObject({
      description: 'The user said no',
    });
    expect(refused('invalid_scope', 'x'.repeat(500))).toMatchObject({ description: `${'x'.repeat(200)}…` });
  });

  it('tells callers nothing of it', () => {
    for (const code of ['access_denied', 'invalid_scope'])
      expect((refused(code, 'give this to mallory') as Error).message).not.toMatch(/mallory|access|scope/);
  });
});
