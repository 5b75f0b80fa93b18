import { eventually } from '../../support/eventually';
import { type KnownFlags } from './known-flags';
import { type DrilledServer, type Tiers } from './tiers';

/** Waits until the instance evaluates the last change that was acknowledged. */
export async function seeLastChange(server: DrilledServer, flags: KnownFlags): Promise<void> {
  await eventually(async () => {
    expect(await flags.countAt(server.api)).toBe(flags.lastAcknowledged);
  });
}

/** Makes a change, as often as it takes until it is acknowledged, and waits until the reader evaluates it. */
export async function seeNextChange({ flags, reader }: Pick<Tiers, 'flags' | 'reader'>): Promise<void> {
  await eventually(async () => {
    expect((await flags.change()).status).toBe(200);
  });
  await seeLastChange(reader, flags);
}
