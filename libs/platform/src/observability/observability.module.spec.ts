import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get, Logger, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig } from '@pennon/config';
import { Logger as PinoLogger } from 'nestjs-pino';
import { ObservabilityModule } from './observability.module';

@Controller()
class TestController {
  private readonly logger = new Logger('test');

  @Get('hello')
  hello(): string {
    this.logger.log({ answer: 42 }, 'somebody is greeted');
    return 'hello';
  }
}

let directory: string;
let app: INestApplication;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-log-'));
  const env = { PENNON_LOG_ENCODING: 'json', PENNON_LOG_FILE: join(directory, 'log') };
  const { config } = loadConfig({ env: { HOME: directory, ...env }, root: directory });

  @Module({ imports: [ObservabilityModule.forRoot(config, 'writer')], controllers: [TestController] })
  class TestModule {}

  app = await NestFactory.create(TestModule, { logger: false, abortOnError: false });
  app.useLogger(app.get(PinoLogger));
  await app.listen(0, '127.0.0.1');
});

afterEach(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

async function greet(): Promise<string> {
  return (await fetch(`${await app.getUrl()}/hello`)).text();
}

it('has what code logs in lines of JSON', async () => {
  await greet();
  await app.close();
  const line: unknown = JSON.parse(
    readFileSync(join(directory, 'log'), 'utf8').trim().split('\n').at(-1) ?? '',
  );
  expect(line).toEqual({
    L: 'INFO',
    T: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    M: 'somebody is greeted',
    context: 'test',
    answer: 42,
  });
});

it('enters no asynchronous context, which would slow down every later turn of the process', async () => {
  const entries = jest.spyOn(AsyncLocalStorage.prototype, 'run');
  expect(await greet()).toBe('hello');
  expect(entries).not.toHaveBeenCalled();
  entries.mockRestore();
});
