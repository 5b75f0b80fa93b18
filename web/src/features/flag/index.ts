export { DeleteFlagDialog } from './header/delete-flag-dialog';
export { FlagStateControl } from './header/flag-state-control';
export { useFlagSwitch } from './header/use-flag-switch';
