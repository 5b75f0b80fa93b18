import { __resetOutOfContextForTests } from 'nestjs-pino/PinoLogger';

// nestjs-pino keeps the first logger of a process, with its file; each test file begins without one.
__resetOutOfContextForTests();
