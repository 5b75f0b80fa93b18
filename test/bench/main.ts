import { measureAll } from './measure-all';
import { help, readCommand, type Command } from './options';
import { chart } from './report/chart';
import { render } from './report/render';
import { findEarlier, keep, publish, readFindings } from './report/results';
import { say } from './say';
import { Scope } from './scope';
import { type Findings } from './findings';

/** What a process that a signal ended answers: 128 and the number of the signal. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (command === undefined) {
    process.stdout.write(help);
    return;
  }
  const scope = new Scope();
  stopOnSignals(scope);
  try {
    tell(command, await measureAll(scope, command.options));
  } catch (error) {
    // Whatever was under way when someone pressed Ctrl-C fails, which is nothing to tell.
    if (!scope.isClosed) throw error;
  } finally {
    await scope.close();
  }
}

function tell({ compareWith, isPublished }: Command, findings: Findings): void {
  const earlier = compareWith === undefined ? findEarlier(findings) : readFindings(compareWith);
  const { options, machine, contenders } = findings;
  const subtitle = `Medians of ${options.rounds} rounds and their range; Node ${machine.node}, ${machine.cpu}`;
  const telling = {
    report: render(findings, earlier),
    chart: contenders.length === 0 ? undefined : chart(contenders, subtitle),
  };
  const name = keep(findings, telling);
  if (isPublished) publish({ ...telling, report: render(findings) });
  process.stdout.write(telling.report);
  say(`written to ${name}.md and what stands beside it`);
}

function stopOnSignals(scope: Scope): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void scope.close().finally(() => process.exit(exitCodes[signal]));
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
