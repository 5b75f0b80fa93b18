import { type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type SchedulerRegistry } from '@nestjs/schedule';
import { type MethodsConfig } from '@pennon/config';
import { type StoredMethod } from '@pennon/domain';
import { CleanupPass, type CleanupPorts } from './cleanup-pass';
import { CleanupWorker } from './cleanup-worker';

const storedMethods = [
  'token',
  'oidc',
  'orchestrator',
  'codehost',
] as const satisfies readonly StoredMethod[];

/** The cleanup of every method that is enabled, from the start of the app to its end. */
export class Cleanup implements OnApplicationBootstrap, OnModuleDestroy {
  /** One for each method. */
  readonly workers: readonly CleanupWorker[];

  constructor(methods: MethodsConfig, ports: CleanupPorts, scheduler: SchedulerRegistry) {
    this.workers = storedMethods
      .filter((method) => methods[method].enabled)
      .map((method) => new CleanupPass(method, methods[method].cleanup, ports))
      .map((pass) => new CleanupWorker(pass, ports.clock, scheduler));
  }

  onApplicationBootstrap(): void {
    for (const worker of this.workers) worker.start();
  }

  /** The store is closed after the app: a pass that is running comes to its end first. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
  }
}
