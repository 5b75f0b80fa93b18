import { codehostMetadata } from './codehost-metadata';

const nothing = { host: 'code.example', email: undefined, membership: undefined, role: undefined };

/** What every record has. */
const host = { 'io.service.auth.codehost.host': 'code.example' };

describe('the metadata of a login at the code host', () => {
  it('has what is known of the account, three things of it twice', () => {
    const account = { id: 4711, login: 'ada', name: 'Ada', avatar_url: 'https://a.example/ada' };
    expect(codehostMetadata({ ...nothing, account, email: 'ada@code.example' })).toEqual({
      ...host,
      'io.service.auth.codehost.email': 'ada@code.example',
      'io.service.auth.codehost.name': 'Ada',
      'io.service.auth.codehost.picture': 'https://a.example/ada',
      'io.service.auth.codehost.sub': '4711',
      'io.service.auth.codehost.preferred_username': 'ada',
      'io.service.auth.email': 'ada@code.example',
      'io.service.auth.name': 'Ada',
      'io.service.auth.picture': 'https://a.example/ada',
    });
  });

  it.each([null, ''])('calls an account by its login when its name is %j', (name) => {
    expect(codehostMetadata({ ...nothing, account: { login: 'ada', name } })).toMatchObject({
      'io.service.auth.codehost.name': 'ada',
      'io.service.auth.name': 'ada',
    });
  });

  it('leaves out what is not there, or no text', () => {
    expect(codehostMetadata({ ...nothing, account: { id: 0, login: 5, avatar_url: null } })).toEqual(host);
  });

  it('has the role that the operator gives', () => {
    expect(codehostMetadata({ ...nothing, account: {}, role: 'viewer, shop:editor' })).toEqual({
      ...host,
      'io.service.auth.role': 'viewer, shop:editor',
    });
  });

  it('has organizations and teams as JSON, if they were asked for', () => {
    const teams = [
      { organization: 'acme', slug: 'web' },
      { organization: 'acme', slug: 'api' },
      { organization: 'globex', slug: 'web' },
    ];
    const membership = { organizations: ['acme', 'globex'], teams };
    expect(codehostMetadata({ ...nothing, account: {}, membership })).toEqual({
      ...host,
      'io.service.auth.codehost.organizations': '["acme","globex"]',
      'io.service.auth.codehost.teams': '{"acme":["web","api"],"globex":["web"]}',
      'io.service.auth.groups': '["acme","globex","acme/web","acme/api","globex/web"]',
    });
    const none = { organizations: [], teams: [] };
    expect(codehostMetadata({ ...nothing, account: {}, membership: none })).toEqual({
      ...host,
      'io.service.auth.codehost.organizations': '[]',
      'io.service.auth.codehost.teams': '{}',
    });
  });
});
