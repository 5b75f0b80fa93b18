import { type Change, type CountBatch, type FlagName, messageOf } from '@pennon/domain';

/** Where a worker listens. */
export interface Addresses {
  readonly url: string;
  readonly grpcAddress: string;
}

/** What the primary and the workers of a server ask each other. */
export type Question =
  /** Worker to primary, before it reads any state: from the answer on, it is asked to show changes. */
  | { readonly kind: 'join' }
  /** Worker to primary: its doors are open. */
  | { readonly kind: 'ready'; readonly addresses: Addresses }
  /** Leader to primary to followers: answered when what was committed before is shown. */
  | { readonly kind: 'show'; readonly change: Change }
  /** Follower to primary to leader: answered when the counts are written, by whether they were not before. */
  | { readonly kind: 'count'; readonly batch: CountBatch }
  /** Worker to primary: what each of the others answers to the question. */
  | { readonly kind: 'others'; readonly ask: AskedOfEach }
  | AskedOfEach
  /** Primary to worker: answered at once, by a worker that does not hang. The leader answers why writes fail. */
  | { readonly kind: 'alive' }
  /** Primary to follower: whether there is a leader, and why writes fail there, if they do. */
  | { readonly kind: 'led'; readonly isLed: boolean; readonly writeFailure: string | undefined }
  /** Primary to worker: end in good order. */
  | { readonly kind: 'stop' }
  /** Primary to the leader that is to stop: the others are gone, nobody asks it any more. */
  | { readonly kind: 'alone' };

/** What a worker asks each of the others. */
export type AskedOfEach =
  /** Primary to worker: its metrics. */
  | { readonly kind: 'collect' }
  /** Primary to worker: when the flag was last asked there. */
  | { readonly kind: 'lastAsked'; readonly flag: FlagName };

/** Answers a question, at once or later. */
export type Answerer = (question: Question) => unknown;

/** One end of the channel between a process and its parent. */
export interface Channel {
  send?(message: unknown, sent: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

type Message =
  | { readonly id: number; readonly question: Question }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string };

interface Asker {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The process at the other end of a channel has ended, or is about to: it can be asked nothing any more. */
export class PeerGoneError extends Error {
  constructor(options?: ErrorOptions) {
    super('the other process has ended', options);
  }
}

/** The process at the other end of a channel: it is asked, and asks. */
export class Peer {
  private readonly askers = new Map<number, Asker>();
  private asked = 0;

  /** @param answer What it asks is answered by this; an error becomes one over there. */
  constructor(
    private readonly channel: Channel,
    private readonly answer: Answerer,
  ) {
    channel.on('message', (message) => {
      this.take(message as Message);
    });
  }

  /**
   * Resolves with the answer. Rejects with what the other end failed with.
   *
   * @throws PeerGoneError when there is no answer because the other end went away, which may show here before its end
   * does.
   */
  async ask(question: Question): Promise<unknown> {
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.askers.set(id, { resolve, reject });
      this.send({ id, question }, (cause) => {
        this.askers.delete(id);
        reject(new PeerGoneError({ cause }));
      });
    });
  }

  /** The other end is gone: nothing is answered any more. */
  close(): void {
    for (const { reject } of this.askers.values()) reject(new PeerGoneError());
    this.askers.clear();
  }

  private take(message: Message): void {
    if ('question' in message) {
      void this.reply(message.id, message.question);
      return;
    }
    const asker = this.askers.get(message.id);
    this.askers.delete(message.id);
    if ('failure' in message) asker?.reject(new Error(message.failure));
    else asker?.resolve(message.answer);
  }

  private async reply(id: number, question: Question): Promise<void> {
    // Who asked and has gone since needs no answer.
    const ignore = (): void => undefined;
    try {
      this.send({ id, answer: await this.answer(question) }, ignore);
    } catch (error) {
      this.send({ id, failure: messageOf(error) }, ignore);
    }
  }

  private send(message: Message, failed: (error: Error) => void): void {
    this.channel.send?.(message, (error) => {
      if (error !== null) failed(error);
    });
  }
}
