import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Clock, OperationLock, TokenStore, type LockOutcome } from '@pennon/domain';
import { ManualClock, MemoryTokenStore, SOME_MOMENT } from '@pennon/testing';
import { configFor } from '../../../../test/support/temporary-database';
import { CleanupModule } from './cleanup.module';

/** Gives every turn away, and notes for which job and for how long. */
class RecordingLock extends OperationLock {
  readonly turns: (readonly [string, number])[] = [];

  async tryAcquire(operation: string, interval: number): Promise<LockOutcome> {
    this.turns.push([operation, interval]);
    return Promise.resolve({ isAcquired: true, nextTurnAt: SOME_MOMENT + interval });
  }

  async release(): Promise<void> {
    return Promise.reject(new Error('turns of cleanups are not given back'));
  }
}

/** The turns that are taken when an app with these settings starts. */
async function turnsAtStart(env: NodeJS.ProcessEnv): Promise<RecordingLock['turns']> {
  const lock = new RecordingLock();
  const providers = [
    { provide: Clock, useClass: ManualClock },
    { provide: TokenStore, useClass: MemoryTokenStore },
    { provide: OperationLock, useValue: lock },
  ];
  @Module({ providers, exports: providers })
  class Ports {}
  const { methods } = configFor('file:/nonexistent/pennon.db', env).authentication;
  const app = await NestFactory.createApplicationContext(CleanupModule.forRoot(methods, Ports), {
    logger: false,
  });
  await app.close();
  return lock.turns;
}

it('nothing is cleaned up of methods that are off', async () => {
  expect(await turnsAtStart({})).toEqual([]);
});

it('an app begins with a pass of each method that keeps records and is on, an hour apart by default', async () => {
  const turns = await turnsAtStart({
    PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_ORCHESTRATOR_CLEANUP_INTERVAL: '10m',
  });
  expect(turns).toEqual([
    ['cleanup_auth_METHOD_TOKEN', 3_600_000_000],
    ['cleanup_auth_METHOD_KUBERNETES', 600_000_000],
  ]);
});

it('an app that closes leaves nothing behind that would keep the process alive', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await turnsAtStart({ PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true' });
  expect(timers()).toBe(before);
});
