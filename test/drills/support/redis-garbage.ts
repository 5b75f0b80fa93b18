import { randomBytes } from 'node:crypto';
import { type PrivateRedis } from '../../support/private-redis';

/** How many revisions ahead old documents are put. */
const REVISIONS_AHEAD = 5;

/** What may stand where something of ours was. */
const rubbish: readonly ((was: string) => string | Buffer)[] = [
  () => '',
  () => 'null',
  () => '{}',
  () => '[1, 2, 3]',
  () => randomBytes(512),
  () => 'x'.repeat(1_000_000),
  (was) => was.slice(0, was.length / 2),
  (was) => `${was}${was}`,
  (was) => was.replaceAll('true', 'false'),
];

/**
 * Puts something else under every key, in turn: what cannot be read, half of what was there, a list in place of a text,
 * what stands under other keys, and, where a key tells a revision, what is there under the revisions to come.
 */
export class RedisGarbage {
  private turn = 0;

  constructor(private readonly redis: PrivateRedis) {}

  async spread(): Promise<void> {
    const client = this.redis.client();
    try {
      const keys = await client.keys('*');
      const texts = new Map<string, string>();
      for (const key of keys)
        if ((await client.type(key)) === 'string') texts.set(key, (await client.get(key)) ?? '');
      for (const [key, text] of texts) {
        for (const later of laterRevisionsOf(key)) await client.set(later, text);
        await client.del(key);
        const kind = this.turn++ % (rubbish.length + 2);
        if (kind === rubbish.length) await client.rpush(key, text);
        else if (kind > rubbish.length) await client.set(key, otherThan(key, texts));
        else await client.set(key, rubbish[kind]?.(text) ?? '');
      }
    } finally {
      client.disconnect();
    }
  }
}

/** The same key with each number in it raised by one, two and so on. */
function laterRevisionsOf(key: string): readonly string[] {
  return [...key.matchAll(/\d+/g)].flatMap(({ 0: number, index }) =>
    Array.from({ length: REVISIONS_AHEAD }, (_, step) => {
      const raised = `${Number(number) + step + 1}`;
      return `${key.slice(0, index)}${raised}${key.slice(index + number.length)}`;
    }),
  );
}

function otherThan(key: string, texts: ReadonlyMap<string, string>): string {
  return [...texts].find(([other]) => other !== key)?.[1] ?? '';
}
