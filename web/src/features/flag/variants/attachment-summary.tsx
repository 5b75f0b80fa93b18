import { type ReactElement } from 'react';
import { flagCopy } from '@/copy/flag';
import { formatBytes } from '@/lib/numbers';

/** How much of an attachment a table shows, in characters. */
const SHOWN = 60;

/** The size of a text as the server counts it, in bytes. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Kind, size and beginning of an attachment. */
export function AttachmentSummary({ attachment }: { readonly attachment: string }): ReactElement | null {
  if (attachment === '') return null;
  return (
    <span className="flex flex-col">
      <span className="text-caption whitespace-nowrap text-muted">
        {flagCopy.variants.kinds[kindOf(attachment)]} · {formatBytes(bytesOf(attachment))}
      </span>
      <code className="break-all">
        {attachment.slice(0, SHOWN)}
        {attachment.length > SHOWN && '…'}
      </code>
    </span>
  );
}

/** Only what leads a JSON text has to be read to know what it is. */
function kindOf(attachment: string): keyof typeof flagCopy.variants.kinds {
  const first = attachment.trimStart().charAt(0);
  if (first === '{') return 'object';
  if (first === '[') return 'array';
  if (first === '"') return 'string';
  if (first === 't' || first === 'f') return 'boolean';
  return first === 'n' ? 'null' : 'number';
}
