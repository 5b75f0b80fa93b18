export { CardForm } from './card-form';
export { ChangedElsewhere } from './changed-elsewhere';
export { type FieldBinding, type Form, type Problems, type SaveWay, type TextBinding } from './form';
export { FormDrawer } from './form-drawer';
export { NameAndKey } from './name-and-key';
export { SaveButton } from './save-button';
export { type FieldTexts } from './use-editing';
export { useForm } from './use-form';
export { type StoredForm, useStoredForm } from './use-stored-form';
