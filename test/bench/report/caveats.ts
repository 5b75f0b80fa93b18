import { contenderName, typical, type Contender } from '../contender';

/** When it is busy for this share of the time, the generator sets the pace and not the server. */
const GENERATOR_IS_FULL = 0.95;

/** A server that used less of its core was kept from it, by the generator or by other work on the machine. */
const SERVER_IS_FULL = 0.9;

/** Says for which contenders requests per second tell more of something else than of the server. */
export function caveats(contenders: readonly Contender[]): readonly string[] {
  const full = contenders.filter((contender) => typical(contender, 'generatorBusy') >= GENERATOR_IS_FULL);
  const held = contenders.filter((contender) => typical(contender, 'serverBusy') < SERVER_IS_FULL);
  return [
    ...caveat(full, 'The generator was full'),
    ...caveat(held, 'The server did not get its whole core'),
  ];
}

function caveat(contenders: readonly Contender[], what: string): readonly string[] {
  if (contenders.length === 0) return [];
  return [`${what}, so go by CPU µs and not by requests/s: ${contenders.map(contenderName).join('; ')}.`];
}
