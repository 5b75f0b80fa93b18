import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** A media type, with parameters or without: `application/json; charset=utf-8`. It goes into a header as it is. */
export const mediaType: Kind<string> = scalar('media type', (text) => {
  if (!/^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=[\w.+-]+)*$/.test(text))
    throw new InvalidValueError('expected a media type, such as application/json');
  return text;
});
