import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { UpstreamError } from '../../keys/upstream';
import { CodehostApi } from './codehost-api';

let server: Server;
let api: CodehostApi;
let asked: string[];
/** What is answered, and the `Link` with it. */
let answer: (url: string) => readonly [value: unknown, link?: string];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(`${url} ${request.headers.authorization ?? ''}`);
    const [value, link] = answer(url);
    if (link !== undefined) response.setHeader('Link', link);
    response.end(JSON.stringify(value));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  api = new CodehostApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`, 'the token');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('the API of a code host', () => {
  it('is asked below its address, with the access token in the header', async () => {
    answer = () => [{ login: 'ada' }];
    expect(await api.account()).toEqual({ login: 'ada' });
    expect(asked).toEqual(['/api/v3/user Bearer the token']);
  });

  it('is asked page by page, as far as it says where the next one is', async () => {
    answer = (url) =>
      url.includes('page=2')
        ? [[{ login: 'b' }, { login: 5 }, 'x'], '</api/v3/user/orgs?page=1>; rel="prev"']
        : [[{ login: 'a' }], '</x>; rel="last", </api/v3/user/orgs?page=2>; rel="next"'];
    expect(await api.organizations()).toEqual(['a', 'b']);
    expect(asked).toEqual([
      '/api/v3/user/orgs?per_page=100 Bearer the token',
      '/api/v3/user/orgs?page=2 Bearer the token',
    ]);
  });

  it('does not lead us in circles', async () => {
    answer = () => [[], '</api/v3/user/orgs>; rel=next'];
    await expect(api.organizations()).rejects.toThrow('has more than 50 pages');
  });

  it.each(['https://evil.example/', 'http://127.0.0.1:1/', '//evil.example/', 'http://['])(
    'does not lead us to another host: %s',
    async (place) => {
      answer = () => [[], `<${place}>; rel="next"`];
      await expect(api.teams()).rejects.toThrow('continues on another host');
    },
  );

  it('has teams by the names in addresses', async () => {
    answer = () => [[{ slug: 'web', organization: { login: 'acme' } }, { slug: 'x' }, { organization: {} }]];
    expect(await api.teams()).toEqual([{ organization: 'acme', slug: 'web' }]);
  });

  it.each([
    [[{ email: 'a', primary: true, verified: false }], undefined],
    [[{ email: 'a', primary: false, verified: true }], undefined],
    [[{ email: 5, primary: true, verified: true }], undefined],
    [[], undefined],
    [
      [
        { email: 'a', primary: false, verified: true },
        { email: 'b', primary: true, verified: true },
      ],
      'b',
    ],
  ])('has an address that is primary and verified, of %j', async (emails, email) => {
    answer = () => [emails];
    expect(await api.verifiedEmail()).toBe(email);
  });

  it('is not understood when it answers something else', async () => {
    answer = () => [{ message: 'not a list' }];
    await expect(api.organizations()).rejects.toThrow(UpstreamError);
    answer = () => [[]];
    await expect(api.account()).rejects.toThrow(UpstreamError);
  });
});
