import { DEFAULT_NAMESPACE_KEY, type Instant } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';
import { SystemClock } from '@pennon/storage';
import { reportOutcome } from '../changes/report-outcome';
import { changeWishesOf } from '../changes/wanted-change';
import type { Given } from '../command-line/command';
import { timeInZones } from '../command-line/local-times';
import { readDuration } from '../command-line/read-times';
import { readNamespace, readWhole } from '../command-line/read-values';
import { RemoteChanges } from '../targets/remote-changes';
import { neededCallsOf } from '../targets/server-of';
import { oneLine, tell } from '../terminal/print';
import { rampLines, rampSteps, readShares, type WantedRamp } from './ramp-steps';

/** Has a server roll a flag out in steps, or says what that would do. @returns the exit code. */
export async function runRamp(given: Given): Promise<number> {
  const [key = '', shares = ''] = given.args;
  const namespaceKey = readNamespace(given.text('namespace') ?? DEFAULT_NAMESPACE_KEY);
  const every = given.text('every');
  if (every === undefined) throw new Error('ramp needs --every TIME, such as 24h; see pennon help ramp');
  const [rank, value] = [given.text('rank'), given.text('value')];
  const { wanted, done, at, zone } = changeWishesOf(given);
  const ramp: WantedRamp = {
    shares: readShares(shares),
    every: readDuration('--every', every),
    at,
    edit: {
      key,
      ...(value !== undefined && { value: value === 'true' }),
      ...(rank !== undefined && { rank: readWhole('--rank', rank, 1) }),
    },
  };
  const isDryRun = given.isOn('dry-run');
  const changes = new RemoteChanges(neededCallsOf(given, 'ramp'));
  const outcome = await changes.create(namespaceKey, {
    ...wanted,
    when: { steps: rampSteps(ramp) },
    validateOnly: isDryRun,
  });
  const times = {
    now: new SystemClock().now(),
    everyText: every,
    waits: outcome.change?.state === pennonChanges.Change_State.PENDING_REVIEW,
    timeText: (moment: Instant) => timeInZones(moment, zone),
  };
  tell(...rampLines(ramp, times));
  const series = outcome.change?.seriesId ?? '';
  if (series !== '') tell(`to stop it: pennon changes pause ${namespaceKey} ${oneLine(series)}`);
  return reportOutcome(outcome, { namespaceKey, isDryRun, isJson: given.isOn('json'), done });
}
