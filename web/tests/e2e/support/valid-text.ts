import { type Locator } from '@playwright/test';

/** What a field of a form takes, by its name or its type, the first that matches; `n` makes keys differ. */
const texts: readonly (readonly [RegExp, (n: number) => string])[] = [
  [/^number$|percent|share|numeric|decimal/i, (n) => String(n % 100)],
  [/^date/i, () => '2026-03-04'],
  [/^time/i, () => '12:30'],
  [/JSON|attachment|context/i, (n) => `{"plan": "p${n}"}`],
  [/key/i, (n) => `key-${n}`],
];

/** A text that the field takes. @param n A number that no other field of the test gets. */
export async function validText(field: Locator, n: number): Promise<string> {
  const names = await field.evaluate((element: HTMLInputElement) => [
    element.type,
    element.inputMode,
    element.ariaLabel ?? element.labels?.[0]?.textContent ?? '',
  ]);
  const [, textOf = () => `text ${n}`] =
    texts.find(([pattern]) => names.some((name) => pattern.test(name))) ?? [];
  return textOf(n);
}
