import { type ReactElement } from 'react';
import { flagsCopy as copy } from '@/copy/flags';

interface FlagTagsProps {
  readonly tags: readonly string[];
  readonly onTag: (tag: string) => void;
}

/** Tags of a flag; each shows the flags that have it. */
export function FlagTags({ tags, onTag }: FlagTagsProps): ReactElement | null {
  if (tags.length === 0) return null;
  return (
    <ul className="relative z-1 flex w-fit flex-wrap gap-1">
      {tags.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            aria-label={copy.filterByTag(tag)}
            onClick={() => {
              onTag(tag);
            }}
            className="inline-flex min-h-6 items-center rounded-control bg-sunken px-2 text-caption font-medium text-muted group-hover/row:bg-surface hover:text-text"
          >
            {tag}
          </button>
        </li>
      ))}
    </ul>
  );
}
