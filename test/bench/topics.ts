/** What can be measured by itself, and what that is. */
export const topics = {
  http: 'one variant or boolean flag over HTTP',
  grpc: 'one variant flag over gRPC',
  batch: 'twenty flags in one request',
  ofrep: 'OFREP: one flag, and all flags of a namespace of 50',
  'client-snapshot': 'the snapshot for clients: sent, and unchanged (304)',
  management: 'a list of 100 flags, and an update of one; only when asked for, and by `paired`',
  sizes: 'namespaces from the smallest to the largest',
  auth: 'with a token that is checked',
  metrics: 'without metrics',
  freshness: 'servers that share a PostgreSQL, and a Redis',
  evaluator: 'the evaluator alone, in process',
  'half-load': 'latency at half the maximum load, while a writer changes flags',
  workers: 'two workers against one',
  changes: 'making snapshots, in process',
  operations: 'start-up, memory, one write',
  soak: 'memory over millions of evaluations while flags change; only when asked for',
} as const;

export type Topic = keyof typeof topics;

/** Topics that go by one word. */
const groups: Readonly<Record<string, readonly Topic[]>> = {
  doors: ['http', 'grpc', 'batch', 'ofrep', 'client-snapshot'],
};

/** What is measured unless something is chosen. */
export const usualTopics: readonly Topic[] = namesOf(topics).filter(
  (topic) => topic !== 'soak' && topic !== 'management',
);

/** What two builds are compared by unless something is chosen: every kind of request. */
export const pairedTopics: readonly Topic[] = readTopics('doors,management');

/**
 * The topics that words name, such as `doors,evaluator`.
 *
 * @throws TypeError naming the words that name nothing.
 */
export function readTopics(words: string): readonly Topic[] {
  const named = words.split(',').map((word) => word.trim());
  const unknown = named.filter((word) => !(word in topics) && !(word in groups));
  if (unknown.length > 0) {
    throw new TypeError(
      `--only knows ${[...Object.keys(groups), ...namesOf(topics)].join(', ')}; not ${unknown.join(', ')}`,
    );
  }
  return namesOf(topics).filter((topic) =>
    named.some((word) => word === topic || groups[word]?.includes(topic) === true),
  );
}

function namesOf<K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(record) as K[];
}
