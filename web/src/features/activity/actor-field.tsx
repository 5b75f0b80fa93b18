import { type ReactElement, useState } from 'react';
import { TextField } from '@/components/ui/text-field';
import { activityCopy } from '@/copy/activity';

interface ActorFieldProps {
  /** Empty for anybody. */
  readonly actor: string;
  readonly onChange: (actor: string) => void;
}

/** The name of whoever did it. It is compared as a whole, so half of one is not asked for: it counts from Enter on. */
export function ActorField({ actor, onChange }: ActorFieldProps): ReactElement {
  const [text, setText] = useState(actor);
  const commit = (): void => {
    if (text.trim() !== actor) onChange(text.trim());
  };
  return (
    <TextField
      className="w-full sm:w-48"
      label={activityCopy.filters.actor}
      placeholder={activityCopy.filters.actorHint}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
