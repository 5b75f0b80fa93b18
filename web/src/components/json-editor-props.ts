import { type FieldProps } from '@/components/ui/form-field';

/** Something wrong at a place of the text, in characters from its start. */
export interface JsonProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly severity?: 'error' | 'warning';
  /** A fix that can be applied at once. */
  readonly fix?: { readonly label: string; readonly replacement: string };
}

export interface JsonEditorProps extends Omit<FieldProps, 'optional'> {
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly readOnly?: boolean;
  /** What else than its syntax is wrong with the text; asked only once that is right. Must not change. */
  readonly check?: (text: string) => readonly JsonProblem[];
  /** Ctrl/⌘ Enter. */
  readonly onSubmit?: () => void;
  /** The least height, in lines. */
  readonly rows?: number;
}
