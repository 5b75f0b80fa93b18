import { ProgressBar } from './progress-bar';

function paintingOn(isTTY: boolean): {
  bar: ProgressBar;
  painted: string[];
  wait: (milliseconds: number) => void;
} {
  const painted: string[] = [];
  let now = 0;
  const bar = new ProgressBar('importing', { isTTY, write: (text) => painted.push(text) }, () => now);
  return { bar, painted, wait: (milliseconds) => (now += milliseconds) };
}

test('a bar is painted on a terminal, now and then, and wiped away', () => {
  const { bar, painted, wait } = paintingOn(true);
  bar.show('shop', 1, 4);
  bar.show('shop', 2, 4);
  wait(100);
  bar.show('shop', 3, 4);
  bar.clear();
  bar.clear();
  expect(painted).toEqual([
    '\r\u001b[Kimporting ██████░░░░░░░░░░░░░░░░░░ 25 % shop',
    '\r\u001b[Kimporting ██████████████████░░░░░░ 75 % shop',
    '\r\u001b[K',
  ]);
});

test('nothing is painted where there is no terminal', () => {
  const { bar, painted } = paintingOn(false);
  bar.show('shop', 1, 4);
  bar.clear();
  expect(painted).toEqual([]);
});

test('what has no parts is done', () => {
  const { bar, painted } = paintingOn(true);
  bar.show('', 0, 0);
  expect(painted[0]).toContain('100 %');
});
