/** A way to take something away from the instances of a drill, and to give it back. */
export interface Fault {
  readonly name: string;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/** Does the work while the fault lasts, which ends even if the work fails. */
export async function during<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  await fault.begin();
  try {
    return await work();
  } finally {
    await fault.end();
  }
}

/** Something that is done again and again while a fault lasts. */
export class Disturbance implements Fault {
  private isOn = false;
  private going = Promise.resolve();

  /** @param everyMs Pause between one time and the next. */
  constructor(
    readonly name: string,
    private readonly disturb: () => Promise<void> | void,
    private readonly everyMs: number,
  ) {}

  begin(): void {
    this.isOn = true;
    this.going = this.go();
  }

  async end(): Promise<void> {
    this.isOn = false;
    await this.going;
  }

  private async go(): Promise<void> {
    while (this.isOn) {
      await this.disturb();
      await new Promise((resolve) => setTimeout(resolve, this.everyMs));
    }
  }
}
