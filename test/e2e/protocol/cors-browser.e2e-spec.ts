import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Page } from 'playwright-core';
import { authEnv, bearing, BOOTSTRAP_TOKEN } from '../../support/auth-server';
import { describeInChromium, startChromium, type TestBrowser } from '../../support/chromium';
import { addFlag } from '../../support/flags';
import { apiAt } from '../../support/http';
import { startServer, type TestServer } from '../../support/server';

jest.setTimeout(120_000);

const snapshot = '/internal/v1/evaluation/snapshot/namespace/default';

/** What the client in JavaScript sends with each request. */
const clientHeaders = {
  Authorization: `Bearer ${BOOTSTRAP_TOKEN}`,
  'X-Flipt-Accept-Server-Version': '1.47.0',
  'X-Flipt-Environment': 'default',
};

/** Serves a blank page: an origin of its own. */
async function servePage(): Promise<Server> {
  const server = createServer((_, response) => {
    response.end('<!doctype html><link rel="icon" href="data:,">');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Asks twice, the second time with the tag of the first answer, and returns what the script of the page gets. */
async function askTwice(page: Page, url: string): Promise<readonly unknown[]> {
  return page.evaluate(
    async ({ url, headers }) => {
      try {
        const first = await fetch(url, { headers });
        const tag = first.headers.get('etag') ?? '';
        const second = await fetch(url, { headers: { ...headers, 'If-None-Match': tag } });
        return [first.status, second.status];
      } catch (error) {
        return [(error as Error).name];
      }
    },
    { url, headers: clientHeaders },
  );
}

describeInChromium('a page of another origin, in a real browser', () => {
  let named: Server;
  let other: Server;
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [named, other] = await Promise.all([servePage(), servePage()]);
    const cors = { PENNON_CORS_ENABLED: 'true', PENNON_CORS_ALLOWED_ORIGINS: originOf(named) };
    server = await startServer({ env: { ...authEnv, ...cors } });
    // Nothing has a tag before there is something.
    await addFlag(bearing(apiAt(server.url), BOOTSTRAP_TOKEN), { key: 'banner' });
    browser = await startChromium();
  });

  afterAll(async () => {
    await browser.close();
    named.close();
    other.close();
    expect(await server.stop()).toBe(0);
  });

  async function askFrom(origin: string): Promise<readonly unknown[]> {
    const page = await browser.context.newPage();
    await page.goto(origin);
    return askTwice(page, `${server.url}${snapshot}`);
  }

  test('gets the snapshot, and is spared it when it has it, if its origin is named', async () => {
    expect(await askFrom(originOf(named))).toEqual([200, 304]);
  });

  test('gets nothing otherwise', async () => {
    expect(await askFrom(originOf(other))).toEqual(['TypeError']);
  });
});
