export { type ExactJson, exactJson, exactJsonText, hasExactNumbers, sameExactJson } from './exact-json';
export { isExact, normalNumber, NumberText } from './number-text';
