export { loggerOptions } from './logger-options';
export { logStream } from './log-stream';
export { ObservabilityModule } from './observability.module';
export { processLogger } from './process-logger';
export { Logger } from 'nestjs-pino';
