import { type ReactElement } from 'react';
import { classes } from '@/components/ui/classes';

interface ProseProps {
  readonly text: string;
  readonly className?: string;
}

/** Paragraphs of a description, with the code in them. */
export function Prose({ text, className }: ProseProps): ReactElement | null {
  if (text === '') return null;
  return (
    <div className={classes('flex max-w-[72ch] flex-col gap-2 break-words', className)}>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{inlineCode(paragraph)}</p>
      ))}
    </div>
  );
}

/** Every second part lies between backticks. */
function inlineCode(paragraph: string): readonly (string | ReactElement)[] {
  return paragraph
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : <code key={`${index} ${part}`}>{part}</code>));
}
