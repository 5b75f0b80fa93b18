import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { featuresIn, featuresText } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { lackOf, NewerVersionError } from './newer-version';

/**
 * Texts that most states are made of, for the compression: without them a small flag hardly gets smaller. What was
 * written with them can be read with them only, so they are never changed: another dictionary gets another form.
 */
const DICTIONARY = Buffer.from(
  [
    '{"name":"","description":""}',
    '{"key":"","name":"","description":"","matchType":"any","constraints":[{"type":"datetime","property":"","operator":"',
    'isoneof","value":"["},{"type":"entityId","property":"entityId","operator":"prefix","value":"","description":""}',
    ',{"type":"number","property":"","operator":"gte","value":"1","description":""},{"type":"boolean","property":"',
    '","operator":"true","value":"","description":""},{"type":"string","property":"country","operator":"eq","value":"',
    '"matchType":"all","constraints":[]}',
    '{"key":"","name":"","description":"","type":"boolean","isEnabled":false,"variants":[],"rules":[],"rollouts":[{',
    '"description":"","step":{"type":"segment","segmentKeys":["","],"segmentOperator":"and","value":true}},{"description":"',
    '","step":{"type":"threshold","percent":50,"value":true}}]}',
    '{"key":"","name":"","description":"","type":"variant","isEnabled":true,"metadata":{"},"variants":[{"key":"',
    '","name":"","description":"","attachment":"{\\"\\":\\"\\"}"},{"key":"","name":"","description":"","attachment":""}],',
    '"defaultVariantKey":"","rules":[{"segmentKeys":["",""],"segmentOperator":"or","distributions":[{"variantKey":"',
    '","rolloutPercent":100},{"variantKey":"","rolloutPercent":50}]}],"rollouts":[]}',
  ].join(''),
);

/** Compressed with the dictionary, in base64. */
const PLAIN_FORM = 1;

/** The same of what uses features, whose names it begins with. */
const FORM_WITH_FEATURES = 2;

/**
 * The same of a change whose states are rows beside it. Versions that do not know these rows know no such form: they
 * leave the change to newer ones.
 */
export const FORM_BESIDE_ROWS = 3;

/** How every form but the first begins: with its number and a colon. That has a bare 1: it is older than this rule. */
const HEAD = /^(\d+):(?:([-a-z0-9 ]*):)?/;

/**
 * A text as the database holds it: some 200 characters for a small flag.
 *
 * @param features Names of the features that it uses.
 * @param form The first one that says it, unless given.
 */
export function packText(
  text: string,
  features: readonly string[] = [],
  form = features.length === 0 ? PLAIN_FORM : FORM_WITH_FEATURES,
): string {
  const packed = deflateRawSync(text, { dictionary: DICTIONARY }).toString('base64');
  return form === PLAIN_FORM ? `${PLAIN_FORM}${packed}` : `${form}:${featuresText(features)}:${packed}`;
}

/**
 * Text that was passed to {@link packText}.
 *
 * @param subject What the text is, for people: it begins the message of the error.
 * @throws NewerVersionError if a newer version wrote it in a form, or with a feature, that this one lacks.
 * @throws Error if it is damaged.
 */
export function unpackText(packed: string, subject: string): string {
  const newer = whyNewer(packed, subject);
  if (newer !== undefined) throw newer;
  const [head] = HEAD.exec(packed) ?? [`${PLAIN_FORM}`];
  if (!packed.startsWith(head)) throw new Error(`${subject} is damaged: its form is unknown`);
  const compressed = Buffer.from(packed.slice(head.length), 'base64');
  return inflateRawSync(compressed, { dictionary: DICTIONARY }).toString();
}

/** Why this version cannot read a text that a newer one wrote; undefined for any other text. */
export function whyNewer(packed: string, subject: string): NewerVersionError | undefined {
  const [, number = PLAIN_FORM, names = ''] = HEAD.exec(packed) ?? [];
  const form = Number(number);
  if (form <= FORM_BESIDE_ROWS) return lackOf(subject, featuresIn(names));
  return new NewerVersionError(
    `${subject} has form ${form}, and version ${VERSION} of Pennon reads forms up to ${FORM_BESIDE_ROWS}`,
  );
}
