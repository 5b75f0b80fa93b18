import { type DocumentVersion, type NamespaceDocument } from '@pennon/document';
import { aDocument } from '@pennon/testing';
import { type Arbitrary } from 'fast-check';
import { type FliptAge } from './flipt-tables';

/** What the documents of an age can say: that of the age's export files. */
const versions: Readonly<Record<FliptAge, DocumentVersion>> = {
  first: '1.0',
  'one segment': '1.1',
  present: '1.4',
};

/** Documents that a database of the age could hold: without characters that not all databases keep. */
export function aStorableDocument(age: FliptAge, key: string): Arbitrary<NamespaceDocument> {
  return aDocument(versions[age], 3)
    .map((document) => storable({ ...withoutOff(document), namespace: { ...document.namespace, key } }))
    .filter(hasUniqueVariants)
    .map((document) => (age === 'first' ? asOfTheFirstAge(document) : document));
}

/** No flag of Flipt is off. */
function withoutOff(document: NamespaceDocument): NamespaceDocument {
  return { ...document, flags: document.flags.map((flag) => ({ ...flag, off: false })) };
}

/** In JSON text the characters that no column of JSON takes are escaped. */
const unstorableEscape = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi;

function storable<T>(value: T): T {
  if (typeof value === 'string') {
    return value.toWellFormed().replaceAll('\0', 'x').replaceAll(unstorableEscape, '$1x') as T;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => storable(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storable(name), storable(item)]),
  ) as T;
}

function hasUniqueVariants({ flags }: NamespaceDocument): boolean {
  return flags.every(({ variants }) => new Set(variants.map(({ key }) => key)).size === variants.length);
}

function asOfTheFirstAge(document: NamespaceDocument): NamespaceDocument {
  return {
    ...document,
    flags: document.flags.map((flag) => ({
      ...flag,
      variants: flag.variants.map((variant) => ({ ...variant, attachment: '' })),
    })),
    segments: document.segments.map((segment) => ({
      ...segment,
      matchType: 'all',
      constraints: segment.constraints.map((constraint) => ({ ...constraint, description: '' })),
    })),
  };
}
