import { TriangleAlert } from 'lucide-react';
import { type ReactElement } from 'react';

/** What deserves attention about a card; nothing when there is nothing. */
export function FindingList({ findings }: { readonly findings: readonly string[] }): ReactElement | null {
  if (findings.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-secondary text-warn">
      {findings.map((finding) => (
        <li key={finding} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {finding}
        </li>
      ))}
    </ul>
  );
}
