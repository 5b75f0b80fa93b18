import { type ReactElement, useState } from 'react';
import { type Blockable } from '@/components/ui/blocked';
import { TextField } from '@/components/ui/text-field';
import { metadataCopy } from '@/copy/metadata';
import { draftWithTags, type MetadataDraft, tagsOfDraft, takesTags } from './metadata-draft';

interface TagsFieldProps extends Blockable {
  readonly draft: MetadataDraft;
  readonly onChange: (draft: MetadataDraft) => void;
}

/** The tags of a flag, which are an entry of its metadata; absent where something else is kept under that key. */
export function TagsField({ draft, onChange, blocked }: TagsFieldProps): ReactElement | null {
  // While it is typed the text is kept as it is, with a comma at its end for example.
  const [typed, setTyped] = useState<string>();
  if (!takesTags(draft)) return null;
  return (
    <TextField
      label={metadataCopy.tags}
      description={metadataCopy.tagsHint}
      optional
      value={typed ?? tagsOfDraft(draft).join(', ')}
      blocked={blocked}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(draftWithTags(draft, text.split(',')));
      }}
      onBlur={() => {
        setTyped(undefined);
      }}
    />
  );
}
