import { type Browser, type Page } from './auth-browser';
import { PUBLIC_ADDRESS } from './auth-oidc-server';

/** Passes when `page` has left the browser its session, which goes on. */
export async function expectSessionLeft(browser: Browser, page: Page): Promise<void> {
  expect(page.headers['set-cookie']?.filter((header) => header.includes('_client_token=')) ?? []).toEqual([]);
  expect(browser.named('service_client_token')).toHaveLength(1);
  expect(await browser.get(`${PUBLIC_ADDRESS}/auth/v1/self`)).toMatchObject({ status: 200 });
}
