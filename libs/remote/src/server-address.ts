import { InvalidArgumentError, quote } from '@pennon/domain';

/**
 * The base URL of a server, without a slash behind; a path is kept, for servers that live below one.
 *
 * @throws InvalidArgumentError if the text is no such address; secrets in it are not repeated.
 */
export function serverAddressOf(text: string): string {
  if (!URL.canParse(text))
    throw new InvalidArgumentError('the address must be a URL such as http://localhost:8080');
  const url = new URL(text);
  // First of all, so that no other message repeats it.
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('the address must hold neither user nor password: a token goes apart');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new InvalidArgumentError(`the address must begin with http:// or https://, not ${url.protocol}`);
  if (url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError(`the address ${quote(url.origin + url.pathname)} must end with its path`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
