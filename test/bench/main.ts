import { measureAll, measurePaired, measureWrites } from './measure-all';
import { help, readCommand, type Command, type CommandOf } from './options';
import { chart } from './report/chart';
import { renderPaired } from './report/paired';
import { render } from './report/render';
import { findEarlier, keep, keepReport, publish, readFindings } from './report/results';
import { renderWrites } from './report/writes';
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
    await run(scope, command);
  } catch (error) {
    // Whatever was under way when someone pressed Ctrl-C fails, which is nothing to tell.
    if (!scope.isClosed) throw error;
  } finally {
    await scope.close();
  }
}

async function run(scope: Scope, command: Command): Promise<void> {
  switch (command.name) {
    case 'all':
      tell(command, await measureAll(scope, command.options));
      return;
    case 'paired': {
      const findings = await measurePaired(scope, command);
      tellAlone(command.name, findings.date, renderPaired(findings));
      return;
    }
    case 'writes': {
      const findings = await measureWrites(scope, command);
      tellAlone(command.name, findings.date, renderWrites(findings));
    }
  }
}

function tellAlone(name: string, date: string, report: string): void {
  const file = keepReport(name, date, report);
  process.stdout.write(report);
  say(`written to ${file}`);
}

function tell({ compareWith, isPublished }: CommandOf<'all'>, findings: Findings): void {
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
