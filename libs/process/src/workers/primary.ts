import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type Change } from '@pennon/domain';
import { waitAfterFailures, withinTime } from '@pennon/platform';
import { PeerGoneError, type Addresses, type AskedOfEach, type Question } from './peer';
import { type WorkerAssignment } from './worker-assignment';
import { WorkerProcess, type AskOthers, type Ending } from './worker-process';

/** Longest wait for what a worker tells the others, in milliseconds. */
const COLLECT_TIMEOUT_MS = 1000;

/** How often each worker is asked whether it is alive, in milliseconds. */
const ALIVE_INTERVAL_MS = 1000;

/** Longest time a worker may take to answer the primary, in milliseconds. */
export interface WorkerLimits {
  /** To say that it is alive. A worker that exceeds it hangs. */
  readonly answer: number;
  /** To show a change, which may have it load a large namespace. A write waits for it. */
  readonly show: number;
}

/** A worker ended before its doors were open. It has said why, unless something killed it. */
export class WorkerStartError extends Error {
  constructor(
    { number }: WorkerAssignment,
    readonly ending: Ending,
  ) {
    super(`worker ${number} ended with ${ending} before it could answer anything`);
  }
}

/**
 * Keeps the workers of a server: it starts them, replaces those that end, carries what they ask of each other, and
 * stops them. It answers no requests itself.
 */
export class Primary {
  private readonly logger = new Logger('workers');
  private readonly live = new Set<WorkerProcess>();
  private readonly stopping = new AbortController();
  private readonly endings = new Set<Ending>();
  /** Why the leader cannot write, as it said last. */
  private writeFailure: string | undefined;
  private admit: () => void = () => undefined;
  /** Resolves when the first worker answers, and others may begin. */
  private readonly admission = new Promise<void>((resolve) => {
    this.admit = resolve;
  });

  /**
   * @param assignments One for each worker; the leader first, where there is one.
   * @param limits Where a worker exceeds one of them, it is replaced.
   */
  constructor(
    private readonly assignments: readonly WorkerAssignment[],
    private readonly limits: WorkerLimits,
  ) {}

  /**
   * Starts all of them. The first one goes ahead, so that what cannot work at all is said once; meanwhile the others
   * are loaded.
   *
   * @throws WorkerStartError when one of them ends instead of answering; the others are for {@link stop} to end.
   */
  async start(): Promise<Addresses> {
    const [first, ...others] = this.assignments;
    if (first === undefined) throw new Error('there are no workers to start');
    const opening = others.map((assignment) => this.launch(assignment, this.admission));
    const addresses = await this.opened(this.launch({ ...first, isFirst: true }));
    this.admit();
    await Promise.all(opening.map(async (worker) => this.opened(worker)));
    return addresses;
  }

  /**
   * Stops all of them in good order, the leader last, because the others may need it for what is under way. Resolves
   * when they have ended, with true if none of them failed.
   */
  async stop(): Promise<boolean> {
    this.stopping.abort();
    const workers = [...this.live];
    for (const worker of workers) worker.stop();
    const isLeader = ({ assignment }: WorkerProcess): boolean => assignment.role === 'leader';
    await Promise.all(workers.filter((worker) => !isLeader(worker)).map(async ({ ended }) => ended));
    for (const leader of workers.filter(isLeader)) {
      leader.ask({ kind: 'alone' }).catch(() => undefined);
      await leader.ended;
    }
    return !this.endings.has(1);
  }

  /** Passes SIGHUP on to the workers, each of which has the log file open. */
  hangUp(): void {
    for (const worker of this.live) worker.hangUp();
  }

  /** Resolves when the doors of a worker are open; it is replaced from then on when it ends. */
  private async opened(worker: WorkerProcess): Promise<Addresses> {
    const addresses = await Promise.race([worker.ready, worker.ended]);
    if (typeof addresses !== 'object') throw new WorkerStartError(worker.assignment, addresses);
    void this.keep(worker);
    return addresses;
  }

  /** Asks the worker again and again whether it is alive, until it ends; ends it when it hangs. */
  private async watch(worker: WorkerProcess): Promise<void> {
    while (worker.isReady) {
      await this.endUnless(worker, this.saysAlive(worker));
      await delay(ALIVE_INTERVAL_MS, undefined, { ref: false });
    }
  }

  private async saysAlive(worker: WorkerProcess): Promise<void> {
    const asked = worker.ask({ kind: 'alive' });
    const failure = await withinTime(this.limits.answer, 'a worker to say that it is alive', asked);
    if (worker.assignment.role !== 'leader' || failure === this.writeFailure) return;
    this.writeFailure = typeof failure === 'string' ? failure : undefined;
    this.tellOfLeader();
  }

  /** Restarts the worker, and its successors, whenever one exits; with growing pauses while they fail. */
  private async keep(first: WorkerProcess): Promise<void> {
    const assignment = { ...first.assignment, isFirst: false };
    let worker = first;
    for (let failures = 0; ;) {
      const ending = await worker.ended;
      if (this.stopping.signal.aborted) return;
      this.tellOfLeader();
      failures = worker.isSteady ? 1 : failures + 1;
      const wait = Math.round(waitAfterFailures(failures));
      this.logger.error({ worker: assignment.number, ending, wait }, 'a worker has ended and is replaced');
      // The primary must not end of having nothing to do while all its workers are away.
      await delay(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.isStopping) return;
      worker = this.launch(assignment);
      void worker.ready.then(() => {
        this.logger.log({ worker: assignment.number }, 'a worker has been replaced');
      });
    }
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private launch(assignment: WorkerAssignment, admission = Promise.resolve()): WorkerProcess {
    const askOthers: AskOthers = (question, asker) => this.askOthers(question, asker);
    const worker = new WorkerProcess(assignment, admission, askOthers);
    this.live.add(worker);
    void worker.ready.then(() => {
      this.tellOfLeader();
      return this.watch(worker);
    });
    void worker.ended.then((ending) => {
      this.live.delete(worker);
      if (this.isStopping) this.endings.add(ending);
    });
    return worker;
  }

  /** Tells the followers whether there is a leader, and whether it can write, for their health. */
  private tellOfLeader(): void {
    const workers = [...this.live];
    const isLed = workers.some(({ assignment, isReady }) => assignment.role === 'leader' && isReady);
    const { writeFailure } = this;
    for (const follower of workers.filter(({ assignment }) => assignment.role === 'follower'))
      if (follower.isReady) follower.ask({ kind: 'led', isLed, writeFailure }).catch(() => undefined);
  }

  private async askOthers(question: Question, asker: WorkerProcess): Promise<unknown> {
    const others = [...this.live].filter((worker) => worker !== asker);
    switch (question.kind) {
      case 'show':
        return Promise.all(
          others.filter(({ isJoined }) => isJoined).map(async (worker) => this.show(worker, question.change)),
        );
      case 'count':
        return this.askLeader(question);
      case 'others':
        return answersOf(
          others.filter(({ isReady }) => isReady),
          question.ask,
        );
      default:
        throw new Error(`no worker asks for ${question.kind}`);
    }
  }

  /** @throws Error while there is no leader. */
  private async askLeader(question: Question): Promise<unknown> {
    const leader = [...this.live].find(
      ({ assignment, isJoined }) => assignment.role === 'leader' && isJoined,
    );
    if (leader === undefined) throw new Error('the leader is away');
    return leader.ask(question);
  }

  /** Resolves when the worker shows the change, or has ended: one that does not follow must not go on answering. */
  private async show(worker: WorkerProcess, change: Change): Promise<void> {
    const shown = withinTime(
      this.limits.show,
      'a worker to show a change',
      worker.ask({ kind: 'show', change }),
    );
    await this.endUnless(worker, Promise.all([this.saysAlive(worker), shown]));
  }

  /**
   * Resolves with the answer of the worker, or when the worker has been ended for want of one. SIGKILL ends a stopped
   * process too, so that a leader never goes on beside its replacement.
   */
  private async endUnless(worker: WorkerProcess, answer: Promise<unknown>): Promise<void> {
    try {
      await answer;
    } catch (error) {
      if (!(error instanceof PeerGoneError))
        this.logger.error(
          { err: error, worker: worker.assignment.number },
          'a worker does not answer in time and is ended',
        );
      worker.kill();
      await worker.ended;
    }
  }
}

/** The answers of those workers that answer in time. */
async function answersOf(
  workers: readonly WorkerProcess[],
  question: AskedOfEach,
): Promise<readonly unknown[]> {
  const answers = await Promise.allSettled(
    workers.map(async (worker) =>
      withinTime(COLLECT_TIMEOUT_MS, `${question.kind} of a worker`, worker.ask(question)),
    ),
  );
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
}
