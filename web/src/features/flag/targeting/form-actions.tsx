import { type ReactElement } from 'react';
import { Button } from '@/components/ui/button';
import { type Blockable } from '@/components/ui/blocked';
import { commonCopy } from '@/copy/common';

interface FormActionsProps extends Blockable {
  readonly form: {
    readonly canSave: boolean;
    readonly isSaving: boolean;
    readonly editing: { readonly isDirty: boolean; readonly reset: () => void };
    readonly save: (options?: { readonly review?: boolean }) => Promise<boolean>;
  };
}

/** Update, Reset and Review at the end of a card's form; Update submits it. */
export function FormActions({ form, blocked }: FormActionsProps): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" variant="primary" busy={form.isSaving} disabled={!form.canSave} blocked={blocked}>
        {commonCopy.update}
      </Button>
      <Button disabled={!form.editing.isDirty} onClick={form.editing.reset}>
        {commonCopy.reset}
      </Button>
      <Button
        variant="ghost"
        disabled={!form.canSave}
        blocked={blocked}
        onClick={() => void form.save({ review: true })}
      >
        {commonCopy.review}
      </Button>
    </div>
  );
}
