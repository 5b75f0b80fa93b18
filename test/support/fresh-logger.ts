import { ConsoleLogger, Logger } from '@nestjs/common';
import { __resetOutOfContextForTests } from 'nestjs-pino/PinoLogger';

// nestjs-pino keeps the first logger of a process, with its file, and Nest the last that an app was told to use; each
// test file begins without either.
__resetOutOfContextForTests();
Logger.overrideLogger(new ConsoleLogger());
