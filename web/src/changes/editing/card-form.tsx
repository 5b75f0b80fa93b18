import { type ReactElement, type ReactNode } from 'react';
import { type Blockable } from '@/components/ui/blocked';
import { Button } from '@/components/ui/button';
import { commonCopy } from '@/copy/common';
import { type SavedSubject, useSaveWords } from '../save-words';
import { ChangedElsewhere } from './changed-elsewhere';
import { SaveButton } from './save-button';
import { type StoredForm } from './use-stored-form';

interface CardFormProps<Values> extends Required<Blockable> {
  /** What the form is about, or a part of. */
  readonly subject: SavedSubject;
  readonly form: StoredForm<Values>;
  /** Names the form, where its card is not its only content. */
  readonly label?: string;
  /** Its fields. */
  readonly children: ReactNode;
}

/** The form of a card, with Update, Reset and Review at its end. */
export function CardForm<Values>({
  subject,
  form,
  label,
  blocked,
  children,
}: CardFormProps<Values>): ReactElement {
  const words = useSaveWords(subject, commonCopy.update);
  const { conflicts, isDirty, reset } = form.editing;
  return (
    <>
      <form aria-label={label} className="flex flex-col gap-4" {...form.element}>
        {conflicts.length > 0 && <ChangedElsewhere onShow={() => void form.showConflicts()} />}
        {children}
        <div className="flex flex-wrap items-center gap-2">
          <SaveButton form={form} blocked={blocked}>
            {words}
          </SaveButton>
          <Button disabled={!isDirty} onClick={reset}>
            {commonCopy.reset}
          </Button>
          <Button
            variant="ghost"
            disabled={!form.canSave}
            blocked={blocked}
            onClick={() => form.save({ review: true })}
          >
            {commonCopy.review}
          </Button>
        </div>
      </form>
      {form.dialog}
    </>
  );
}
