import { type NamespaceDocument, type DocumentVersion } from '@pennon/document';
import {
  comparisonTypes,
  MICROS_PER_SECOND,
  selectSegments,
  shortestFloat32,
  sortMembers,
  type ComparisonType,
  type FlagValues,
  type JsonObject,
  type Operator,
  type RolloutStep,
  type SegmentSelection,
} from '@pennon/domain';
import {
  matchableOperatorsByType,
  normalizeConstraint,
  takesList,
  storedOperatorsByType,
  flagValueParts,
  noneOf,
  operatorsWithoutValue,
  type FlagState,
  type SegmentState,
} from '@pennon/state';
import fc, { type Arbitrary } from 'fast-check';

/** Objects as the code makes them: fast-check's own may lack a prototype. */
function record<T>(fields: { [Name in keyof T]: Arbitrary<T[Name]> }): Arbitrary<T> {
  return fc.record(fields, { noNullPrototype: true });
}

/** What a version can say beyond 1.0. */
interface Features {
  readonly hasTypes: boolean;
  readonly hasSelections: boolean;
  readonly hasDefaults: boolean;
  readonly hasNamespaces: boolean;
}

/** Texts that writers of YAML are tempted to leave without quotes, or that break lines. */
const treacherousTexts = [
  ['', ' ', 'yes', 'No', 'on', 'OFF', 'y', 'true', 'False', 'null', '~', '.nan', '.inf', '-.inf', 'NaN'],
  ['0', '-1', '007', '0x1f', '0o17', '1.0', '1e3', '1_000', '2024-06-01', '2024-06-01T00:00:00Z', '12:30:45'],
  [
    '---',
    '...',
    '--- a',
    '- a',
    '-',
    '? a',
    ': a',
    'a: b',
    'a #b',
    '#',
    '<<',
    '=',
    '&a',
    '*a',
    '!a',
    '%YAML',
  ],
  [
    '|',
    '>',
    '@a',
    '`',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    'a\nb',
    '\n',
    'a\r\nb',
    '\ta',
    ' a',
    'a ',
    'a\n---\nb',
  ],
  ['\u0000', '\u0007', '\u0085', '\u00a0', '\u2028', '\ufeff', '\ufffe', '😀', 'é', '\\', '\\n', '/*', '</'],
].flat();

/** What a document can hold: no U+0000, and no half of a surrogate pair, which is another text once it was read. */
const text: Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...treacherousTexts),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ maxLength: 20 }),
  )
  .map((candidate) => candidate.toWellFormed().replaceAll('\0', ''));
const fullText = text.filter((candidate) => candidate !== '');
/** Few enough that two documents often share some. */
const commonKey = fc.constantFrom('a', 'b', 'c', 'd');
const key = fc.oneof(
  commonKey,
  fc.stringMatching(/^[-_,A-Za-z0-9]{1,6}$/),
  fc.constantFrom('yes', 'null', '007', '1', '-', '---', ',', 'x'.repeat(255)),
);
const percent = fc
  .oneof(fc.constantFrom(0, 100, 33.33, 66.67, 12.5), fc.float({ min: 0, max: 100, noNaN: true }))
  .map((value) => shortestFloat32(value));

/** JSON text without white space, as documents hold attachments; with numbers that no double holds. */
const jsonText: Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('0', '-0', '1.0', '1E3', '1e400', '9007199254740993', '-12.50', 'true', 'false', 'null'),
    text.map((value) => JSON.stringify(value)),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(fc.oneof(text, fc.constantFrom('__proto__', 'k'.repeat(1100))), tie('value')), {
        maxLength: 3,
        selector: ([name]) => name,
      })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  ),
})).value;

const attachment = fc.oneof(
  fc.constant(''),
  jsonText.filter((json) => json !== 'null'),
);

const metadata: Arbitrary<JsonObject> = fc
  .dictionary(fullText, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 3, noNullPrototype: true })
  .map((object) => sortMembers(JSON.parse(JSON.stringify(object)) as JsonObject));

const values: Readonly<Record<ComparisonType, Arbitrary<string>>> = {
  string: fullText,
  entityId: fullText,
  number: fc.oneof(fc.constantFrom('18', '007', '1e3', 'not a number'), fullText),
  boolean: fc.constant('true'),
  datetime: fc.constantFrom('2024-06-01', '2025-06-30T00:00:00Z'),
};

const constraint = fc
  .constantFrom(...comparisonTypes)
  .chain((type) => fc.tuple(fc.constant(type), fc.constantFrom(...matchableOperatorsByType[type])))
  .chain(([type, operator]) =>
    record({
      type: fc.constant(type),
      property: type === 'entityId' ? fc.constant('entityId') : fullText,
      operator: fc.constant(operator),
      value: valueFor(type, operator),
      description: text,
    }),
  )
  .map(({ description, ...input }) => ({
    ...normalizeConstraint(input, storedOperatorsByType),
    description,
  }));

const segment: Arbitrary<SegmentState> = record({
  key,
  name: fullText,
  description: text,
  matchType: fc.constantFrom('all' as const, 'any' as const),
  constraints: fc.array(constraint, { maxLength: 3 }),
});

/**
 * Documents that a version can express, with the texts and numbers that are easily lost. References hold, keys are
 * unique, and everything is as the laws of the domain store it.
 */
export function aDocument(version: DocumentVersion = '1.4', maxFlags = 4): Arbitrary<NamespaceDocument> {
  const features: Features = {
    hasTypes: version !== '1.0',
    hasSelections: !['1.0', '1.1'].includes(version),
    hasDefaults: ['1.3', '1.4'].includes(version),
    hasNamespaces: version === '1.4',
  };
  return fc.uniqueArray(segment, { maxLength: 4, selector: (item) => item.key }).chain((segments) =>
    record({
      namespace: namespaceOf(features),
      flags: fc.uniqueArray(
        flagOf(
          segments.map((item) => item.key),
          features,
        ),
        {
          maxLength: maxFlags,
          selector: (item) => item.key,
        },
      ),
      segments: fc.constant(segments),
    }),
  );
}

function namespaceOf({ hasNamespaces }: Features): Arbitrary<NamespaceDocument['namespace']> {
  const unsaid = record({ key, name: fc.constant(undefined), description: fc.constant(undefined) });
  if (!hasNamespaces) return unsaid;
  return fc.oneof(
    unsaid,
    record({ key, name: fullText, description: text }),
    record({ key, name: fc.constant(undefined), description: fullText }),
  );
}

/** Values of a flag, each by what it is where nothing is said: a text, true or false, or nothing else. */
const flagValues = Object.fromEntries(
  Object.entries<unknown>(noneOf(flagValueParts)).map(([name, none]) => [name, valueLike(none)]),
) as { [M in keyof FlagValues]: Arbitrary<FlagValues[M]> };

function valueLike(none: unknown): Arbitrary<unknown> {
  if (typeof none === 'string') return text;
  return typeof none === 'boolean' ? fc.boolean() : fc.constant(none);
}

/** What an export says; false says nothing. */
const off = fc.option(
  record({
    by: text,
    at: fc.nat().map((seconds) => seconds * MICROS_PER_SECOND),
    reason: fc.constantFrom('', 'payments fail', 'on', '# "x"'),
  }),
  { nil: undefined },
);

function flagOf(segmentKeys: readonly string[], features: Features): Arbitrary<FlagState> {
  const variant = record({ key: fc.oneof(commonKey, fullText), name: text, description: text, attachment });
  return fc.uniqueArray(variant, { maxLength: 3, selector: (item) => item.key }).chain((variants) => {
    const variantKeys = variants.map((item) => item.key);
    return record({
      key,
      ...flagValues,
      name: fullText,
      off,
      type: features.hasTypes
        ? fc.constantFrom('variant' as const, 'boolean' as const)
        : fc.constant('variant' as const),
      metadata: features.hasDefaults ? fc.option(metadata, { nil: undefined }) : fc.constant(undefined),
      variants: fc.constant(variants),
      defaultVariantKey:
        features.hasDefaults && variantKeys.length > 0
          ? fc.constantFrom(undefined, ...variantKeys)
          : fc.constant(undefined),
      rules: rulesOf(segmentKeys, variantKeys, features),
      rollouts: features.hasTypes ? rolloutsOf(segmentKeys, features) : fc.constant([]),
    });
  });
}

function rulesOf(
  segmentKeys: readonly string[],
  variantKeys: readonly string[],
  features: Features,
): Arbitrary<FlagState['rules']> {
  if (segmentKeys.length === 0) return fc.constant([]);
  const distribution =
    variantKeys.length === 0
      ? undefined
      : record({ variantKey: fc.constantFrom(...variantKeys), rolloutPercent: percent });
  const distributions =
    distribution === undefined ? fc.constant([]) : fc.array(distribution, { maxLength: 4 });
  const rule = fc
    .tuple(selectionOf(segmentKeys, features), distributions)
    .map(([selection, shares]) => ({ ...selection, distributions: shares }));
  return fc.array(rule, { maxLength: 4 });
}

function rolloutsOf(segmentKeys: readonly string[], features: Features): Arbitrary<FlagState['rollouts']> {
  const threshold = record({ type: fc.constant('threshold' as const), percent, value: fc.boolean() });
  const step: Arbitrary<RolloutStep> =
    segmentKeys.length === 0
      ? threshold
      : fc.oneof(
          threshold,
          fc
            .tuple(selectionOf(segmentKeys, features), fc.boolean())
            .map(([selection, value]) => ({ type: 'segment' as const, ...selection, value })),
        );
  return fc.array(record({ description: text, step }), { maxLength: 4 });
}

function selectionOf(
  segmentKeys: readonly string[],
  { hasSelections }: Features,
): Arbitrary<SegmentSelection> {
  const maxLength = hasSelections ? 3 : 1;
  return fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...segmentKeys), { minLength: 1, maxLength }),
      fc.constantFrom('or' as const, 'and' as const),
    )
    .map(([keys, operator]) => selectSegments(keys, operator));
}

function valueFor(type: ComparisonType, operator: Operator): Arbitrary<string> {
  if (operatorsWithoutValue.has(operator)) return fc.constant('');
  if (!takesList(operator)) return values[type];
  const items = type === 'number' ? fc.array(fc.integer()) : fc.array(text, { maxLength: 4 });
  return items.map((list) => JSON.stringify(list));
}
