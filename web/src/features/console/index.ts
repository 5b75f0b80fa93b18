export { DraftDrawer } from './draft/draft-drawer';
export { Personas } from './personas/personas';
export { ExplanationView } from './explain/explanation-view';
