import { type ReactElement, type ReactNode, useId } from 'react';
import { type Blockable } from '@/components/ui/blocked';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { commonCopy } from '@/copy/common';
import { ChangedElsewhere } from './changed-elsewhere';
import { type Form } from './form';
import { SaveButton } from './save-button';
import { type StoredForm } from './use-stored-form';

interface FormDrawerProps extends Required<Blockable> {
  readonly form: Pick<Form<object>, 'canSave' | 'isSaving' | 'element'> &
    Partial<Pick<StoredForm<object>, 'showConflicts' | 'dialog'>> & {
      readonly editing: { readonly conflicts: readonly unknown[] };
    };
  readonly title: string;
  readonly description?: string | undefined;
  /** What the button that saves says. */
  readonly action: string;
  /** What that button says on hover and focus. */
  readonly hint?: string | undefined;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form in a drawer, with Cancel and the button that saves it. */
export function FormDrawer({
  form,
  title,
  description,
  action,
  hint,
  blocked,
  onClose,
  children,
}: FormDrawerProps): ReactElement {
  const id = useId();
  const { showConflicts } = form;
  return (
    <Drawer
      open
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <SaveButton form={form} formId={id} hint={hint} blocked={blocked}>
            {action}
          </SaveButton>
        </>
      }
    >
      <form id={id} {...form.element} className="flex flex-col gap-5">
        {showConflicts !== undefined && form.editing.conflicts.length > 0 && (
          <ChangedElsewhere onShow={() => void showConflicts()} />
        )}
        {children}
      </form>
      {form.dialog}
    </Drawer>
  );
}
