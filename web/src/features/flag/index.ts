export { DeleteFlagDialog } from './header/delete-flag-dialog';
export { FlagStateControl } from './header/flag-state-control';
export { ServeValueDialog } from './header/serve-value-dialog';
export { TurnOffDialog } from './header/turn-off-dialog';
export { useFlagSwitch } from './header/use-flag-switch';
export { useTurning } from './header/use-turning';
