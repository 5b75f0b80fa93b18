import { type Kind, scalar } from './kind';

/** Any text, taken as it is: nothing is trimmed. */
export const text: Kind<string> = scalar('text', (value) => value);
