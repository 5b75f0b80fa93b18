const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { Stopwatch } = require('./stopwatch.cjs');

/** Where Jest keeps the state of a test file on the global object: the descriptions of its symbols. */
const JEST_STATE = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'RETRY_TIMES', 'TEST_TIMEOUT_SYMBOL']);

/** Where Node keeps what `fetch` sends with: connections that wait for a next request. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** Ends the connections of `fetch`. They set timers, which the next file would find among its own when it fakes them. */
async function closeConnections() {
  const dispatcher = globalThis[DISPATCHER];
  if (dispatcher === undefined) return;
  globalThis[DISPATCHER] = new dispatcher.constructor();
  await dispatcher.destroy();
}

/**
 * Test environment that runs the files of a worker in the worker's own realm, one after the other, so that they can
 * share modules (docs/adr/0027). What a test file changes in the process is restored after it.
 */
module.exports = class WorkerEnvironment {
  global = globalThis;

  #stopwatch;
  #env = { ...process.env };
  #exit = process.exit;
  #console = globalThis.console;

  constructor({ projectConfig: config }, { testPath }) {
    const { global } = this;
    this.#stopwatch = new Stopwatch(testPath, config.displayName?.name);
    this.moduleMocker = new ModuleMocker(global);
    this.fakeTimers = new LegacyFakeTimers({
      config,
      global,
      moduleMocker: this.moduleMocker,
      timerConfig: {},
    });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
  }

  async setup() {}

  /** Jest's runner tells how far a test file has come. */
  handleTestEvent({ name }) {
    if (name === 'setup') this.#stopwatch.beginsToLoad();
    if (name === 'run_start') this.#stopwatch.beginsToTest();
  }

  async teardown() {
    await closeConnections();
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    process.exit = this.#exit;
    globalThis.console = this.#console;
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (JEST_STATE.has(symbol.description)) delete globalThis[symbol];
    }
    this.#stopwatch.ends();
  }

  /** Jest takes a file for torn down when there is no context. */
  getVmContext() {
    return globalThis;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
};
