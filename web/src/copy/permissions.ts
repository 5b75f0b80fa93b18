/** Why a control does nothing for this caller. */
export const permissionsCopy = {
  /** What is said of controls that write in several ways. */
  change: 'change flags',
  refused: (action: string): string => `You are not allowed to ${action}.`,
  refusedIn: (action: string, namespaceKey: string): string =>
    `You are not allowed to ${action} in ${namespaceKey}.`,
  copyElsewhere: 'You are not allowed to copy flags and segments to another namespace.',
} as const;
