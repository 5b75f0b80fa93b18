import { ArrowRightLeft } from 'lucide-react';
import { type ReactElement } from 'react';

/** Who gets something else once the edit is saved. */
export function ImpactLine({ text }: { readonly text: string }): ReactElement {
  return (
    <p role="status" className="flex items-start gap-1.5 rounded-control bg-accent-soft px-3 py-2">
      <span className="flex h-5 items-center text-accent">
        <ArrowRightLeft aria-hidden size={16} />
      </span>
      <span>{text}</span>
    </p>
  );
}
