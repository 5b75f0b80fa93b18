import { InvalidValueError, type Kind, scalar } from './kind';

/** The URL of a web service, taken as it is: an issuer is compared letter by letter. */
export const httpUrl: Kind<string> = scalar('http or https URL', (url) => {
  if (!/^https?:\/\/[^\s]+$/i.test(url) || !URL.canParse(url)) {
    throw new InvalidValueError('expected an http or https URL');
  }
  return url;
});

/** The URL that paths are appended to; one slash at its end is dropped. */
export const baseUrl: Kind<string> = scalar('http or https URL', (url) => {
  if (/[?#]/.test(url)) throw new InvalidValueError('expected an http or https URL without ? and #');
  return httpUrl.parse(url).replace(/\/$/, '');
});
