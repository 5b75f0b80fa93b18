import { invalidField } from '@pennon/domain';
import { type FieldLaw } from './field-laws';

/** A request that names segments. */
interface SegmentChoice {
  /** Empty if there are several. */
  readonly segmentKey: string;
}

/** Segments are named in one of two ways: one by `segmentKey`, several by `segmentKeys`. */
export const SEGMENT_CHOICE: FieldLaw<readonly string[]> = {
  check: (_, segmentKeys, request) => {
    const { segmentKey } = request as SegmentChoice;
    const field = 'segmentKey or segmentKeys';
    if (segmentKey === '' && segmentKeys.length === 0) throw invalidField(field, 'must not be empty');
    if (segmentKey !== '' && segmentKeys.length > 0) throw invalidField(field, 'only one can be present');
  },
  messageSchema: {
    oneOf: [
      {
        required: ['segmentKey'],
        properties: { segmentKey: { minLength: 1 }, segmentKeys: { maxItems: 0 } },
      },
      {
        required: ['segmentKeys'],
        properties: { segmentKey: { maxLength: 0 }, segmentKeys: { minItems: 1 } },
      },
    ],
  },
};
