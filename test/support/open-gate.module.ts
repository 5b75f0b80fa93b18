import { Global, Module } from '@nestjs/common';
import { Gate, OpenGate } from '@pennon/api';

/** Lets everybody in, for tests of something else. */
@Global()
@Module({ providers: [{ provide: Gate, useClass: OpenGate }], exports: [Gate] })
export class OpenGateModule {}
