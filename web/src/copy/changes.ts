/** Texts about saving: review, progress, failures, undo, leaving unsaved work. */
export const changesCopy = {
  review: {
    title: 'Review changes',
    changes: 'Changes',
    requests: 'Requests',
    confirm: 'Save',
    confirmGuarded: (namespaceKey: string) => `Change ${namespaceKey}`,
  },
  done: (title: string) => `Done: ${title}`,
  failed: {
    title: (done: number, all: number) => `${done} of ${all} steps saved`,
    step: 'This step failed:',
    retryRest: 'Retry the rest',
    stop: 'Stop here',
    sessionEnded:
      'Your session ended before it. A form that shows again what you entered can be discarded once the rest is saved.',
  },
  undone: (title: string) => `Undone: ${title}`,
  undoneWithNewIds: 'Restored with new ids',
  nothingToUndo: 'There is nothing to undo in this tab.',
  unsaved: {
    title: 'You have unsaved changes',
    text: 'What you entered here will be lost unless you save it.',
  },
  blocked: {
    readOnly: 'Not available in read-only mode',
    offline: 'Not available while the connection is lost',
  },
  refused: (action: string, namespaceKey: string) => `You are not allowed to ${action} in ${namespaceKey}.`,
} as const;
