/** The first token, which a start has shown in its log of JSON; empty if it has shown none. */
export function firstTokenIn(output: string): string {
  const line = output.split('\n').find((each) => each.includes('"access token created"'));
  return line === undefined ? '' : (JSON.parse(line) as { readonly client_token: string }).client_token;
}
