import { type RedisConfig } from '@pennon/config';

/** The channel on which the instances of a deployment tell each other of changes. */
export function channelOf({ prefix }: Pick<RedisConfig, 'prefix'>): string {
  return `${prefix}:changes`;
}
