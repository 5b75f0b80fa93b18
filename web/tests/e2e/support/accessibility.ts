import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** How axe measures contrast, but that text is text where it is a single letter or a sign such as "≥" as well. */
const contrastOptions = {
  ignoreLength: true,
  ignoreUnicode: false,
  ignorePseudo: false,
  boldValue: 700,
  boldTextPt: 14,
  largeTextPt: 18,
  contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } },
  pseudoSizeThreshold: 0.25,
  shadowOutlineEmMax: 0.2,
  textStrokeEmMin: 0.03,
};

/** A rule that an element breaks, or that cannot be told of it. */
interface Fault {
  readonly rule: string;
  readonly element: string;
  readonly reason: string;
}

/**
 * Fails if axe finds anything wrong with what the page shows now, of any impact. A contrast that axe cannot tell is
 * wrong as well: it gives up on text of the very colour that is behind it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours on their way from one to another are neither.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  await page.evaluate(axe.source);
  expect(await page.evaluate(findFaults, { only: tags, options: contrastOptions })).toEqual([]);
}

interface AxeSettings {
  readonly only: string[];
  readonly options: typeof contrastOptions;
}

/** Runs in the page, where axe is. */
async function findFaults({ only, options }: AxeSettings): Promise<readonly Fault[]> {
  const { axe: engine } = globalThis as unknown as { axe: typeof axe };
  const contrast = 'color-contrast';
  engine.configure({ checks: [{ id: contrast, options }] });
  const faultsOf = ({ id, help, nodes }: axe.Result): readonly Fault[] =>
    nodes.map(({ html, failureSummary, any }) => ({
      rule: `${id}: ${help}`,
      element: html,
      reason: failureSummary ?? any.map(({ message }) => message).join(),
    }));

  const found = await engine.run(document, { runOnly: only, resultTypes: ['violations', 'incomplete'] });
  const faults = found.violations.flatMap(faultsOf);
  const untold = found.incomplete.filter(({ id }) => id === contrast).flatMap(({ nodes }) => nodes);
  for (const { target } of untold) {
    const element = document.querySelector(String(target));
    if (element === null) continue;
    // At the edge of what scrolls, something may cover it: in the middle of that, nothing does.
    const scrolled = ancestorsOf(element).map((each) => [each, each.scrollLeft, each.scrollTop] as const);
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const again = await engine.run(element, { runOnly: { type: 'rule', values: [contrast] } });
    const isNoText = again.incomplete.some(({ nodes }) => nodes.some(isEmptyField)) || isBelowLayer(element);
    faults.push(...[...again.violations, ...(isNoText ? [] : again.incomplete)].flatMap(faultsOf));
    for (const [each, left, top] of scrolled) each.scrollTo({ left, top, behavior: 'instant' });
  }
  return faults;

  /** A field without a value has no text. */
  function isEmptyField({ any }: axe.NodeResult): boolean {
    return any.some(({ data }) => (data as { messageKey?: string } | null)?.messageKey === 'emptyValue');
  }

  /** What an open layer covers can be read once that is closed, and is measured in tests without it. */
  function isBelowLayer(element: Element): boolean {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [left + 1, (left + right) / 2, right - 1].flatMap((x) =>
      [top + 1, (top + bottom) / 2, bottom - 1].map((y) => [x, y] as const),
    );
    return points.some(([x, y]) => {
      const layer = document.elementFromPoint(x, y)?.closest('[role$=dialog], body > :not(#root)');
      return layer !== null && layer !== undefined && !layer.contains(element);
    });
  }

  function ancestorsOf({ parentElement }: Element): readonly Element[] {
    return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)];
  }
}
