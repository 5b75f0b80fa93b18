import { parseDocument, type ScalarTag, visit } from 'yaml';
import { transferCopy } from '@/copy/transfer';
import { NumberText } from './number-text';

/** Writes numbers by their digits. */
export const numberTag: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof NumberText,
  resolve: (text) => new NumberText(text),
  stringify: ({ value }) => (value instanceof NumberText ? value.json : String(value)),
};

/**
 * Reads YAML, or JSON, with all digits of its numbers: each is a {@link NumberText}.
 *
 * @throws Error for what cannot be read, and for a number that JSON has no spelling for.
 */
export function exactYaml(text: string): unknown {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw error;
  visit(document, {
    Scalar: (place, scalar) => {
      // Keys are texts in JSON.
      if (place === 'key' || typeof scalar.value !== 'number') return;
      scalar.value = new NumberText(jsonSpelling(scalar.source ?? String(scalar.value)));
    },
  });
  return document.toJS();
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** Leading zeros have no spelling on purpose: 012 is twelve to some readers of YAML and ten to others. */
function jsonSpelling(yaml: string): string {
  if (/^0[xo]/.test(yaml)) return BigInt(yaml).toString();
  const completed = yaml
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=[eE]|$)/, '.0');
  if (!jsonNumber.test(completed)) throw new Error(transferCopy.importing.uncertainNumber(yaml));
  return completed;
}
