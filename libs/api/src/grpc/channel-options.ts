import { type ServerOptions } from '@grpc/grpc-js';
import { type ServerConfig } from '@pennon/config';

/** What grpc-js calls our settings. It takes a number that is missing for "unlimited". */
export function channelOptionsOf(config: ServerConfig): ServerOptions {
  return {
    'grpc.max_receive_message_length': config.grpcMaxReceiveBytes,
    'grpc.max_send_message_length': config.grpcMaxSendBytes,
    'grpc.max_concurrent_streams': config.grpcMaxConcurrentStreams,
    'grpc.keepalive_time_ms': config.grpcKeepaliveTime,
    'grpc.keepalive_timeout_ms': config.grpcKeepaliveTimeout,
    ...unlessZero('grpc.max_connection_idle_ms', config.grpcConnMaxIdleTime),
    ...unlessZero('grpc.max_connection_age_ms', config.grpcConnMaxAge),
    ...unlessZero('grpc.max_connection_age_grace_ms', config.grpcConnMaxAgeGrace),
    // Books about every call that nothing here reads.
    'grpc.enable_channelz': 0,
  };
}

function unlessZero(option: string, value: number): ServerOptions {
  return value === 0 ? {} : { [option]: value };
}
