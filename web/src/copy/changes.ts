/** Texts about saving: review, progress, failures, undo, leaving unsaved work. */
export const changesCopy = {
  review: {
    title: 'Review changes',
    changes: 'Changes',
    requests: 'Requests',
    confirm: 'Save',
    ask: 'Ask for review',
    bypass: 'Save without review',
    reason: 'Reason to save without review',
    needed: (namespaceKey: string, approvals: string) => `Changes of ${namespaceKey} need ${approvals}.`,
    scoped: 'Those that its policy is not about are saved at once.',
    confirmGuarded: (namespaceKey: string) => `Change ${namespaceKey}`,
  },
  done: (title: string) => `Done: ${title}`,
  proposed: (namespaceKey: string, id: string) =>
    `Waits for review. To look at it, run: pennon changes show ${namespaceKey} ${id}`,
  copyId: 'Copy its ID',
  merged: (parts: string) => `Others changed meanwhile, and it was kept: ${parts}`,
  /** What the parts of flags and segments are called, by their names in the API and in states. */
  parts: {
    enabled: 'state',
    isEnabled: 'state',
    default_variant: 'default variant',
    defaultVariantKey: 'default variant',
    match_type: 'match type',
    matchType: 'match type',
    variants: 'variant',
    rules: 'rule',
    rollouts: 'rollout',
    constraints: 'constraint',
  } as Readonly<Record<string, string>>,
  undone: (title: string) => `Undone: ${title}`,
  undoing: (title: string) => `Undo: ${title}`,
  /** Of what is put back. */
  current: 'It is like that now.',
  unanswered: (title: string) => `The server did not answer. Checking whether it was saved: ${title}`,
  nothingToUndo: 'There is nothing to undo in this tab.',
  unsaved: {
    title: 'You have unsaved changes',
    text: 'What you entered here will be lost unless you save it.',
  },
  notLoaded: 'A part of the dashboard could not be loaded. Check the connection, and try again.',
  blocked: {
    readOnly: 'Not available in read-only mode',
    offline: 'Not available while the connection is lost',
  },
  refused: (action: string, namespaceKey: string) => `You are not allowed to ${action} in ${namespaceKey}.`,
} as const;
