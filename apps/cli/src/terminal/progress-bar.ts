/** How wide the bar is, in characters. */
const WIDTH = 24;

/** Shortest time between two paintings, in milliseconds. */
const PAUSE_MS = 100;

/** Where a bar is painted. */
export interface Canvas {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows on a terminal how far something is; paints nothing where there is none. */
export class ProgressBar {
  private paintedAt = Number.NEGATIVE_INFINITY;
  private isVisible = false;

  /** @param title What goes on, such as `importing`. */
  constructor(
    private readonly title: string,
    private readonly canvas: Canvas = process.stderr,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Paints it, unless it was painted just now. @param text What is being worked on. */
  show(text: string, done: number, all: number): void {
    if (this.canvas.isTTY !== true || this.now() - this.paintedAt < PAUSE_MS) return;
    this.paintedAt = this.now();
    const share = all === 0 ? 1 : Math.min(1, done / all);
    const filled = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    this.canvas.write(`\r\u001b[K${this.title} ${bar} ${Math.floor(share * 100)} % ${text}`);
    this.isVisible = true;
  }

  /** Wipes it away, so that other lines may be written. */
  clear(): void {
    if (this.isVisible) this.canvas.write('\r\u001b[K');
    this.isVisible = false;
  }
}
