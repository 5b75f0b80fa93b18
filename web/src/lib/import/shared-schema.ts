import { validationCopy } from '@/copy/validation';
import { type ExactJson, exactJsonText, hasExactNumbers, NumberText } from '../exact-json';
import { type Constraint, type Dated, type Metadata } from '../model';
import * as z from '../zod';

/** What files have in common. */

export const keySchema = z.string().check(z.regex(/^[-_,A-Za-z0-9]+$/));

export const textSchema = z._default(z.string(), '');

export const typeSchema = z._default(z.enum(['VARIANT_FLAG_TYPE', 'BOOLEAN_FLAG_TYPE']), 'VARIANT_FLAG_TYPE');

export const operatorSchema = z._default(
  z.enum(['OR_SEGMENT_OPERATOR', 'AND_SEGMENT_OPERATOR']),
  'OR_SEGMENT_OPERATOR',
);

export const matchTypeSchema = z._default(z.enum(['ALL_MATCH_TYPE', 'ANY_MATCH_TYPE']), 'ALL_MATCH_TYPE');

/** A number of a file, which is read by its digits. */
export const numberSchema = z.pipe(
  z.instanceof(NumberText),
  z.transform(({ json }) => Number(json)),
);

export const percentSchema = z._default(
  z.pipe(numberSchema, z.number().check(z.minimum(0), z.maximum(100))),
  0,
);

/** Any JSON: the parser has seen to that. */
export const jsonSchema = z.custom<ExactJson>(() => true);

/** The server keeps numbers of metadata as doubles: one that it would round is refused. */
export const metadataSchema = z._default(
  z.pipe(
    z
      .custom<ExactJson>(isObject)
      .check(z.refine((json) => hasExactNumbers(exactJsonText(json)), validationCopy.numberInexact)),
    z.transform((json) => JSON.parse(exactJsonText(json)) as Metadata),
  ),
  {},
);

export const constraintSchema = z.object({
  type: z.enum([
    'STRING_COMPARISON_TYPE',
    'NUMBER_COMPARISON_TYPE',
    'BOOLEAN_COMPARISON_TYPE',
    'DATETIME_COMPARISON_TYPE',
    'ENTITY_ID_COMPARISON_TYPE',
  ]),
  property: textSchema,
  operator: z.string(),
  value: textSchema,
  description: textSchema,
});

/** What a file does not tell of a thing. */
export const undated: Dated = { createdAt: '', updatedAt: '' };

export function constraintsOf(
  constraints: readonly z.infer<typeof constraintSchema>[],
): readonly Constraint[] {
  return constraints.map((constraint, index) => ({ ...undated, id: String(index + 1), ...constraint }));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
