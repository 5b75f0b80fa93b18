import { execFileSync } from 'node:child_process';
import { serverUrls } from '../../support/database-server';

/** Servers that tests of several instances need. */
export type ServerName = keyof typeof urls;

const urls = {
  postgres: serverUrls.postgres,
  mysql: serverUrls.mysql,
  redis: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
};
const ports: Readonly<Record<ServerName, number>> = { postgres: 5432, mysql: 3306, redis: 6379 };

/** The URL of the Redis of tests. */
export const redisUrl = urls.redis;

/**
 * `describe` for tests that need these servers. Without one of them the tests are skipped, and the title says why;
 * where `CI=true` they fail, since there nobody reads titles.
 */
export function describeWithServers(names: readonly ServerName[], title: string, define: () => void): void {
  const missing = names.filter((name) => !isReachable(name));
  if (missing.length === 0) {
    describe(title, define);
  } else if (process.env.CI === 'true') {
    test(`${title}: needs ${missing.join(', ')}`, () => {
      throw new Error(`not reachable: ${missing.join(', ')}`);
    });
  } else {
    describe.skip(`${title} (not reachable: ${missing.join(', ')})`, define);
  }
}

/** True if somebody listens there. Asked by another process, because tests are declared without waiting. */
function isReachable(name: ServerName): boolean {
  const { hostname, port } = new URL(urls[name]);
  const knock = `
    const socket = require('node:net').connect(${Number(port) || ports[name]}, ${JSON.stringify(hostname)});
    socket.setTimeout(2000, () => process.exit(1)).on('error', () => process.exit(1)).on('connect', () => process.exit(0));
  `;
  try {
    execFileSync(process.execPath, ['-e', knock]);
    return true;
  } catch {
    return false;
  }
}
