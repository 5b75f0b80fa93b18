import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { FailedPreconditionError } from '@pennon/domain';

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

/**
 * The form that is written: compressed with the dictionary, in base64. Forms from 2 on begin with their number and a
 * colon; form 1 begins with a bare 1, because it is older than this rule.
 */
const FORM = 1;

/** A stored text is in the form of a newer version, which alone can read it. */
export class NewerFormError extends FailedPreconditionError {
  /** @param subject What is stored, for people. */
  constructor(subject: string, form: number) {
    super(
      `${subject} was written by a newer version of Pennon: it has form ${form}, and this version reads form ${FORM}. ` +
        'Upgrade this instance.',
    );
  }
}

/** A text as the database holds it: some 200 characters for a small flag. */
export function packText(text: string): string {
  return `${FORM}${deflateRawSync(text, { dictionary: DICTIONARY }).toString('base64')}`;
}

/**
 * Text that was passed to {@link packText}.
 *
 * @param subject What the text is, for people: it begins the message of the error.
 * @throws NewerFormError if a newer version wrote it.
 * @throws Error if it is damaged.
 */
export function unpackText(packed: string, subject: string): string {
  const newer = newerForm(packed, subject);
  if (newer !== undefined) throw newer;
  if (!packed.startsWith(`${FORM}`)) throw new Error(`${subject} is damaged: its form is unknown`);
  const compressed = Buffer.from(packed.slice(1), 'base64');
  return inflateRawSync(compressed, { dictionary: DICTIONARY }).toString();
}

/** Why this version cannot read a text that a newer one wrote; undefined for any other text. */
export function newerForm(packed: string, subject: string): NewerFormError | undefined {
  const form = Number(/^(\d+):/.exec(packed)?.[1] ?? FORM);
  return form > FORM ? new NewerFormError(subject, form) : undefined;
}
