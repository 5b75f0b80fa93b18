import { type RedisConfig } from '@pennon/config';
import { changeText, ChangeSink, type Change } from '@pennon/domain';
import { channelOf } from './channel';
import { type RedisCommands } from './redis-commands';

/** Tells of changes through a channel of Redis. */
export class RedisChangeSink extends ChangeSink {
  constructor(
    private readonly commands: Pick<RedisCommands, 'publish'>,
    private readonly config: Pick<RedisConfig, 'prefix'>,
  ) {
    super();
  }

  publish(change: Change): void {
    void this.commands.publish(channelOf(this.config), changeText(change));
  }
}
