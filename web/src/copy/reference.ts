import { formatCounted } from '@/lib/numbers';

/** Texts of the API reference. */
export const referenceCopy = {
  description: 'Everything that can be asked of this server over HTTP, as the server itself describes it.',
  raw: 'openapi.json',
  search: 'Search operations',
  placeholder: 'Path, name or description',
  what: 'the API reference',
  found: (count: number) => formatCounted(count, 'operation'),
  nothing: 'No operation matches.',
  deprecated: 'Deprecated',
  open: 'No credential needed',
  parameters: 'Parameters',
  body: 'Request body',
  answer: 'Answer',
  errors: 'Whatever fails answers with a code and a message.',
  required: 'always there',
  requiredParameter: 'required',
  in: (place: string) => `in the ${place}`,
  oneOf: 'One of',
  members: (type: string) => `What is in ${type}`,
} as const;
