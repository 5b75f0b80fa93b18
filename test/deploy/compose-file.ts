import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** As much of a service of a Compose file as tests look at. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target: string };
  readonly profiles?: readonly string[];
  readonly restart?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address: string }>>;
}

/** As much of a Compose file as tests look at. */
export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly networks: Readonly<
    Record<string, { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } }>
  >;
}

/** Reads the Compose file as it is without variables: each stands for its default. */
export function readComposeFile(): ComposeFile {
  const text = readFileSync('docker-compose.yml', 'utf8');
  const settled = text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll('$$', '$');
  return parse(settled, { merge: true }) as ComposeFile;
}

/** The address that a service has in the network of the Compose file. */
export function addressOf({ networks }: ComposeService): string | undefined {
  return 'pennon' in networks ? networks.pennon.ipv4_address : undefined;
}
