const { writeSync } = require('node:fs');

/** Jest reporter: the last line of a run is `N passed, M failed[, K skipped]`, plain, for scripts to read. */
module.exports = class TotalsReporter {
  /** `PENNON_TEST_SEED` draws the same cases again. */
  onRunStart() {
    if (process.env.PENNON_TEST_SIZE === 'whole')
      writeSync(1, `Properties draw from seed ${process.env.PENNON_PROPERTY_SEED}.\n`);
  }

  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    // Jest's own summary is still to come; and with `forceExit` it takes the stream's `write` away before this.
    process.once('exit', () => writeSync(1, `\n${results.numPassedTests} passed, ${failed} failed${tail}\n`));
  }
};
