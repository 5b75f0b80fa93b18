import type { SegmentState } from '../segment-state';
import { constraintsEdit } from './constraints';
import type { EditTable, SegmentEdit } from './edit';
import { descriptionEdit, nameEdit } from './texts';

/** Everything that an edit can do to a segment. */
export const segmentEdits: EditTable<SegmentState, SegmentEdit> = {
  name: nameEdit(),
  description: descriptionEdit(),
  constraints: constraintsEdit,
};
