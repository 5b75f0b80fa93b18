/** A press in the words of {@link Shortcut.keys}; undefined for a modifier alone. */
export function pressOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string | undefined {
  const { key } = event;
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(key)) return undefined;
  const isNamed = key.length > 1;
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  return [
    (event.ctrlKey || event.metaKey) && 'mod',
    event.altKey && 'alt',
    // Of a printed character Shift is part already: `?` is no `shift+?`.
    event.shiftKey && (isNamed || hasModifier) && 'shift',
    key.toLowerCase(),
  ]
    .filter((part) => part !== false)
    .join('+');
}

/** Keys as they are printed on the keyboard, parts set apart by spaces, as in `Ctrl K`. */
export function printedKeys(keys: string, onApple: boolean): string {
  const names: Readonly<Record<string, string>> = {
    mod: onApple ? '⌘' : 'Ctrl',
    alt: onApple ? '⌥' : 'Alt',
    shift: onApple ? '⇧' : 'Shift',
    arrowup: '↑',
    arrowdown: '↓',
    enter: 'Enter',
    escape: 'Esc',
  };
  const isSequence = keys.includes(' ');
  return keys
    .split(/[ +]/)
    .map(
      (key) => names[key] ?? (isSequence ? key : key.length === 1 && keys !== key ? key.toUpperCase() : key),
    )
    .join(' ');
}
