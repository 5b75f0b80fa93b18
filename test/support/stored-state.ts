import { queryFile } from './query-file';

/** A rule as its rows have it. */
export interface StoredRule {
  readonly id: string;
  readonly flagKey: string;
  readonly rank: number;
  /** In order. */
  readonly segmentKeys: readonly string[];
  /** Keys of the variants it distributes to. */
  readonly variantKeys: readonly string[];
}

/** What lies in a database file, of the default namespace. */
export interface StoredState {
  readonly revision: number;
  /** Whether the flag is enabled, by its key. */
  readonly flags: ReadonlyMap<string, boolean>;
  /** The attachment of a variant, by `<flag key>/<variant key>`. */
  readonly variants: ReadonlyMap<string, string>;
  /** By rank. */
  readonly rules: readonly StoredRule[];
}

interface RuleRow {
  readonly id: string;
  readonly flagKey: string;
  readonly rank: number;
}

/** Reads a database file from outside, table by table. */
export async function readStoredState(file: string): Promise<StoredState> {
  const query = <Row>(sql: string): Promise<readonly Row[]> => queryFile<Row>(file, sql);
  const [namespace] = await query<{ revision: number }>(
    `SELECT revision FROM namespaces WHERE "key" = 'default'`,
  );
  const flags = await query<{ key: string; enabled: number }>('SELECT "key", enabled FROM flags');
  const variants = await query<{ path: string; attachment: string }>(
    `SELECT flag_key || '/' || "key" AS path, attachment FROM variants`,
  );
  const rules = await query<RuleRow>(
    'SELECT id, flag_key AS flagKey, rank FROM rules ORDER BY rank, created_at, id',
  );
  const links = await query<{ ruleId: string; segmentKey: string }>(
    'SELECT rule_id AS ruleId, segment_key AS segmentKey FROM rule_segments ORDER BY position',
  );
  const shares = await query<{ ruleId: string; variantKey: string }>(
    `SELECT rule_id AS ruleId, variants."key" AS variantKey
     FROM distributions JOIN variants ON variants.id = variant_id`,
  );
  return {
    revision: namespace?.revision ?? Number.NaN,
    flags: new Map(flags.map(({ key, enabled }) => [key, enabled === 1])),
    variants: new Map(variants.map(({ path, attachment }) => [path, attachment])),
    rules: rules.map((rule) => ({
      ...rule,
      segmentKeys: links.filter(({ ruleId }) => ruleId === rule.id).map(({ segmentKey }) => segmentKey),
      variantKeys: shares.filter(({ ruleId }) => ruleId === rule.id).map(({ variantKey }) => variantKey),
    })),
  };
}

/** The rules of one flag, by rank. */
export function rulesOf({ rules }: StoredState, flagKey: string): readonly StoredRule[] {
  return rules.filter((rule) => rule.flagKey === flagKey);
}
