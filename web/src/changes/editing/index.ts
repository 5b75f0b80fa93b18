export { ChangedElsewhere } from './changed-elsewhere';
export { saveKeys } from './save-keys';
export { useConflictQuestion } from './use-conflict-question';
export { type EditDraftOptions, useEditDraft } from './use-edit-draft';
export { type Editing, type FieldTexts, useEditing } from './use-editing';
export { type StoredForm, useStoredForm } from './use-stored-form';
