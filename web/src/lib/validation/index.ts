export { constraintProblems } from './constraint';
export {
  attachmentSchema,
  contextSchema,
  keySchema,
  nameSchema,
  problemOf,
  variantKeySchema,
} from './fields';
