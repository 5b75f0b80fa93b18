import { anAuthentication } from '@pennon/testing';
import { aCall } from '../../../../test/support/fake-call';
import { originOf } from './caller';

const own = 'io.service.auth.';

describe('whose doing a call is', () => {
  it('is nobody’s who is known where nobody needed to say', () => {
    expect(originOf(aCall())).toEqual({
      ...{ authentication: 'none', authenticationId: '', actor: '', email: '', name: '', picture: '' },
      ip: '192.0.2.1',
    });
  });

  it.each([
    [{ [`${own}email`]: 'anna@example.com', [`${own}name`]: 'Anna' }, 'anna@example.com'],
    [{ [`${own}name`]: 'Anna', [`${own}token.name`]: 'ci' }, 'Anna'],
    [{ [`${own}token.name`]: 'ci' }, 'ci'],
    [{}, ''],
  ])('is called by the best name there is: %j', (metadata, actor) => {
    const identity = anAuthentication('id-1', { method: 'oidc', metadata });
    expect(originOf(aCall({ identity }))).toMatchObject({
      authentication: 'oidc',
      authenticationId: 'id-1',
      actor,
    });
  });

  it.each([
    [{ [`${own}jwt.email`]: 'anna@example.com', [`${own}jwt.name`]: 'Anna' }, 'anna@example.com'],
    [{ [`${own}jwt.name`]: 'Anna' }, 'Anna'],
    [{}, 'https://issuer.example ci'],
  ])('is called by what a JSON web token says, or by its subject: %j', (metadata, actor) => {
    const identity = {
      id: '',
      method: 'jwt',
      subject: 'https://issuer.example ci',
      isProgram: true,
      metadata,
    } as const;
    const named = metadata as Readonly<Record<string, string>>;
    expect(originOf(aCall({ identity }))).toMatchObject({
      authentication: 'jwt',
      authenticationId: '',
      actor,
      email: named[`${own}jwt.email`] ?? '',
      name: named[`${own}jwt.name`] ?? '',
    });
  });
});
