import { InvalidValueError, type Kind, scalar } from './kind';

/** What a header of HTTP and metadata of gRPC can both hold: printable ASCII. */
export const headerValue: Kind<string> = scalar('text', (value) => {
  if (!/^[\x20-\x7e]*$/.test(value.trim()))
    throw new InvalidValueError('expected printable ASCII characters');
  return value.trim();
});
