import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClientTokenAuthentication, FliptClient, JWTAuthentication } from '@flipt-io/flipt';
import { addFlag, addTargetedFlag } from '../../../support/flags';
import { type Api } from '../../../support/http';
import { nowInSeconds, Signer } from '../../../support/signer';
import { useServer } from '../../../support/use-server';
import { newestLibrary, useFliptClientJs } from '../../sdk/support/flipt-client-js';

const STATIC_TOKEN = 'a-static-token-of-the-operator';

const signer = new Signer('ES256');
const directory = mkdtempSync(join(tmpdir(), 'pennon-jwt-'));
const publicKeyFile = join(directory, 'key.pem');
writeFileSync(publicKeyFile, signer.pem());

afterAll(() => {
  rmSync(directory, { recursive: true });
});

const METHODS = 'PENNON_AUTHENTICATION_METHODS';
const server = useServer({
  PENNON_AUTHENTICATION_REQUIRED: 'true',
  [`${METHODS}_TOKEN_ENABLED`]: 'true',
  [`${METHODS}_TOKEN_BOOTSTRAP_TOKEN`]: STATIC_TOKEN,
  [`${METHODS}_JWT_ENABLED`]: 'true',
  [`${METHODS}_JWT_PUBLIC_KEY_FILE`]: publicKeyFile,
});

const jwt = signer.sign({ iss: 'https://issuer.example', iat: nowInSeconds(), exp: nowInSeconds() + 600 });
const expired = signer.sign({ iss: 'https://issuer.example', exp: nowInSeconds() - 600 });
const dutch = { entityId: 'me', context: { country: 'NL' } };
const me = { ...dutch, namespaceKey: 'default' };

beforeAll(async () => {
  const operator: Api = {
    send: async (request) =>
      server.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${STATIC_TOKEN}` } }),
  };
  await addFlag(operator, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  await addTargetedFlag(operator, {
    flagKey: 'colour',
    variantKey: 'orange',
    property: 'country',
    value: 'NL',
  });
});

describe('the Node SDK', () => {
  test.each([
    ['a static token', new ClientTokenAuthentication(STATIC_TOKEN)],
    ['a JWT', new JWTAuthentication(jwt)],
  ])('evaluates and lists with %s', async (_, authenticationStrategy) => {
    const client = new FliptClient({ url: server.url, authenticationStrategy });
    expect(await client.evaluation.boolean({ ...me, flagKey: 'banner' })).toMatchObject({ enabled: true });
    expect(await client.evaluation.variant({ ...me, flagKey: 'colour' })).toMatchObject({
      variantKey: 'orange',
    });
    const requests = ['banner', 'colour'].map((flagKey) => ({ ...me, flagKey }));
    expect((await client.evaluation.batch({ requests })).responses).toHaveLength(2);
    expect(await client.flags.listFlags('default')).toMatchObject({ totalCount: 2 });
  });

  test.each([
    ['nothing', undefined],
    ['another token', new ClientTokenAuthentication('another-token')],
    ['a JWT as a static token', new ClientTokenAuthentication(jwt)],
    ['a static token as a JWT', new JWTAuthentication(STATIC_TOKEN)],
    ['a JWT that has expired', new JWTAuthentication(expired)],
  ])('is told that it was not authenticated with %s', async (_, authenticationStrategy) => {
    const options = { url: server.url, ...(authenticationStrategy && { authenticationStrategy }) };
    const { evaluation } = new FliptClient(options);
    await expect(evaluation.boolean({ ...me, flagKey: 'banner' })).rejects.toThrow(
      'request was not authenticated',
    );
  });
});

describe('the WASM client', () => {
  const sdk = useFliptClientJs();

  test.each([
    ['a static token', { clientToken: STATIC_TOKEN }],
    ['a JWT', { jwtToken: jwt }],
  ])('evaluates with %s', async (_, authentication) => {
    const settings = { url: server.url, authentication };
    const client = await sdk.open(newestLibrary, 'node', settings);
    expect(await client.evaluateBoolean({ ...dutch, flagKey: 'banner' })).toMatchObject({ enabled: true });
    expect(await client.evaluateVariant({ ...dutch, flagKey: 'colour' })).toMatchObject({
      variantKey: 'orange',
    });
    expect(await client.refresh()).toBe(false);
  });

  test.each([
    ['nothing', {}],
    ['a static token as a JWT', { authentication: { jwtToken: STATIC_TOKEN } }],
    ['a JWT that has expired', { authentication: { jwtToken: expired } }],
  ])('gets no snapshot with %s', async (_, authentication) => {
    const settings = { url: server.url, ...authentication };
    await expect(sdk.open(newestLibrary, 'node', settings)).rejects.toThrow(/401|Unauthorized/);
  });
});
