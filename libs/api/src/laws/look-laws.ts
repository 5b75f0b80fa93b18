import { assertListedOnce, assertNotEmpty, invalidField, MAX_NAMESPACE_LOOKS } from '@pennon/domain';
import type { FieldLaw } from './field-laws';

/** The looks of all namespaces that have a place: each namespace once. */
export const NAMESPACE_LOOKS: FieldLaw<readonly { readonly namespaceKey: string }[]> = {
  check: (field, looks) => {
    if (looks.length > MAX_NAMESPACE_LOOKS)
      throw invalidField(field, `must have at most ${MAX_NAMESPACE_LOOKS} namespaces`);
    for (const [index, { namespaceKey }] of looks.entries())
      assertNotEmpty(`${field}[${index}].namespaceKey`, namespaceKey);
    assertListedOnce(
      field,
      looks.map(({ namespaceKey }) => namespaceKey),
    );
  },
  schema: { maxItems: MAX_NAMESPACE_LOOKS, uniqueItems: true },
};
