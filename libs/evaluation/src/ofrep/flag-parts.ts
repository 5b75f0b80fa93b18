import { type JsonObject } from '@bufbuild/protobuf';
import { type Value } from '@bufbuild/protobuf/wkt';
import { type VariantResult } from '@pennon/snapshot';

/** The values of boolean flags, by their variants; shared by all answers. */
export const booleanValues = { true: booleanValue(true), false: booleanValue(false) } as const;

/** The value of a variant flag. */
export function textValue(value: string): Value {
  return { $typeName: 'google.protobuf.Value', kind: { case: 'stringValue', value } };
}

/** How a variant was found, and what is attached to it. Members that would be empty are left out. */
export function evaluationMetadata({
  segmentKeys,
  attachment,
}: Pick<VariantResult, 'segmentKeys' | 'attachment'>): JsonObject {
  const metadata: JsonObject = {};
  if (segmentKeys.length > 0) metadata.segments = segmentKeys.join(',');
  if (attachment !== '') metadata.attachment = attachment;
  return metadata;
}

function booleanValue(value: boolean): Value {
  const kind = Object.freeze({ case: 'boolValue', value });
  return Object.freeze({ $typeName: 'google.protobuf.Value', kind });
}
