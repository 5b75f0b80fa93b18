import { type ReactElement } from 'react';
import { type Blockable } from '@/components/ui/blocked';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { type Form } from './form';

interface SaveButtonProps extends Required<Blockable> {
  readonly form: Pick<Form<object>, 'canSave' | 'isSaving'>;
  /** Id of the form, where the button is outside of it. */
  readonly formId?: string;
  /** What it says on hover and focus. */
  readonly hint?: string | undefined;
  /** What it says: the deed, or that it asks for review. */
  readonly children: string;
}

/** The button that saves a form. */
export function SaveButton({ form, formId, hint, blocked, children }: SaveButtonProps): ReactElement {
  return (
    <Tooltip text={hint}>
      <Button
        type="submit"
        form={formId}
        variant="primary"
        busy={form.isSaving}
        disabled={!form.canSave}
        blocked={blocked}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
