import { normalizeThresholdPercent, type RolloutStep } from '@pennon/domain';
import type { RolloutState } from '@pennon/state';
import { type Place } from '../place';
import { type TreeNode } from '../tree';
import { ObjectReader } from '../fields/object-reader';
import { readRolloutSelection } from './read-selection';
import { type Reading } from '../fields/reading';

const rolloutFields = ['description', 'segment', 'threshold'];
const segmentFields = ['key', 'keys', 'operator', 'value'];
const thresholdFields = ['percentage', 'value'];

/** A rollout of a document; undefined when it cannot be told what it is. */
export function readRollout(node: TreeNode, place: Place, reading: Reading): RolloutState | undefined {
  const rollout = ObjectReader.of(node, place, rolloutFields, reading);
  if (rollout === undefined) return undefined;
  const description = rollout.description();
  const segment = rollout.field('segment');
  const threshold = rollout.field('threshold');
  if (segment !== undefined && threshold !== undefined) {
    reading.problems.error(place, 'cannot have both segment and percentage rule');
  } else if (segment === undefined && threshold === undefined) {
    reading.problems.error(place, 'a rollout needs a segment or a threshold');
  }
  const step =
    (segment && readSegmentStep(segment, rollout.placeOf('segment'), reading)) ??
    (threshold && readThresholdStep(threshold, rollout.placeOf('threshold'), reading));
  return step && { description, step };
}

function readSegmentStep(node: TreeNode, place: Place, reading: Reading): RolloutStep | undefined {
  const segment = ObjectReader.of(node, place, segmentFields, reading);
  if (segment === undefined) return undefined;
  const selection = readRolloutSelection(segment, reading);
  const value = segment.boolean('value');
  return selection && { type: 'segment', ...selection, value };
}

function readThresholdStep(node: TreeNode, place: Place, reading: Reading): RolloutStep | undefined {
  const threshold = ObjectReader.of(node, place, thresholdFields, reading);
  if (threshold === undefined) return undefined;
  const value = threshold.boolean('value');
  const percentage = threshold.number('percentage');
  const percent = reading.hold(threshold.placeOf('percentage'), () => normalizeThresholdPercent(percentage));
  return percent === undefined ? undefined : { type: 'threshold', percent, value };
}
