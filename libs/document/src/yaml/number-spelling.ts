const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A number of YAML as JSON spells it, with all its digits; undefined when JSON has no spelling for it.
 *
 * Leading zeros have none on purpose: 012 is twelve to some readers of YAML and ten to others.
 */
export function jsonSpelling(yaml: string): string | undefined {
  if (jsonNumber.test(yaml)) return yaml;
  if (/^0[xo][\da-fA-F]+$/.test(yaml)) return BigInt(yaml).toString();
  const completed = yaml
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=[eE]|$)/, '.0');
  return jsonNumber.test(completed) ? completed : undefined;
}
