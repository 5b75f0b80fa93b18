import { type IncomingHttpHeaders } from 'node:http2';

/** What comes before the message of a call, by name: all values of that name. */
export interface RequestMetadata {
  get(name: string): readonly (string | Buffer)[];
}

/** The headers of a stream as metadata. Texts alone: nobody here asks for a value that is binary. */
export class HeaderMetadata implements RequestMetadata {
  constructor(private readonly headers: IncomingHttpHeaders) {}

  get(name: string): readonly string[] {
    const value = this.headers[name];
    if (value === undefined) return [];
    return typeof value === 'string' ? [value] : value;
  }
}
