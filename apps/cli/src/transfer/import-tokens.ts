import { SERVICE_ORIGIN, type TokenStore } from '@pennon/domain';
import { type FliptDatabase } from '@pennon/flipt-database';
import { SystemClock } from '@pennon/storage';
import { printLines } from '../terminal/print';

/** How tokens are brought along. */
export interface ImportTokensOptions {
  /** True to say how many there are, and store none. */
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  /** Told, in sentences, which tokens cannot be brought along. */
  readonly onOmission: (sentence: string) => void;
}

/**
 * Stores the hashes of Flipt's client tokens, so that the tokens go on to be good. One that is there is left alone.
 *
 * @returns how many are new.
 */
export async function importTokens(
  from: FliptDatabase,
  to: TokenStore,
  { isDryRun, isJson, onOmission }: ImportTokensOptions,
): Promise<number> {
  const clock = new SystemClock();
  let created = 0;
  let present = 0;
  for await (const { tokenHash, authentication } of from.tokens({ onOmission })) {
    if ((await to.findByHash(tokenHash)) !== undefined) {
      present++;
      continue;
    }
    if (!isDryRun) await to.create(authentication, tokenHash, { origin: SERVICE_ORIGIN, at: clock.now() });
    created++;
  }
  const would = isDryRun ? 'would be ' : '';
  await printLines([
    isJson
      ? JSON.stringify({ tokens: true, dryRun: isDryRun, create: created, present })
      : `client tokens: ${created} ${would}created, ${present} there already`,
  ]);
  return created;
}
