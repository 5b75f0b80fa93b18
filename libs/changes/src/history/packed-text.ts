import { deflateRawSync, inflateRawSync } from 'node:zlib';

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

/** Names the form: compressed with the dictionary, in base64. */
const FORM = '1';

/** A text as the database holds it: some 200 characters for a small flag. */
export function packText(text: string): string {
  return `${FORM}${deflateRawSync(text, { dictionary: DICTIONARY }).toString('base64')}`;
}

/**
 * What {@link packText} was given.
 *
 * @throws Error if the form is that of another version.
 */
export function unpackText(packed: string): string {
  if (!packed.startsWith(FORM)) throw new Error(`a stored text is in an unknown form: ${packed[0] ?? ''}`);
  return inflateRawSync(Buffer.from(packed.slice(FORM.length), 'base64'), {
    dictionary: DICTIONARY,
  }).toString();
}
