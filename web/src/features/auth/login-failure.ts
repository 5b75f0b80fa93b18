import { loginCopy } from '@/copy/login';

/** A login that failed, in fixed texts. */
export interface LoginFailure {
  readonly title: string;
  readonly text: string;
}

/** What a code of the server means; anybody can write an address, so that of any other code nothing is shown. */
export function loginFailure(code: string): LoginFailure {
  const { failures } = loginCopy;
  return Object.hasOwn(failures, code) ? failures[code as keyof typeof failures] : failures.failed;
}
