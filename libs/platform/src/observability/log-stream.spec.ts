import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, type BaseLogger } from 'pino';
import { loadConfig, type LogConfig } from '@pennon/config';
import { logStream } from './log-stream';
import { loggerOptions } from './process-logger';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-log-'));
  file = join(directory, 'not', 'yet', 'there.log');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

function configWith(env: NodeJS.ProcessEnv): LogConfig {
  const all = { HOME: directory, PENNON_LOG_FILE: file, ...env };
  return loadConfig({ env: all, root: directory }).config.log;
}

/** What a logger with these settings writes. */
function written(env: NodeJS.ProcessEnv, log: (logger: BaseLogger) => void): string {
  const config = configWith(env);
  log(pino(loggerOptions(config), logStream(config)));
  return readFileSync(file, 'utf8');
}

describe('the log as JSON', () => {
  it('is a line per entry, with level, time and message under their names', () => {
    const text = written({ PENNON_LOG_ENCODING: 'json' }, (logger) => {
      logger.info({ answer: 42 }, 'hello');
    });
    expect(text.endsWith('\n')).toBe(true);
    expect(JSON.parse(text)).toEqual({
      L: 'INFO',
      T: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      answer: 42,
      M: 'hello',
    });
  });

  it('has the names that the settings give', () => {
    const names = {
      PENNON_LOG_KEYS_TIME: 'time',
      PENNON_LOG_KEYS_LEVEL: 'level',
      PENNON_LOG_KEYS_MESSAGE: 'msg',
    };
    const text = written({ PENNON_LOG_ENCODING: 'json', ...names }, (logger) => {
      logger.warn('hello');
    });
    expect(JSON.parse(text)).toEqual({ level: 'WARN', time: expect.any(String), msg: 'hello' });
  });

  it('holds errors with their stack', () => {
    const text = written({ PENNON_LOG_ENCODING: 'json' }, (logger) => {
      logger.error({ err: new Error('no') }, 'failed');
    });
    expect(JSON.parse(text)).toMatchObject({
      err: { message: 'no', stack: expect.stringContaining('Error: no') },
    });
  });

  it('leaves out what is below its level', () => {
    const text = written({ PENNON_LOG_ENCODING: 'json', PENNON_LOG_LEVEL: 'warn' }, (logger) => {
      logger.info('unheard');
      logger.warn('heard');
    });
    expect(text).toContain('heard');
    expect(text).not.toContain('unheard');
  });

  it('goes on where a file ends', () => {
    const env = { PENNON_LOG_ENCODING: 'json' };
    written(env, (logger) => {
      logger.info('first');
    });
    const text = written(env, (logger) => {
      logger.info('second');
    });
    expect(text.match(/first|second/g)).toEqual(['first', 'second']);
  });
});
