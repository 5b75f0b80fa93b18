import type { pennonTransfer } from '@pennon/proto';
import { jsonOf, jsonRequest, type Answer, type Request } from '../../support/http';

/** The document of a namespace, as a person would write it. */
export const shopDocument = {
  version: '1.4',
  namespace: { key: 'shop', name: 'Shop', description: 'All that sells' },
  flags: [
    {
      key: 'colour',
      name: 'Colour',
      type: 'VARIANT_FLAG_TYPE',
      enabled: true,
      metadata: { owner: 'web' },
      variants: [
        { key: 'orange', name: 'Orange', attachment: { hex: '#fa0', weights: [1, 2.5] } },
        { key: 'blue', default: true },
      ],
      rules: [{ segment: 'germans', distributions: [{ variant: 'orange', rollout: 100 }] }],
    },
    {
      key: 'banner',
      name: 'Banner',
      type: 'BOOLEAN_FLAG_TYPE',
      enabled: false,
      rollouts: [{ description: 'all of them', segment: { key: 'germans', value: true } }],
    },
  ],
  segments: [
    {
      key: 'germans',
      name: 'Germans',
      constraints: [
        {
          type: 'STRING_COMPARISON_TYPE',
          property: 'country',
          operator: 'eq',
          value: 'de',
          description: 'by land',
        },
      ],
      match_type: 'ALL_MATCH_TYPE',
    },
  ],
};

/** A document of that many flags, each with variants, a rule and metadata; some 3.7 MB for ten thousand. */
export function largeDocument(namespaceKey: string, flags: number): object {
  return {
    version: '1.4',
    namespace: { key: namespaceKey, name: namespaceKey },
    flags: Array.from({ length: flags }, (_, index) => ({
      key: `flag-${index}`,
      name: `Flag number ${index}`,
      type: 'VARIANT_FLAG_TYPE',
      description: 'What this flag is for, in a sentence of usual length.',
      enabled: true,
      metadata: { owner: 'team', level: index },
      variants: [{ key: 'on', attachment: { price: 12.5, label: 'On "sale"' } }, { key: 'off' }],
      rules: [
        {
          segment: `segment-${index % 50}`,
          distributions: [
            { variant: 'on', rollout: 50 },
            { variant: 'off', rollout: 50 },
          ],
        },
      ],
    })),
    segments: Array.from({ length: 50 }, (_, index) => ({
      key: `segment-${index}`,
      name: `Segment ${index}`,
      match_type: 'ALL_MATCH_TYPE',
    })),
  };
}

/** A request to import a document, given as text or as what the text says. */
export function importRequest(namespaceKey: string, document: unknown, options: object = {}): Request {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return jsonRequest('POST', documentPath(namespaceKey), { document: text, ...options });
}

/** Where the document of a namespace is. */
export function documentPath(namespaceKey: string): string {
  return `/api/v1/namespaces/${namespaceKey}/document`;
}

/** The document of an answer to an export. */
export function documentOf(answer: Answer): unknown {
  return JSON.parse((jsonOf(answer) as pennonTransfer.ExportNamespaceResponse).document);
}
