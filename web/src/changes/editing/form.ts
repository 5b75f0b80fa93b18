import { type ChangeEvent, type ComponentProps } from 'react';
import { type EditDraftOptions } from './use-edit-draft';
import { type Editing, type FieldTexts } from './use-editing';

/** A field, or a part of one, as in `variants.2.key`. */
export type FieldName<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`;

/** What is wrong, by field. */
export type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined } & Readonly<
  Record<`${string}.${string}`, string | undefined>
>;

/** How a form is saved, where there is more than one way. */
export interface SaveWay {
  /** Shows what it changes first. */
  readonly review?: boolean;
}

/** Shows at the fields what was wrong with them after all, until they are changed or saved again. */
export interface Refusals<Values> {
  readonly refuse: (problems: Problems<Values>) => void;
  /** Shows an error of the server at the field that it names; false where the form has no such field. */
  readonly handles: (error: unknown) => boolean;
}

/** The description of a form: its fields, what is wrong with them, and what saving them does. */
export interface FormOptions<Values extends object, Way extends SaveWay> {
  /** What is stored, or what a new thing begins as. */
  readonly stored: Values;
  /** What counts as entered from the start. */
  readonly begun?: Partial<Values> | undefined;
  readonly texts?: FieldTexts<Values>;
  /**
   * False for what is stored: it is saved only if something was changed, and says at once what is wrong with what is
   * typed. Fields of a new thing say it once they were left.
   */
  readonly isNew?: boolean;
  readonly check: (values: Values, way?: Way) => Problems<Values>;
  /** Saves values that are right; true when that worked. People are told of the errors that it throws. */
  readonly save: (values: Values, refusals: Refusals<Values>, way?: Way) => Promise<boolean>;
  /** Told when the submitted form is saved and nothing can be lost any more: only then may the address change. */
  readonly onSaved?: (values: Values, way?: Way) => void;
  /** What is kept of it while somebody signs in again. */
  readonly draft: EditDraftOptions<Values>;
  /** What leaves the form: another page, or also another state of the same page for a form in a drawer. */
  readonly scope?: 'page' | 'drawer';
  /** False where what comes of saving is shown on this page alone: leaving does not offer to save. */
  readonly isSavedOnLeave?: boolean;
  /** True for secrets: they are not kept, and leaving asks nothing. */
  readonly isSecret?: boolean;
}

/** What a control of one value takes. */
export interface FieldBinding<Value> {
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** What a field of text takes. */
export interface TextBinding {
  readonly value: string;
  readonly error: string | undefined;
  readonly onBlur: () => void;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

/** The fields that hold a text. */
type TextName<Values> = {
  [Name in keyof Values & string]: Values[Name] extends string ? Name : never;
}[keyof Values & string];

/** A form that is open. */
export interface Form<Values, Way extends SaveWay = SaveWay> {
  readonly editing: Editing<Values>;
  readonly values: Values;
  /** True where it goes on with what was entered before a sign-in, in it or in a form opened from it. */
  readonly isResumed: boolean;
  /** The name of its draft. */
  readonly draft: string;
  readonly isSaving: boolean;
  readonly canSave: boolean;
  /** What the fields say: what is wrong with those that were left or tried to be saved, and what was refused. */
  readonly errors: Problems<Values>;
  /** What was refused alone. */
  readonly serverErrors: Problems<Values>;
  /** It was tried to save it. */
  readonly isTried: boolean;
  /** Takes values that are entered. */
  readonly enter: (values: Partial<Values>) => void;
  /** A field was left: from now on it says what is wrong with it. */
  readonly leave: (name: FieldName<Values>) => void;
  readonly field: <Name extends keyof Values & string>(name: Name) => FieldBinding<Values[Name]>;
  readonly text: (name: TextName<Values>) => TextBinding;
  /** Saves it; true when that worked. */
  readonly save: (way?: Way) => Promise<boolean>;
  /** Saves it as its button does: the first field that is wrong gets the focus. */
  readonly submit: (way?: Way) => Promise<void>;
  /** For the element `form`: Enter, Ctrl/⌘ S and Ctrl/⌘ Enter submit it. */
  readonly element: Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onKeyDown' | 'onSubmit'>;
}
