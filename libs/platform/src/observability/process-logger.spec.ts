import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@pennon/config';
import { processLogger } from './process-logger';

test('the log of a process without an app looks like that of one', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-process-log-'));
  const file = join(directory, 'log');
  const env = { HOME: directory, PENNON_LOG_FILE: file, PENNON_LOG_ENCODING: 'json' };
  const { config } = loadConfig({ env, root: directory });
  const logger = processLogger(config.log, 'stderr');
  logger.warn({ reason: 'it is not there yet' }, 'waiting', 'database');
  logger.debug?.('unheard', 'database');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    L: 'WARN',
    M: 'waiting',
    reason: 'it is not there yet',
    context: 'database',
  });
  rmSync(directory, { recursive: true });
});
