import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser } from '../../support/auth-browser';
import { loginPath, PUBLIC_ADDRESS, useOidcServer } from '../../support/auth-oidc-server';
import { eventually } from '../../support/eventually';

interface EventJson {
  readonly type: string;
  readonly action: string;
  readonly key: string;
}

const directory = mkdtempSync(join(tmpdir(), 'pennon-logins-'));
const file = join(directory, 'audit.log');

describe('the audit log of logins', () => {
  const oidc = useOidcServer({
    PENNON_AUDIT_EVENTS: 'login:*',
    PENNON_AUDIT_SINKS_LOG_ENABLED: 'true',
    PENNON_AUDIT_SINKS_LOG_FILE: file,
  });
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  async function events(browser: Browser, query: string): Promise<readonly EventJson[]> {
    const { status, body } = await browser.get(`${PUBLIC_ADDRESS}/audit/v1/events?${query}`);
    expect(status).toBe(200);
    return (JSON.parse(body) as { events: readonly EventJson[] }).events;
  }

  async function logIn(): Promise<{ browser: Browser; id: string }> {
    const browser = oidc.newBrowser();
    const { body } = await oidc.logIn(browser, 'acme', 'ada');
    const { authentication } = JSON.parse(body) as { authentication: { id: string } };
    return { browser, id: authentication.id };
  }

  test('says who has logged in, by the record that this made', async () => {
    const { browser, id } = await logIn();
    const [login] = await events(browser, 'type=login&action=succeeded');
    expect(login).toMatchObject({
      ...{ type: 'login', action: 'succeeded', key: id },
      actor: { authentication: 'oidc', authenticationId: id, displayName: 'ada@acme.example' },
      after: { method: 'oidc', 'io.service.auth.oidc.sub': 'ada' },
    });
    expect(await events(browser, 'type=token&action=created')).toEqual([]);
  });

  test('says who has logged out', async () => {
    const { browser, id } = await logIn();
    const cookie = browser.headerFor(PUBLIC_ADDRESS);
    const { server } = oidc;
    const answer = await fetch(`${server.url}/auth/v1/self/expire`, {
      method: 'PUT',
      headers: { Cookie: cookie },
      body: '{}',
    });
    expect(answer.status).toBe(200);
    const other = await logIn();
    const ended = await events(other.browser, 'type=token&action=updated&actor=ada@acme.example');
    expect(ended.map(({ key }) => key)).toContain(id);
  });

  test('says which were refused and why, also to sinks, and nothing that could be used', async () => {
    const stranger = oidc.newBrowser();
    const secrets = 'state=state-of-nobody&code=code-of-nobody';
    const refused = await stranger.get(`${PUBLIC_ADDRESS}${loginPath('acme', 'callback')}?${secrets}`);
    expect(refused.status).toBe(401);
    const { browser } = await logIn();
    const found = await events(browser, 'type=login&action=refused');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      ...{ key: '', after: { provider: 'oidc/acme', reason: expect.stringMatching(/./) } },
      actor: { authentication: 'none', displayName: '', ip: expect.stringMatching(/./) },
    });
    expect(JSON.stringify(found)).not.toMatch(/of-nobody/);
    await eventually(() => {
      const lines = readFileSync(file, 'utf8').trim().split('\n');
      const delivered = lines.map((line) => JSON.parse(line) as EventJson & { status: string });
      expect(delivered.find(({ action }) => action === 'refused')).toMatchObject({ status: 'denied' });
      expect(new Set(delivered.map(({ type }) => type))).toEqual(new Set(['login']));
      return Promise.resolve();
    });
  });
});
