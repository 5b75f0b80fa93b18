export { DeleteSegmentDialog } from './header/delete-segment-dialog';
export { NewSegmentDrawer } from './details/new-segment-drawer';
export { duplicatePath } from './use-duplicate';
