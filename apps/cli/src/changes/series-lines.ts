import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { instantOf, pennonChanges } from '@pennon/proto';
import { stateText } from './change-lines';
import { timeInZones } from '../command-line/local-times';
import { oneLine } from '../terminal/print';
import type { SeriesStateWord } from './series-words';

const { Series_State: State } = pennonChanges;

/** States of series, by their words. */
export const seriesStates: Readonly<Record<SeriesStateWord, pennonChanges.Series_State>> = {
  running: State.RUNNING,
  paused: State.PAUSED,
  suspended: State.SUSPENDED,
  'rolled-back': State.ROLLED_BACK,
  cancelled: State.CANCELLED,
  done: State.DONE,
};

const words = new Map(Object.entries(seriesStates).map(([word, state]) => [state, word.replace('-', ' ')]));

/** What the command says of a state that a newer server has. */
const UNKNOWN = 'in a state that this version does not know';

/** A series and its steps: `7d1e…: paused: errors go up`. @param zone In which times are told, and in the machine's. */
export function seriesLines(
  { id, state, reason, steps }: pennonChanges.Series,
  zone: string,
): readonly string[] {
  const why = reason === '' ? '' : `: ${oneLine(reason)}`;
  const timeOf = (at: Timestamp | undefined): string =>
    at === undefined ? '' : timeInZones(instantOf(at), zone);
  return [
    `${oneLine(id)}: ${words.get(state) ?? UNKNOWN}${why}`,
    ...steps.map((step) => `  step ${step.step}: ${stateText(step, timeOf)} (id ${oneLine(step.id)})`),
  ];
}
