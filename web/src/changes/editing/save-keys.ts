import { type KeyboardEvent } from 'react';

/** Ctrl/⌘ S and Ctrl/⌘ Enter save the form that has the focus. */
export function saveKeys(save: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const isSave = event.key === 'Enter' || event.key.toLowerCase() === 's';
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !isSave) return;
    event.preventDefault();
    // A form in a drawer over another form saves itself alone.
    event.stopPropagation();
    save();
  };
}
