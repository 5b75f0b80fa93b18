import { create } from '@bufbuild/protobuf';
import { presentAuthor } from '@pennon/api';
import type { SeriesWithSteps } from '@pennon/changes';
import type { SeriesState } from '@pennon/domain';
import { durationOf, EnumWords, pennonChanges, timestampOf } from '@pennon/proto';
import { presentRequest } from './change-requests.presenter';

const { Series_State: State } = pennonChanges;

/** States of series on the wire. */
export const seriesStateWords = new EnumWords<SeriesState, pennonChanges.Series_State>({
  running: State.RUNNING,
  paused: State.PAUSED,
  suspended: State.SUSPENDED,
  rolled_back: State.ROLLED_BACK,
  cancelled: State.CANCELLED,
  done: State.DONE,
});

/** A series with its steps, on the wire. */
export function presentSeries({ series, steps }: SeriesWithSteps): pennonChanges.Series {
  const { id, namespaceKey, reason, changedBy, rest } = series;
  return create(pennonChanges.SeriesSchema, {
    ...{ id, namespaceKey, reason },
    state: seriesStateWords.toWire(series.state),
    createdAt: timestampOf(series.createdAt),
    updatedAt: timestampOf(series.updatedAt),
    ...(changedBy !== undefined && { changedBy: presentAuthor(changedBy) }),
    ...(rest !== undefined && { rest: durationOf(rest) }),
    steps: steps.map((step) => presentRequest(step)),
  });
}
