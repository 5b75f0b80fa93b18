import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Metrics } from './metrics';
import { metricsParts } from '../observability.module';
import { OtherProcesses } from './other-processes';
import { type ProcessMetrics } from './series';

/** A peer that has counted nine. */
class Peer extends OtherProcesses {
  collect(): Promise<readonly ProcessMetrics[]> {
    const values = [{ labels: {}, value: 9 }];
    return Promise.resolve([[{ name: 'x_total', help: 'x', type: 'counter', aggregator: 'sum', values }]]);
  }
}

let app: INestApplication;

async function textWith(others?: OtherProcesses): Promise<string> {
  const config = { enabled: true, exporter: 'prometheus' as const, maxFlags: 1, maxNamespaces: 1 };

  @Module(metricsParts(config, 'writer', others))
  class TestModule {}

  app = await NestFactory.create(TestModule, { logger: false });
  app.get(Metrics).add({
    name: 'x_total',
    help: 'x',
    type: 'counter',
    collect: () => [{ labels: {}, value: 1 }],
  });
  await app.listen(0, '127.0.0.1');
  return (await fetch(`${await app.getUrl()}/metrics`)).text();
}

afterEach(async () => {
  await app.close();
});

test('a process that is alone shows its own metrics', async () => {
  expect(await textWith()).toMatch(/^x_total 1$/m);
});

test('one of several shows the sum of all', async () => {
  expect(await textWith(new Peer())).toMatch(/^x_total 10$/m);
});
