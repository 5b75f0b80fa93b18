import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So much may be left behind before it is collected, in bytes. */
const MAX_GARBAGE_BYTES = 8 * 1024 * 1024;

/**
 * Collects garbage while a stream of rows passes through. V8 by itself lets a heap of 25 MB grow to 100 MB before it
 * collects what has outlived two short collections, as rows do that wait for a database.
 */
export class PromptCollection {
  private readonly collect: () => void;
  private heldBytes: number;

  constructor() {
    setFlagsFromString('--expose-gc');
    // The flag is for contexts that are made from now on.
    this.collect = runInNewContext('gc') as () => void;
    this.heldBytes = usedBytes();
  }

  /** To be called often. Takes a microsecond, or some ten milliseconds if there is something to collect. */
  check(): void {
    if (usedBytes() - this.heldBytes < MAX_GARBAGE_BYTES) return;
    this.collect();
    this.heldBytes = usedBytes();
  }
}

function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
