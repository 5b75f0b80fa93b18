import { type Json, type JsonObject } from '@pennon/domain';
import { type ReactElement, type ReactNode } from 'react';
import { KeyValue } from '@/components/key-value';
import { Chip } from '@/components/ui/chip';
import { OutsideLink } from '@/components/ui/link';
import { flagCopy } from '@/copy/flag';
import { tagsOf } from '@/lib/tags';

const copy = flagCopy.rail;

/** Entries that people know by a name of their own. */
const names: ReadonlyMap<string, string> = new Map([
  ['owner', copy.owner],
  ['ticket', copy.ticket],
  ['tags', copy.tags],
  ['permanent', copy.permanent],
]);

/** JsonObject to read, with its links as links. */
export function MetadataSummary({ metadata }: { readonly metadata: JsonObject }): ReactElement {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return <p className="text-muted">{copy.noMetadata}</p>;
  return (
    <KeyValue
      items={entries.map(([key, value]) => ({
        label: names.get(key) ?? key,
        value: valueOf(key, value, metadata),
      }))}
    />
  );
}

function valueOf(key: string, value: Json, metadata: JsonObject): ReactNode {
  if (key === 'permanent' && value === true) return copy.isPermanent;
  const tags = key === 'tags' ? tagsOf(metadata) : [];
  if (tags.length > 0) {
    return (
      <span className="flex flex-wrap gap-1">
        {tags.map((tag) => (
          <Chip key={tag}>{tag}</Chip>
        ))}
      </span>
    );
  }
  if (typeof value === 'string') return <OutsideLink href={value}>{value}</OutsideLink>;
  return <code className="break-all">{JSON.stringify(value)}</code>;
}
