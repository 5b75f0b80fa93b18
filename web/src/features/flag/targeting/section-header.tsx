import { type ReactElement, type ReactNode } from 'react';

interface SectionHeaderProps {
  /** Of the heading, which names the section. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly action: ReactNode;
}

/** The head of a section whose content stands in cards of its own. */
export function SectionHeader({ id, title, description, action }: SectionHeaderProps): ReactElement {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h2 id={id} className="text-section font-semibold">
          {title}
        </h2>
        <p className="max-w-[72ch] text-secondary text-muted">{description}</p>
      </div>
      {action}
    </header>
  );
}
