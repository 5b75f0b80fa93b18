import { messageOf } from '@pennon/domain';
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type RecordsAtHand, type TokenRecords } from './token-records';

/** How often the records are written, in milliseconds, so long as there are any. */
const SAVE_INTERVAL_MS = 10_000;

/** What the file holds; a file of another version is not used. */
interface KeptText extends RecordsAtHand {
  readonly version: typeof VERSION;
  /** When it was written, in milliseconds since the epoch. */
  readonly savedAt: number;
}

const VERSION = 2;

/**
 * Keeps the records that are at hand in a file, to start from when the store is away. The file holds no token, only
 * their hashes; it is replaced whole or not at all, and only this user can read it. One that was damaged is not used.
 */
export class KeptRecords implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('authentication');
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly records: TokenRecords,
    private readonly file: string,
  ) {}

  /** Puts at hand what the file holds, and writes it from time to time from now on. Never rejects. */
  async onModuleInit(): Promise<void> {
    const kept = await this.load();
    if (kept !== undefined) this.records.restore(kept);
    this.timer = setInterval(() => void this.save(), SAVE_INTERVAL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.save();
  }

  /** Writes the records that are at hand now. Never rejects. */
  async save(): Promise<void> {
    this.saving = this.saving.then(() => this.write());
    await this.saving;
  }

  private async load(): Promise<RecordsAtHand | undefined> {
    try {
      const { savedAt, ...kept } = keptIn(await readFile(this.file, 'utf8'));
      return { ...kept, age: kept.age + Math.max(0, Date.now() - savedAt) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.logger.warn({ reason: messageOf(error) }, 'the file of client tokens is not used');
      return undefined;
    }
  }

  private async write(): Promise<void> {
    const atHand = this.records.atHand();
    if (atHand === undefined) return;
    const kept: KeptText = { version: VERSION, savedAt: Date.now(), ...atHand };
    try {
      await replace(this.file, sealed(JSON.stringify(kept)));
    } catch (error) {
      this.logger.error({ reason: messageOf(error) }, 'the file of client tokens could not be written');
    }
  }
}

/** The text with its digest on a line of its own before it. */
function sealed(text: string): string {
  return `${createHash('sha256').update(text).digest('hex')}\n${text}`;
}

/** @throws Error if the file is damaged, or of another version. */
function keptIn(file: string): KeptText {
  const text = file.slice(file.indexOf('\n') + 1);
  if (sealed(text) !== file) throw new Error('it was damaged or cut off');
  const kept = JSON.parse(text) as Omit<KeptText, 'version'> & { readonly version: unknown };
  if (kept.version !== VERSION) throw new Error('it is of another version');
  return { ...kept, version: VERSION };
}

async function replace(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
