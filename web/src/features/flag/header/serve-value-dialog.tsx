import { lazy, type ReactElement, Suspense } from 'react';
import { type ServeValueQuestionProps } from './serve-value-question';

const ServeValueQuestion = lazy(async () => ({
  default: (await import('./serve-value-question')).ServeValueQuestion,
}));

interface ServeValueDialogProps extends Omit<ServeValueQuestionProps, 'value'> {
  /** Undefined while nothing is asked. */
  readonly value: boolean | undefined;
}

/** Asks whether everyone is to get one value of a boolean flag; loaded when it is opened first. */
export function ServeValueDialog({ value, ...rest }: ServeValueDialogProps): ReactElement | null {
  if (value === undefined) return null;
  return (
    <Suspense>
      <ServeValueQuestion value={value} {...rest} />
    </Suspense>
  );
}
