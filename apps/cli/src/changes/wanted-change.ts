import type { Instant } from '@pennon/domain';
import { pennonChanges, timestampOf } from '@pennon/proto';
import { SystemClock } from '@pennon/storage';
import type { Given } from '../command-line/command';
import type { RemoteChanges, WantedChange } from '../targets/remote-changes';
import { readTime, readZone, timeInZones, toldZoneOf } from '../command-line/local-times';
import { tell } from '../terminal/print';

const { Change_State: State, ChangeMode } = pennonChanges;

/** How a change is made. */
export interface ChangeWishes {
  /** All of a change but its namespace, its base, and what is wanted. */
  readonly wanted: WantedChange;
  /** When it is to be applied; undefined for at once. */
  readonly at: Instant | undefined;
  /** The time zone in which times are told: UTC unless one is given. */
  readonly zone: string;
  /** The states in which the change is what was asked for. */
  readonly done: readonly pennonChanges.Change_State[];
}

/**
 * What `--at`, `--zone`, `--propose` and `--message` ask for. The time is told back.
 *
 * @throws Error if the time cannot be read, or is over.
 */
export function changeWishesOf(given: Given): ChangeWishes {
  const text = given.text('at');
  const zone = readZone(given.text('zone'));
  const toldZone = toldZoneOf(given.text('zone'));
  const at = text === undefined ? undefined : readTime(text, new SystemClock().now(), zone);
  if (at !== undefined) tell(`at ${timeInZones(at, toldZone)}`);
  const isProposed = given.isOn('propose');
  return {
    wanted: {
      message: given.text('message') ?? '',
      mode: isProposed ? ChangeMode.PROPOSE : ChangeMode.APPLY,
      ...(at !== undefined && { when: { at: timestampOf(at) } }),
    },
    ...{ at, zone: toldZone },
    done: [State.APPLIED, State.SCHEDULED, ...(isProposed ? [State.PENDING_REVIEW] : [])],
  };
}

/**
 * Makes a change of the namespace as it is now: what others change before it is applied is a conflict.
 *
 * @param base The revision that the caller has seen; the latest, when undefined.
 */
export async function createChange(
  changes: RemoteChanges,
  namespaceKey: string,
  wanted: WantedChange,
  base?: string,
): Promise<pennonChanges.ChangeOutcome> {
  const baseRevision = base ?? (await changes.base(namespaceKey));
  return changes.create(namespaceKey, { ...wanted, ...(baseRevision !== undefined && { baseRevision }) });
}
