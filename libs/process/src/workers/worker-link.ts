import {
  EvaluationCountSink,
  Followers,
  UnavailableError,
  type Change,
  type CountBatch,
  type FlagName,
  type LastAsked,
} from '@pennon/domain';
import type { OtherProcesses, ProcessMetrics } from '@pennon/platform';
import { Peer, type Addresses, type AskedOfEach, type Question } from './peer';
import { type LeaderEndpoint, type WorkerAssignment } from './worker-assignment';

/** What a follower does to show a change; resolves when it does. */
export type ShowChange = (change: Change) => Promise<void>;

/** Tells when a flag was last asked in this process. */
export type TellLastAsked = (flag: FlagName) => LastAsked;

/** A worker's tie to its primary, and through it to the other workers. */
export class WorkerLink extends Followers {
  /** Aborted when the worker is to end. */
  readonly stopping: AbortSignal;
  /** Resolves, once the worker is to end, when no other worker needs it any more. */
  readonly alone: Promise<void>;
  private readonly peer: Peer;
  private readonly stop = new AbortController();
  private beAlone: () => void = () => undefined;
  private showChange: ShowChange | undefined;
  private countSink: EvaluationCountSink | undefined;
  private collect: (() => Promise<ProcessMetrics>) | undefined;
  private lastAsked: TellLastAsked | undefined;
  private writeHealth: () => string | undefined = () => undefined;
  private led = true;
  private failureOfWrites: string | undefined;

  private constructor(readonly assignment: WorkerAssignment) {
    super();
    this.stopping = this.stop.signal;
    this.alone = new Promise((resolve) => {
      this.beAlone = resolve;
    });
    if (assignment.role !== 'leader') this.beAlone();
    this.peer = new Peer(process, (question) => this.answer(question));
  }

  /**
   * Ties this process to its primary. What was committed before the promise resolves is for the worker to read itself.
   */
  static async join(assignment: WorkerAssignment): Promise<WorkerLink> {
    const link = new WorkerLink(assignment);
    await link.peer.ask({ kind: 'join' });
    return link;
  }

  /** How the leader is reached. @throws Error where all workers are equal. */
  get leaderEndpoint(): LeaderEndpoint {
    if (this.assignment.leaderEndpoint === undefined) throw new Error('there is no leader');
    return this.assignment.leaderEndpoint;
  }

  /** Whether there is a leader that answers what this follower hands on. */
  get isLed(): boolean {
    return this.led;
  }

  /** Why the leader cannot write now, as it said last; undefined while it can. Without secrets. */
  get writeFailure(): string | undefined {
    return this.failureOfWrites;
  }

  /** From now on followers are told by this why writes fail. */
  tellWrites(failure: () => string | undefined): void {
    this.writeHealth = failure;
  }

  /** Says that the doors are open. */
  async ready(addresses: Addresses): Promise<void> {
    await this.peer.ask({ kind: 'ready', addresses });
  }

  /** From now on changes are shown by this. Until then nothing is held that could be out of date. */
  follow(showChange: ShowChange): void {
    this.showChange = showChange;
  }

  async show(change: Change): Promise<void> {
    await this.peer.ask({ kind: 'show', change });
  }

  /** From now on counts of followers are written by this. */
  takeCounts(sink: EvaluationCountSink): void {
    this.countSink = sink;
  }

  /** Has the leader write counts. */
  get leaderCounts(): EvaluationCountSink {
    return new LeaderCounts(this.peer);
  }

  /** From now on the metrics of this process are what this collects. */
  collectBy(collect: () => Promise<ProcessMetrics>): void {
    this.collect = collect;
  }

  /** The metrics of the other workers. */
  get others(): OtherProcesses {
    return { collect: async () => this.askOthers<ProcessMetrics>({ kind: 'collect' }) };
  }

  /** From now on the other workers know by this when a flag was last asked here. */
  tellLastAsked(lastAsked: TellLastAsked): void {
    this.lastAsked = lastAsked;
  }

  /** When a flag was last asked in the other workers: one answer of each that answers in time. Never rejects. */
  async lastAskedOfOthers(flag: FlagName): Promise<readonly LastAsked[]> {
    return this.askOthers<LastAsked>({ kind: 'lastAsked', flag });
  }

  /** The answers of the other workers that answer in time. */
  private async askOthers<T>(ask: AskedOfEach): Promise<readonly T[]> {
    const answers = this.peer.ask({ kind: 'others', ask }) as Promise<readonly T[]>;
    return answers.catch(() => []);
  }

  private answer(question: Question): unknown {
    switch (question.kind) {
      case 'show':
        return this.showChange?.(question.change);
      case 'count':
        if (this.countSink === undefined) throw new Error('counts cannot be written yet');
        return this.countSink.add(question.batch);
      case 'collect':
        if (this.collect === undefined) throw new Error('there are no metrics yet');
        return this.collect();
      case 'lastAsked':
        if (this.lastAsked === undefined) throw new Error('no flag can be asked here yet');
        return this.lastAsked(question.flag);
      case 'alive':
        return this.writeHealth();
      case 'led':
        this.led = question.isLed;
        this.failureOfWrites = question.writeFailure;
        return undefined;
      case 'stop':
        this.stop.abort();
        return undefined;
      case 'alone':
        this.beAlone();
        return undefined;
      default:
        throw new Error(`the primary does not ask for ${question.kind}`);
    }
  }
}

/** Counts of evaluations that the leader writes. */
class LeaderCounts extends EvaluationCountSink {
  constructor(private readonly peer: Peer) {
    super();
  }

  async add(batch: CountBatch): Promise<boolean> {
    try {
      return (await this.peer.ask({ kind: 'count', batch })) === true;
    } catch (error) {
      throw new UnavailableError('the leader takes no counts now', { cause: error });
    }
  }
}
