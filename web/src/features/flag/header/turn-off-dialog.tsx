import { lazy, type ReactElement, Suspense } from 'react';
import { type TurnOffQuestionProps } from './turn-off-question';

const TurnOffQuestion = lazy(async () => ({
  default: (await import('./turn-off-question')).TurnOffQuestion,
}));

interface TurnOffDialogProps extends TurnOffQuestionProps {
  readonly open: boolean;
}

/** Asks why a flag is to be off for everyone, and turns it off; loaded when it is opened first. */
export function TurnOffDialog({ open, ...rest }: TurnOffDialogProps): ReactElement | null {
  if (!open) return null;
  return (
    <Suspense>
      <TurnOffQuestion {...rest} />
    </Suspense>
  );
}
