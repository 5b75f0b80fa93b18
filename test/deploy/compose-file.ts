import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** As much of a service of a Compose file as tests look at. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target: string };
  readonly profiles?: readonly string[];
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
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
    Record<string, { readonly ipam: { readonly config: readonly AddressRange[] } }>
  >;
}

/** The addresses of a network, as `docker network create` takes them. */
export interface AddressRange {
  readonly subnet: string;
  /** Of these, those are given out that nobody asked for by number. */
  readonly ip_range: string;
  readonly gateway: string;
}

/** Reads the Compose file with these variables; of others, their defaults count. */
export function readComposeFile(variables: Readonly<Record<string, string>> = {}): ComposeFile {
  const written: unknown = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });
  const settle = (_: string, value: unknown): unknown =>
    typeof value === 'string'
      ? value.replaceAll(/\$(?:\$|\{(\w+):-([^}]*)\})/g, (_all, name?: string, otherwise?: string) =>
          name === undefined ? '$' : (variables[name] ?? otherwise ?? ''),
        )
      : value;
  return JSON.parse(JSON.stringify(written), settle) as ComposeFile;
}

/** The address that a service has in the network of the Compose file. */
export function addressOf({ networks }: ComposeService): string | undefined {
  return 'pennon' in networks ? networks.pennon.ipv4_address : undefined;
}
