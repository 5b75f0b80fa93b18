import { selectSegments, type SegmentSelection } from '@pennon/domain';
import { type Dice } from './dice';
import { type NamespaceModel } from './namespace-model';

/** One or two segments, as a row has them; undefined when there are none. */
export function chooseSegments(model: NamespaceModel, dice: Dice): SegmentSelection | undefined {
  const keys = dice.pickOneOrTwo(model.segments.ids);
  return keys && selectSegments(keys, dice.chance(0.5) ? 'or' : 'and');
}

/** The choice as a request has it. */
export function choiceJson({ segmentKeys, segmentOperator }: SegmentSelection): object {
  return { segmentKeys, segmentOperator: `${segmentOperator.toUpperCase()}_SEGMENT_OPERATOR` };
}
