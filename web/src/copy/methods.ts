import { type Method } from '@/api/types';

/** How people know a way to prove who one is. */
interface MethodWords {
  /** One use of it. */
  readonly one: string;
  /** All of it, in a list of what is enabled. */
  readonly all: string;
  /** Completes "Signed in by …". */
  readonly by: string;
  /** In the keys of what the server knows of a caller, as in `io.service.auth.oidc.email`. */
  readonly key: string;
}

/** A row for each method. */
export const methodsCopy: Readonly<Record<Method, MethodWords>> = {
  METHOD_NONE: { one: 'None', all: 'None', by: 'nothing', key: '' },
  METHOD_TOKEN: { one: 'API token', all: 'API tokens', by: 'API token', key: 'token' },
  METHOD_CODEHOST: { one: 'Code host', all: 'Code host', by: 'code host', key: 'codehost' },
  METHOD_GITHUB: { one: 'GitHub', all: 'GitHub', by: 'GitHub', key: 'codehost' },
  METHOD_OIDC: { one: 'OpenID Connect', all: 'OpenID Connect', by: 'OpenID Connect', key: 'oidc' },
  METHOD_ORCHESTRATOR: {
    one: 'Service account',
    all: 'Service accounts of the orchestrator',
    by: 'service account',
    key: 'orchestrator',
  },
  METHOD_KUBERNETES: {
    one: 'Kubernetes service account',
    all: 'Service accounts of Kubernetes',
    by: 'service account',
    key: 'orchestrator',
  },
  METHOD_JWT: { one: 'JWT', all: 'JSON Web Tokens', by: 'JWT', key: 'jwt' },
};
