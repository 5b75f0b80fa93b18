import { Field } from '@base-ui/react/field';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, type ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { useHeldWhilePressed } from '@/components/ui/while-pressed';
import { kitCopy } from '@/copy/kit';

/** What every labelled control takes. */
export interface FieldProps {
  readonly label: string;
  /** Keeps the label for screen readers only, where a heading or a column says the same. */
  readonly hideLabel?: boolean | undefined;
  /** One line below the control. */
  readonly description?: ReactNode;
  /** What is wrong with the value; linked to the control and marks it invalid. */
  readonly error?: ReactNode;
  /** Says "Optional" beside the label. */
  readonly optional?: boolean | undefined;
  /** Layout of the field as a whole. */
  readonly className?: string | undefined;
}

/** Splits the properties of the field from those of the control within it. */
export function splitFieldProps<T extends FieldProps>(
  props: T,
): { readonly field: FieldProps; readonly control: Omit<T, keyof FieldProps> } {
  const { label, hideLabel, description, error, optional, className, ...control } = props;
  return { field: { label, hideLabel, description, error, optional, className }, control };
}

/**
 * A label, a control of this folder, its description and its error, tied to each other: the control finds its name and
 * what describes it by itself. All labelled controls of this folder are such fields already.
 */
export function FormField({
  label,
  hideLabel = false,
  description,
  error: newest,
  optional = false,
  className,
  children,
}: FieldProps & { readonly children: ReactNode }): ReactElement {
  const error = useHeldWhilePressed(newest);
  const hasError = error !== undefined && error !== null && error !== false && error !== '';
  return (
    <Field.Root invalid={hasError} className={classes('flex min-w-0 flex-col gap-1', className)}>
      <Field.Label className={hideLabel ? 'sr-only' : 'flex items-baseline gap-2 font-medium'}>
        {label}
        {optional && <span className="text-caption font-normal text-faint">{kitCopy.optional}</span>}
      </Field.Label>
      {children}
      {hasError && (
        <Field.Error match className="flex items-start gap-1.5 text-secondary text-danger">
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">{error}</span>
        </Field.Error>
      )}
      {description !== undefined && (
        <Field.Description className="max-w-[72ch] text-secondary text-muted">
          {description}
        </Field.Description>
      )}
    </Field.Root>
  );
}
