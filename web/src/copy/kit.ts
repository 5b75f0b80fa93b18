import { formatCounted } from '@/lib/numbers';

/** Texts that components bring along, whatever page they are on. */
export const kitCopy = {
  optional: 'Optional',
  search: 'Search…',
  nothingMatches: 'Nothing matches.',
  noChanges: 'No changes.',
  becomes: 'becomes',
  remove: (what: string): string => `Remove ${what}`.trim(),
  clear: (label: string): string => `Clear ${label}`,
  showChoices: (label: string): string => `Show choices of ${label}`,
  typeToConfirm: (text: string): string => `Type ${text} to confirm`,
  cannotLoad: (what: string): string => `Cannot load ${what}.`,
  loading: (what: string): string => `Loading ${what}…`,
  copyDetails: 'Copy details',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  newTab: '(opens a new tab)',
  endOf: (label: string): string => `End of ${label}`,
  leaveEditor: 'Press Escape and then Tab to leave the editor.',
  clipboard: {
    copied: 'Copied to clipboard',
    blocked: 'This browser does not let pages write to the clipboard here. Copy the selected text by hand.',
    refused: 'This browser does not let pages write to the clipboard here.',
    text: 'Text to copy',
  },
  lines: { removed: 'Removed: ', added: 'Added: ' },
  /** What a tree of JSON says of what it holds back. */
  tree: {
    object: (count: number): string => `{ ${formatCounted(count, 'member')} }`,
    array: (count: number): string => `[ ${formatCounted(count, 'item')} ]`,
    tooDeep: ', in the text only',
    rest: (count: string): string => `${count} more, in the text only`,
    notYet: 'The tree shows once there is valid JSON.',
  },
  /** What is said while something is dragged, or moved by keys. */
  moving: {
    handle: (name: string): string => `Move ${name}`,
    help: 'Press Space to pick up, arrows to move, Space to drop, Escape to cancel.',
    place: (position: number, count: number): string => `position ${position} of ${count}`,
    pickedUp: (name: string): string => `Picked up ${name}`,
    over: (name: string, place: string): string => `${name}, ${place}`,
    moved: (name: string, place: string): string => `${name} moved to ${place}`,
    stays: (name: string): string => `${name} stays where it was`,
  },
} as const;
