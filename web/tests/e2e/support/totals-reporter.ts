import { writeSync } from 'node:fs';
import { type Reporter, type Suite } from '@playwright/test/reporter';

/**
 * The last line of a run is `N passed, M failed[, K skipped]`, plain, for scripts to read. Before it stand the tests
 * that passed only when they were run again.
 */
class TotalsReporter implements Reporter {
  private root: Suite | undefined;
  private errors = 0;

  onBegin(_config: unknown, root: Suite): void {
    this.root = root;
  }

  /** What fails outside any test, such as a file that cannot be loaded. */
  onError(): void {
    this.errors++;
  }

  printsToStdio(): boolean {
    return false;
  }

  onExit(): Promise<void> {
    const tests = this.root?.allTests() ?? [];
    const count = (...wanted: string[]): number =>
      tests.filter((test) => wanted.includes(test.outcome())).length;
    const failed = count('unexpected') + this.errors;
    const skipped = count('skipped');
    const flaky = tests
      .filter((test) => test.outcome() === 'flaky')
      .map((test) => `passed only when run again: ${test.titlePath().slice(2).join(' › ')}\n`);
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    // The list of tests and its summary are still to come.
    process.once('exit', () => {
      writeSync(1, `\n${flaky.join('')}${count('expected', 'flaky')} passed, ${failed} failed${tail}\n`);
    });
    return Promise.resolve();
  }
}

// Playwright wants it so.
export default TotalsReporter;
