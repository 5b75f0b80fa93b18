import { pressOf, printedKeys } from './keys';

const press = (
  key: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> = {},
) => pressOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers });

describe('pressOf', () => {
  it('names presses as shortcuts are written', () => {
    expect(press('g')).toBe('g');
    expect(press('?', { shiftKey: true })).toBe('?');
    expect(press('k', { ctrlKey: true })).toBe('mod+k');
    expect(press('k', { metaKey: true })).toBe('mod+k');
    expect(press('ArrowUp', { altKey: true, shiftKey: true })).toBe('alt+shift+arrowup');
  });

  it('is silent about modifiers alone', () => {
    expect(press('Shift', { shiftKey: true })).toBeUndefined();
  });
});

describe('printedKeys', () => {
  it('prints keys as they are on the keyboard', () => {
    expect(printedKeys('mod+k', false)).toBe('Ctrl K');
    expect(printedKeys('mod+k', true)).toBe('⌘ K');
    expect(printedKeys('g f', false)).toBe('g f');
    expect(printedKeys('alt+shift+arrowup', false)).toBe('Alt Shift ↑');
    expect(printedKeys('?', false)).toBe('?');
  });
});
