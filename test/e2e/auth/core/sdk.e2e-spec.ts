import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ClientTokenAuthentication, FliptClient } from '@flipt-io/flipt';
import { useAuthServer } from '../../../support/auth-server';
import { addFlag } from '../../../support/flags';
import { jsonRequest } from '../../../support/http';

const server = useAuthServer();

let token: string;

beforeAll(async () => {
  for (const key of ['shop', 'docs']) {
    await server.as().send(jsonRequest('POST', '/api/v1/namespaces', { key, name: key }));
    await addFlag(server.as(), { namespaceKey: key, key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  }
  token = (await server.issue({ namespaceKey: 'shop' })).clientToken;
});

describe('the Node SDK with the token of a namespace', () => {
  const banner = { flagKey: 'banner', entityId: 'me', context: {} };

  function client(): FliptClient {
    return new FliptClient({
      url: server.url,
      authenticationStrategy: new ClientTokenAuthentication(token),
    });
  }

  test('evaluates and lists there', async () => {
    const { evaluation, flags } = client();
    expect(await evaluation.boolean({ ...banner, namespaceKey: 'shop' })).toMatchObject({ enabled: true });
    const requests = [{ ...banner, namespaceKey: 'shop' }];
    expect((await evaluation.batch({ requests })).responses).toHaveLength(1);
    expect(await flags.listFlags('shop')).toMatchObject({ totalCount: 1 });
  });

  test('is told elsewhere that it was not authenticated', async () => {
    const { evaluation, flags } = client();
    const elsewhere = { ...banner, namespaceKey: 'docs' };
    await expect(evaluation.boolean(elsewhere)).rejects.toThrow('request was not authenticated');
    await expect(evaluation.batch({ requests: [elsewhere] })).rejects.toThrow(
      'request was not authenticated',
    );
    await expect(flags.listFlags('docs')).rejects.toThrow();
  });
});

describe('the WASM client with the token of a namespace', () => {
  /** What a process of its own prints that evaluates the flag in the namespace, since Jest cannot load the library. */
  async function evaluate(namespace: string, clientToken: string): Promise<string> {
    const settings = { url: server.url, namespace, authentication: { clientToken } };
    const script = `
      import { FliptClient } from 'flipt-client-js-0.5';
      try {
        const client = await FliptClient.init(${JSON.stringify(settings)});
        const { enabled } = client.evaluateBoolean({ flagKey: 'banner', entityId: 'me', context: {} });
        console.log(JSON.stringify({ enabled, changed: await client.refresh() }));
        client.close();
      } catch (error) {
        console.log('failed: ' + error.message);
      }
      process.exit(0);
    `;
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 50_000 });
    return stdout.trim();
  }

  test('evaluates there, and is told that nothing changed', async () => {
    expect(await evaluate('shop', token)).toBe('{"enabled":true,"changed":false}');
    expect(await evaluate('docs', server.bootstrapToken)).toBe('{"enabled":true,"changed":false}');
  });

  test('gets no snapshot elsewhere, nor with a token that is none', async () => {
    expect(await evaluate('docs', token)).toMatch(/^failed: .*(401|Unauthorized)/);
    expect(await evaluate('shop', 'svc_none')).toMatch(/^failed: .*(401|Unauthorized)/);
  });
});
