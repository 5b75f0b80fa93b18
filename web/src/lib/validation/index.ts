export { constraintProblems } from './constraint';
export {
  attachmentSchema,
  contextSchema,
  keySchema,
  keyWarning,
  nameSchema,
  variantKeySchema,
} from './fields';
