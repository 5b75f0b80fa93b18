import { messageToJson } from '@pennon/api';
import { NotFoundError, quote } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';
import { SystemClock } from '@pennon/storage';
import { conflictLine } from './change-lines';
import { becameLine, oddities } from './outcome-lines';
import type { Given } from '../command-line/command';
import { readTime, readZone, toldZoneOf } from '../command-line/local-times';
import { readDuration } from '../command-line/read-times';
import { limitOf, readNamespace, readWhole } from '../command-line/read-values';
import { RemoteChanges } from '../targets/remote-changes';
import { RemoteSeries } from '../targets/remote-series';
import type { ServerCalls } from '../targets/server-calls';
import { neededCallsOf } from '../targets/server-of';
import { exitCodes } from '../terminal/exit';
import { printLines, tell } from '../terminal/print';
import { seriesLines, seriesStates } from './series-lines';
import { seriesStateWords, type SeriesWord } from './series-words';
import { stepTimes } from './step-times';

const { RolledBackSeriesSchema, Series_State: State, SeriesSchema } = pennonChanges;

/** Prints series of a namespace. @returns the exit code. */
export async function listSeries(given: Given): Promise<number> {
  const namespaceKey = readNamespace(given.args[0]);
  const word = seriesStateWords.find((known) => known === given.text('state'));
  const state = word === undefined ? State.STATE_UNSPECIFIED : seriesStates[word];
  const limit = limitOf(given);
  const zone = toldZoneOf(given.text('zone'));
  const remote = new RemoteSeries(neededCallsOf(given, 'changes series'));
  const filter = { state, flagKey: given.text('flag') ?? '' };
  for await (const series of remote.list(namespaceKey, filter, limit)) await print(given, series, zone);
  return exitCodes.done;
}

/** Prints a series. @returns false if there is none of that id. */
export async function showSeries(given: Given, namespaceKey: string, id: string): Promise<boolean> {
  const remote = new RemoteSeries(neededCallsOf(given, 'changes show'));
  const series = await unlessMissing(remote.get(namespaceKey, id));
  if (series !== undefined) await print(given, series);
  return series !== undefined;
}

/** Moves the steps of a series that wait, and prints it. @returns the exit code. */
export async function moveSeries(given: Given): Promise<number> {
  const [namespaceKey, id] = [readNamespace(given.args[0]), readId(given.args[1])];
  const [at, every, step] = [given.text('at'), given.text('every'), given.text('step')];
  const message = given.text('message');
  const isTimed = at !== undefined || every !== undefined;
  if (!isTimed && (message === undefined || step !== undefined))
    throw new Error('changes move needs --at TIME or --every TIME; see pennon help changes move');
  const zone = readZone(given.text('zone'));
  const wanted = {
    at: at === undefined ? undefined : readTime(at, new SystemClock().now(), zone),
    every: every === undefined ? undefined : readDuration('--every', every),
    step: step === undefined ? undefined : readWhole('--step', step, 1),
  };
  const calls = neededCallsOf(given, 'changes move');
  const remote = new RemoteSeries(calls);
  const series = await seriesOf(calls, namespaceKey, id);
  const times = isTimed ? stepTimes(series.steps, wanted) : [];
  await print(
    given,
    await remote.move(namespaceKey, series.id, { times, ...(message !== undefined && { message }) }),
  );
  return exitCodes.done;
}

/** Pauses, resumes or rolls back a series, and prints it. @returns the exit code. */
export async function runOnSeries(word: SeriesWord, given: Given): Promise<number> {
  const namespaceKey = readNamespace(given.args[0]);
  const zone = toldZoneOf(given.text('zone'));
  const calls = neededCallsOf(given, `changes ${word}`);
  const remote = new RemoteSeries(calls);
  const { id } = await seriesOf(calls, namespaceKey, readId(given.args[1]));
  const reason = given.text('reason') ?? '';
  if (word !== 'rollback') {
    await print(given, await remote.steer(word, namespaceKey, id, reason), zone);
    return exitCodes.done;
  }
  const done = await remote.rollBack(namespaceKey, id, reason);
  const { series, outcome } = done;
  if (outcome !== undefined) {
    tell(...oddities(namespaceKey, outcome));
    tell(...outcome.conflicts.map((conflict) => `left: ${conflictLine(conflict)}`));
  }
  const became = outcome === undefined ? [] : [becameLine(namespaceKey, outcome)];
  const lines = [...became, ...(series === undefined ? [] : seriesLines(series, zone))];
  await printLines(given.isOn('json') ? [messageToJson(RolledBackSeriesSchema, done, false)] : lines);
  return exitCodes.done;
}

/**
 * The series of an id, which may also be that of one of its steps.
 *
 * @throws NotFoundError if neither has it.
 */
async function seriesOf(calls: ServerCalls, namespaceKey: string, id: string): Promise<pennonChanges.Series> {
  const remote = new RemoteSeries(calls);
  const series = await unlessMissing(remote.get(namespaceKey, id));
  if (series !== undefined) return series;
  const step = await unlessMissing(new RemoteChanges(calls).get(namespaceKey, id));
  if (step?.change === undefined)
    throw new NotFoundError(
      `namespace ${quote(namespaceKey)} has no ramp ${quote(id)}, and no change; pennon changes series lists ramps`,
    );
  const { seriesId } = step.change;
  if (seriesId === '') throw new NotFoundError(`change ${quote(id)} is not a step of a ramp`);
  return remote.get(namespaceKey, seriesId);
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

async function print(
  given: Given,
  series: pennonChanges.Series,
  zone = toldZoneOf(given.text('zone')),
): Promise<void> {
  await printLines(
    given.isOn('json') ? [messageToJson(SeriesSchema, series, false)] : seriesLines(series, zone),
  );
}

function readId(text = ''): string {
  if (text === '') throw new Error('SERIES must not be empty');
  return text;
}
