import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig } from '@pennon/config';
import { ObservabilityModule } from './observability.module';

@Controller()
class TestController {
  @Get('hello')
  hello(): string {
    return 'hello';
  }

  @Get('failing')
  fail(): never {
    throw new Error('no');
  }

  @Get('health')
  health(): string {
    return 'well';
  }
}

type Line = Readonly<Record<string, unknown>>;

let directory: string;
let app: INestApplication;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-log-'));
  const env = { PENNON_LOG_ENCODING: 'json', PENNON_LOG_FILE: join(directory, 'log') };
  const { config } = loadConfig({ env: { HOME: directory, ...env }, root: directory });

  @Module({ imports: [ObservabilityModule.forRoot(config)], controllers: [TestController] })
  class TestModule {}

  app = await NestFactory.create(TestModule, { logger: false, abortOnError: false });
  await app.listen(0, '127.0.0.1');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** Asks for a path, ends the app, and returns the lines that were logged. */
async function linesFor(path: string, headers: Record<string, string> = {}): Promise<readonly Line[]> {
  const response = await fetch(`${await app.getUrl()}${path}`, { headers });
  await response.text();
  // The client may have the answer before the line is written; after the end all is written.
  await app.close();
  const text = readFileSync(join(directory, 'log'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

describe('a request', () => {
  it('is one line, that says what was asked and answered and how long it took', async () => {
    expect(await linesFor('/hello')).toEqual([
      {
        L: 'INFO',
        T: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        M: 'request answered',
        req: { id: expect.any(String), verb: 'GET', path: '/hello' },
        res: { status: 200 },
        durationMs: expect.any(Number),
      },
    ]);
  });

  it('has the id that its caller gives it', async () => {
    const [line] = await linesFor('/hello', { 'X-Request-Id': 'abc-1.2:3' });
    expect(line).toMatchObject({ req: { id: 'abc-1.2:3' } });
  });

  it('enters no asynchronous context, which would slow down every later turn of the process', async () => {
    const entries = jest.spyOn(AsyncLocalStorage.prototype, 'run');
    expect(await linesFor('/hello')).not.toEqual([]);
    expect(entries).not.toHaveBeenCalled();
    entries.mockRestore();
  });

  it.each(['has blanks', 'a"b', 'x'.repeat(129), 'a,b'])('gets an id of ours in place of %j', async (id) => {
    const lines = await linesFor('/hello', { 'X-Request-Id': id });
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    expect(lines[0]).toMatchObject({ req: { id: expect.stringMatching(uuid) } });
  });

  it('is logged without headers and query, which may hold secrets', async () => {
    const headers = { Authorization: 'Bearer hush', Cookie: 'service_client_token=hush' };
    const lines = await linesFor('/hello?token=hush', headers);
    expect(lines).not.toEqual([]);
    expect(JSON.stringify(lines)).not.toContain('hush');
  });

  it('that fails is a line like any other', async () => {
    const lines = await linesFor('/failing');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ L: 'INFO', M: 'request answered', res: { status: 500 } });
  });

  it.each(['/health', '/health/live', '/health/ready?x', '/metrics'])('for %s is no line', async (path) => {
    expect(await linesFor(path)).toEqual([]);
  });
});
