export { draftOf, draftSchema, draftText, type MetadataDraft, metadataOfDraft } from './metadata-draft';
export { MetadataEditor } from './metadata-editor';
export { TagsField } from './tags-field';
